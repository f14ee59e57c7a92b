import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const RESPONSE: ResponseShape = {
  properties: { text: 'text', content: 'text', data: 'text' },
  methods: { json: 'body', read: 'text', text: 'text' },
};

const OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  base: ['base_url'],
  body: ['data', 'content'],
  json: ['json'],
  query: ['params'],
};

const ALL = ['get', 'options', 'head', 'post', 'put', 'patch', 'delete'];
const METHOD_FIRST: CallShape = { args: ['method', 'url', 'options'], method: 'GET' };

/** Options whose code receives each request, and may set its headers. */
const HANDLERS = ['auth', 'hooks', 'event_hooks', 'transport', 'mounts', 'trace_configs', 'middlewares'];

/** Sends a request that another call made. */
const SEND: CallShape = { args: ['url', 'options'], method: 'GET' };

/** Positional arguments: `requests` takes more than its successors. */
const REQUESTS_CALLS = {
  ...verbs(['url', 'other', 'options'], '', ALL),
  ...verbs(['url', 'body', 'other', 'options'], '', ['put', 'patch']),
  ...verbs(['url', 'body', 'json', 'options'], '', ['post']),
  request: { args: ['method', 'url', 'other', 'body', 'headers', 'options'], method: 'GET' },
  send: SEND,
} satisfies ClientRow['calls'];
const CALLS = { ...verbs(['url', 'options'], '', ALL), request: METHOD_FIRST };

const OPEN: CallShape = { args: ['url', 'body'], method: 'GET', methodWithBody: 'POST' };
const CONNECTION_REQUEST: CallShape = {
  args: ['method', 'url', 'body', 'headers', 'options'],
  method: 'GET',
};

/** `request(method, url, fields, headers)` of urllib3 1, `request(method, url, body, fields, headers)` of urllib3 2. */
const FIELDS_OR_BODY: CallShape = {
  args: ['method', 'url', 'other', 'perhaps-headers', 'headers', 'options'],
  method: 'GET',
};

/** Clients of Python; named arguments are their options. */
export const PYTHON_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'requests',
    handlers: HANDLERS,
    modules: ['py:requests', 'py:requests_cache', 'py:cloudscraper'],
    spellings: 'fold',
    instances: [
      { path: 'Session' },
      { path: 'session' },
      { path: 'sessions.Session' },
      { path: 'CachedSession' },
    ],
    calls: REQUESTS_CALLS,
    options: { ...OPTIONS, base: [] },
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'requests_toolbelt',
    handlers: HANDLERS,
    modules: ['py:requests_toolbelt.sessions', 'py:requests_toolbelt'],
    spellings: 'fold',
    instances: ['BaseUrlSession', 'sessions.BaseUrlSession'].map((path) => ({ path, base: 0 })),
    onlyInstances: true,
    calls: REQUESTS_CALLS,
    options: OPTIONS,
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'httpx',
    handlers: HANDLERS,
    modules: ['py:httpx'],
    spellings: 'fold',
    instances: [
      { path: 'Client', defaults: 0 },
      { path: 'AsyncClient', defaults: 0 },
    ],
    calls: { ...CALLS, stream: METHOD_FIRST, send: SEND },
    options: OPTIONS,
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'aiohttp',
    handlers: HANDLERS,
    modules: ['py:aiohttp'],
    spellings: 'fold',
    instances: [{ path: 'ClientSession', defaults: 0 }],
    calls: CALLS,
    options: OPTIONS,
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'urllib',
    handlers: [],
    modules: ['py:urllib.request', 'py:urllib', 'py:urllib2', 'py:six.moves.urllib.request'],
    spellings: 'fold',
    instances: [{ path: 'build_opener' }, { path: 'request.build_opener' }],
    calls: { urlopen: OPEN, 'request.urlopen': OPEN, open: OPEN },
    options: { ...NO_OPTIONS, url: ['url'], body: ['data'] },
    response: RESPONSE,
    byRequest: true,
    requestArguments: ['url', 'body', 'headers'],
  },
  {
    ...ROW,
    name: 'urllib3',
    handlers: [],
    modules: ['py:urllib3'],
    spellings: 'fold',
    instances: [
      { path: 'PoolManager', defaults: 1 },
      { path: 'ProxyManager', defaults: 2 },
    ],
    replacesHeaders: true,
    calls: { request: FIELDS_OR_BODY, urlopen: METHOD_FIRST },
    options: { ...OPTIONS, body: ['body'], query: ['fields'] },
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'Ansible',
    modules: ['py:ansible.module_utils.urls'],
    spellings: 'fold',
    calls: {
      open_url: { args: ['url', 'body', 'headers', 'other', 'options'], method: 'GET' },
      fetch_url: { args: ['other', 'url', 'body', 'headers', 'options'], method: 'GET' },
    },
    options: { ...NO_OPTIONS, url: ['url'], body: ['data'] },
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'http.client',
    modules: ['py:http.client', 'py:http', 'py:httplib'],
    spellings: 'fold',
    instances: ['HTTPSConnection', 'HTTPConnection', 'client.HTTPSConnection', 'client.HTTPConnection'].map(
      (path) => ({ path, base: 0 }),
    ),
    onlyInstances: true,
    calls: { request: CONNECTION_REQUEST },
    options: { ...NO_OPTIONS, url: ['url'], base: ['host'], body: ['body'] },
    response: RESPONSE,
  },
];
