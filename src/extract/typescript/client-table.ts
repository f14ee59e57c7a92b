import type { AnswerShape, CallShape, ClientRow, OptionNames } from './client-row.ts';

const NO_OPTIONS: OptionNames = { url: [], base: [], host: [], path: [], body: [], json: [], jsonFlag: [] };

const ROW: Omit<ClientRow, 'name' | 'modules' | 'calls'> = {
  instances: [],
  onlyInstances: false,
  options: NO_OPTIONS,
  objectBodyIsJson: false,
  listValues: false,
  answer: { properties: {}, methods: { json: 'body', text: 'text' } },
  callback: [],
  chained: false,
  writable: false,
};

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
const upper = (verb: string): string => (verb === 'del' ? 'DELETE' : verb.toUpperCase());
const sends = (verb: string): boolean => verb === 'post' || verb === 'put' || verb === 'patch';

/** The same arguments for every verb, with its own method. */
const verbs = (
  args: CallShape['args'],
  prefix = '',
  names: readonly string[] = VERBS,
): Record<string, CallShape> =>
  Object.fromEntries(names.map((verb) => [`${prefix}${verb}`, { args, method: upper(verb) }]));

/** Verbs that take a body before the options, and verbs that do not. */
const bodyVerbs = (): Record<string, CallShape> => ({
  ...verbs(
    ['url', 'options'],
    '',
    VERBS.filter((verb) => !sends(verb)),
  ),
  ...verbs(['url', 'body', 'options'], '', VERBS.filter(sends)),
});

const FETCH_OPTIONS: OptionNames = { ...NO_OPTIONS, body: ['body'] };
const AXIOS_OPTIONS: OptionNames = { ...NO_OPTIONS, url: ['url'], base: ['baseURL'], body: ['data'] };
const AXIOS_ANSWER: AnswerShape = { properties: { data: 'body' }, methods: {} };
const REQUEST: CallShape = { args: ['url', 'options'], method: 'GET' };

const APP_SERVICES: Pick<ClientRow, 'options' | 'listValues' | 'answer'> = {
  options: {
    ...NO_OPTIONS,
    url: ['url'],
    host: ['host'],
    path: ['path'],
    body: ['body'],
    jsonFlag: ['encodeBodyAsJSON'],
  },
  listValues: true,
  answer: { properties: { body: 'text' }, methods: { text: 'text', json: 'body' } },
};

