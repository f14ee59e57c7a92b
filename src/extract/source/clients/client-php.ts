import type { ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const ALL = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  base: ['base_uri'],
  body: ['body'],
  json: ['json'],
  query: ['query'],
};

/** A request of curl, or of a stream, is an object that is created before it is sent. */
const REQUEST: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  method: ['custom', 'method'],
  body: ['body'],
};

/** Clients of PHP. */
export const PHP_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'curl',
    modules: ['php:Curl'],
    spellings: 'fold',
    calls: { exec: { args: ['options'], method: 'GET' } },
    options: REQUEST,
    headerLines: 'only',
  },
  {
    ...ROW,
    name: 'file_get_contents',
    modules: ['php:Stream'],
    spellings: 'fold',
    calls: {
      get: { args: ['url', 'options'], method: 'GET' },
      open: { args: ['url'], method: 'GET' },
    },
    options: { ...NO_OPTIONS, headers: ['header'], body: ['content'] },
    headerLines: 'only',
  },
  {
    ...ROW,
    name: 'Guzzle',
    modules: ['php:Guzzle'],
    spellings: 'fold',
    instances: [{ path: 'Client', defaults: 0 }],
    onlyInstances: true,
    calls: {
      request: { args: ['method', 'url', 'options'], method: 'GET' },
      requestAsync: { args: ['method', 'url', 'options'], method: 'GET' },
      ...verbs(['url', 'options'], '', ALL),
      ...Object.fromEntries(
        ALL.map((verb) => [
          `${verb}Async`,
          { args: ['url', 'options'] as const, method: verb.toUpperCase() },
        ]),
      ),
      send: { args: ['url', 'other'], method: 'GET' },
    },
    options: { ...OPTIONS, url: ['url'] },
    handlers: ['handler'],
    handlersUnseen: true,
    response: { properties: {}, methods: { getBody: 'text', getContents: 'text', wait: 'response' } },
  },
  {
    ...ROW,
    name: 'Symfony HttpClient',
    modules: ['php:Symfony'],
    spellings: 'fold',
    instances: [{ path: 'create', defaults: 0 }],
    onlyInstances: true,
    calls: { request: { args: ['method', 'url', 'options'], method: 'GET' } },
    options: OPTIONS,
    headerLines: 'too',
    response: { properties: {}, methods: { toArray: 'body', getContent: 'text' } },
  },
  {
    ...ROW,
    name: 'Laravel Http',
    modules: ['php:Laravel'],
    spellings: 'fold',
    instances: [{ path: 'create', defaults: 0 }],
    onlyInstances: true,
    calls: {
      ...verbs(['url', 'other'], '', ['get', 'head']),
      ...verbs(['url', 'body'], '', ['post', 'put', 'patch', 'delete']),
    },
    options: { ...NO_OPTIONS, base: ['base'] },
    objectBodyIsJson: true,
    response: {
      properties: {},
      methods: { json: 'body', object: 'body', collect: 'body', body: 'text' },
    },
  },
  {
    ...ROW,
    name: 'wp_remote_get',
    modules: ['php:WordPress'],
    spellings: 'fold',
    calls: {
      get: { args: ['url', 'options'], method: 'GET' },
      post: { args: ['url', 'options'], method: 'POST' },
      head: { args: ['url', 'options'], method: 'HEAD' },
      request: { args: ['url', 'options'], method: 'GET' },
    },
    options: { ...NO_OPTIONS, body: ['body'] },
  },
];
