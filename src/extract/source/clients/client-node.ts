import type { CallShape, ClientRow } from './client-row.ts';
import { FETCH_MIDDLEWARE } from './client-middleware.ts';
import { FETCH_OPTIONS, NO_OPTIONS, REQUEST, ROW, verbs, VERBS } from './client-shapes.ts';

/** `request` and the packages that wrap it: they differ in a call's result. */
const REQUEST_ROW: Omit<ClientRow, 'name' | 'modules'> = {
  ...ROW,
  below: ['http'],
  spellings: 'fold',
  oneObject: true,
  instances: [{ path: 'defaults', defaults: 0 }],
  calls: { '': REQUEST, ...verbs(['url', 'options'], '', [...VERBS, 'del']) },
  options: {
    ...NO_OPTIONS,
    url: ['url', 'uri'],
    base: ['baseUrl'],
    body: ['body'],
    jsonFlag: ['json'],
    query: ['qs'],
  },
  response: { properties: { body: 'body' }, methods: {} },
  fluent: ['auth', 'oauth', 'form', 'json', 'qs', 'setHeader', 'on', 'once', 'promise'],
  callback: ['none', 'response', 'body'],
};

const METHOD_OF_NEEDLE: CallShape = { args: ['method', 'url', 'body', 'options'], method: 'GET' };

/** Clients of Node: `https`, and packages from before `fetch`. */
export const NODE_CLIENTS: readonly ClientRow[] = [
  { ...REQUEST_ROW, name: 'request', modules: ['request', 'postman-request', '@cypress/request'] },
  {
    ...REQUEST_ROW,
    name: 'request-promise',
    modules: ['request-promise', 'request-promise-native', 'request-promise-any'],
    response: { parsed: true, properties: { body: 'body' }, methods: {} },
  },
  {
    ...ROW,
    name: 'needle',
    below: ['http'],
    spellings: 'fold',
    jsonAccept: 'by-flag',
    modules: ['needle'],
    calls: {
      '': { ...METHOD_OF_NEEDLE, leavesOutBody: true },
      request: METHOD_OF_NEEDLE,
      ...verbs(['url', 'options'], '', ['get', 'head']),
      ...verbs(['url', 'body', 'options'], '', ['post', 'put', 'patch', 'delete']),
    },
    options: { ...NO_OPTIONS, jsonFlag: ['json'] },
    response: { properties: { body: 'body' }, methods: {}, parsesOnly: 'application/json' },
    callback: ['none', 'response', 'body'],
  },
  {
    ...ROW,
    name: 'https',
    below: ['http'],
    spellings: 'fold',
    modules: ['https', 'http', 'follow-redirects', 'follow-redirects.https'],
    calls: { request: REQUEST, get: REQUEST, 'https.request': REQUEST, 'https.get': REQUEST },
    options: { ...NO_OPTIONS, host: ['hostname', 'host'], path: ['path'] },
    response: { properties: {}, methods: {} },
    callback: ['response'],
    fluent: ['on', 'once', 'addListener', 'prependListener', 'off', 'setTimeout'],
    writable: true,
  },
  {
    ...ROW,
    name: 'urllib',
    middleware: FETCH_MIDDLEWARE,
    below: ['dispatcher'],
    spellings: 'fold',
    modules: ['urllib'],
    instances: [
      { path: 'HttpClient', defaults: undefined },
      { path: 'HttpClient2', defaults: undefined },
      { path: 'create', defaults: undefined },
    ],
    calls: { request: REQUEST, curl: REQUEST, requestWithCallback: REQUEST, '': REQUEST },
    options: { ...NO_OPTIONS, body: ['data', 'content'], jsonFlag: ['contentType'] },
    response: { properties: { data: 'body' }, methods: {} },
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
];