/** The table. A row says which callee, which argument is the URL, method, headers and body. */
export const CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'fetch',
    modules: [
      '',
      'node-fetch',
      'undici',
      'cross-fetch',
      'isomorphic-fetch',
      'node-fetch-native',
      '@whatwg-node/fetch',
    ],
    calls: { fetch: REQUEST, '': REQUEST },
    options: FETCH_OPTIONS,
  },
  {
    ...ROW,
    name: 'undici',
    modules: ['undici'],
    calls: { request: REQUEST },
    options: FETCH_OPTIONS,
    answer: { properties: { body: 'response' }, methods: { json: 'body', text: 'text' } },
  },
  {
    ...ROW,
    name: 'axios',
    modules: ['axios', 'axios-https-proxy-fix', 'redaxios'],
    instances: [
      { path: 'create', defaults: 0 },
      { path: 'Axios', defaults: 0 },
    ],
    calls: { '': REQUEST, request: REQUEST, ...bodyVerbs() },
    options: AXIOS_OPTIONS,
    objectBodyIsJson: true,
    answer: AXIOS_ANSWER,
  },
  {
    ...ROW,
    name: 'axios-digest-auth',
    modules: ['@mhoc/axios-digest-auth', '@koush/axios-digest-auth'],
    instances: [{ path: '', defaults: undefined }],
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' } },
    options: AXIOS_OPTIONS,
    objectBodyIsJson: true,
    answer: AXIOS_ANSWER,
  },
  {
    ...ROW,
    name: 'axios-digest',
    modules: ['axios-digest'],
    instances: [
      { path: '', defaults: undefined },
      { path: 'AxiosDigest', defaults: undefined },
    ],
    onlyInstances: true,
    calls: { request: REQUEST, ...bodyVerbs() },
    options: AXIOS_OPTIONS,
    objectBodyIsJson: true,
    answer: AXIOS_ANSWER,
  },
  {
    ...ROW,
    name: 'got',
    modules: ['got'],
    instances: [{ path: 'extend', defaults: 0 }],
    calls: { '': REQUEST, got: REQUEST, ...verbs(['url', 'options']), ...verbs(['url', 'options'], 'got.') },
    options: { ...NO_OPTIONS, url: ['url'], base: ['prefixUrl', 'baseUrl'], body: ['body'], json: ['json'] },
    answer: { properties: { body: 'body' }, methods: { json: 'body', text: 'text' } },
  },
  {
    ...ROW,
    name: 'ky',
    modules: ['ky', 'ky-universal'],
    instances: [
      { path: 'create', defaults: 0 },
      { path: 'extend', defaults: 0 },
    ],
    calls: { '': REQUEST, ...verbs(['url', 'options']) },
    options: { ...NO_OPTIONS, base: ['prefixUrl', 'prefix'], body: ['body'], json: ['json'] },
  },
  {
    ...ROW,
    name: 'superagent',
    modules: ['superagent'],
    instances: [{ path: 'agent', defaults: undefined }],
    calls: verbs(['url', 'body'], '', [...VERBS, 'del']),
    objectBodyIsJson: true,
    answer: { properties: { body: 'body', text: 'text' }, methods: {} },
    callback: ['none', 'response'],
    chained: true,
  },
  {
    ...ROW,
    name: 'request',
    modules: ['request', 'request-promise', 'request-promise-native', 'postman-request', '@cypress/request'],
    instances: [{ path: 'defaults', defaults: 0 }],
    calls: { '': REQUEST, ...verbs(['url', 'options'], '', [...VERBS, 'del']) },
    options: { ...NO_OPTIONS, url: ['url', 'uri'], base: ['baseUrl'], body: ['body'], jsonFlag: ['json'] },
    answer: { properties: { body: 'body' }, methods: {} },
    callback: ['none', 'response', 'body'],
  },
  {
    ...ROW,
    name: 'needle',
    modules: ['needle'],
    calls: {
      '': { args: ['method', 'url', 'body', 'options'], method: 'GET' },
      request: { args: ['method', 'url', 'body', 'options'], method: 'GET' },
      ...verbs(['url', 'options'], '', ['get', 'head']),
      ...verbs(['url', 'body', 'options'], '', ['post', 'put', 'patch', 'delete']),
    },
    options: { ...NO_OPTIONS, jsonFlag: ['json'] },
    answer: { properties: { body: 'body' }, methods: {} },
    callback: ['none', 'response', 'body'],
  },
  {
    ...ROW,
    name: 'https',
    modules: ['https', 'http', 'follow-redirects', 'follow-redirects.https'],
    calls: { request: REQUEST, get: REQUEST, 'https.request': REQUEST, 'https.get': REQUEST },
    options: { ...NO_OPTIONS, host: ['hostname', 'host'], path: ['path'] },
    answer: { properties: {}, methods: {} },
    callback: ['response'],
    writable: true,
  },
  {
    ...ROW,
    name: 'urllib',
    modules: ['urllib'],
    instances: [
      { path: 'HttpClient', defaults: undefined },
      { path: 'HttpClient2', defaults: undefined },
      { path: 'create', defaults: undefined },
    ],
    calls: { request: REQUEST, curl: REQUEST, requestWithCallback: REQUEST, '': REQUEST },
    options: { ...NO_OPTIONS, body: ['data', 'content'], jsonFlag: ['contentType'] },
    answer: { properties: { data: 'body' }, methods: {} },
    callback: ['none', 'body', 'response'],
  },
  {
    ...ROW,
    name: 'digest-fetch',
    modules: ['digest-fetch', 'digest-fetch-fork', 'http-digest-client'],
    instances: [
      { path: '', defaults: undefined },
      { path: 'DigestClient', defaults: undefined },
      { path: 'DigestFetch', defaults: undefined },
    ],
    onlyInstances: true,
    calls: { fetch: REQUEST },
    options: FETCH_OPTIONS,
  },
  {
    ...ROW,
    ...APP_SERVICES,
    name: 'context.http',
    modules: [''],
    calls: {
      'context.http.request': { args: ['options'], method: 'GET' },
      ...verbs(['options'], 'context.http.'),
    },
  },
  {
    ...ROW,
    ...APP_SERVICES,
    name: 'http service',
    modules: [''],
    instances: [{ path: 'context.services.get', defaults: undefined }],
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' }, ...verbs(['options']) },
  },
];
