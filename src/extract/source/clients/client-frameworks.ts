import type { AnswerShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { BROWSER_CLIENTS } from './client-browsers.ts';
import { bodyVerbs, NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const FETCH_OPTIONS: OptionNames = { ...NO_OPTIONS, body: ['body'] };
const AXIOS_OPTIONS: OptionNames = { ...NO_OPTIONS, url: ['url'], base: ['baseURL'], body: ['data'] };
const AXIOS_ANSWER: AnswerShape = { properties: { data: 'body' }, methods: {} };
const REQUEST: CallShape = { args: ['url', 'options'], method: 'GET' };

/** Clients that frameworks and platforms bring along, and clients with a base in their constructor. */
export const FRAMEWORK_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'undici-pool',
    spellings: 'keep',
    modules: ['undici'],
    instances: ['Pool', 'Client', 'BalancedPool'].map((path) => ({ path, base: 0 })),
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' } },
    options: { ...NO_OPTIONS, url: ['path'], base: ['origin'], body: ['body'] },
    answer: { properties: { body: 'response' }, methods: { json: 'body', text: 'text' } },
  },
  {
    ...ROW,
    name: 'nest',
    spellings: 'fold',
    modules: ['@nestjs/axios'],
    instances: [{ path: 'HttpService' }],
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' }, ...bodyVerbs(), ...bodyVerbs('axiosRef.') },
    options: AXIOS_OPTIONS,
    objectBodyIsJson: true,
    answer: AXIOS_ANSWER,
  },
  {
    ...ROW,
    name: 'angular',
    modules: ['@angular/common/http'],
    onlyInstances: true,
    calls: { request: { args: ['method', 'url', 'options'], method: 'GET' }, ...bodyVerbs() },
    options: { ...NO_OPTIONS, body: ['body'] },
    objectBodyIsJson: true,
    answer: { parsed: true, properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'ofetch',
    modules: ['ofetch'],
    instances: ['create', 'ofetch.create', '$fetch.create'].map((path) => ({ path, defaults: 0 })),
    calls: { '': REQUEST, ofetch: REQUEST, $fetch: REQUEST },
    options: { ...FETCH_OPTIONS, base: ['baseURL'], query: ['query', 'params'] },
    objectBodyIsJson: true,
    answer: { parsed: true, properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'openapi-fetch',
    modules: ['openapi-fetch'],
    instances: [{ path: '', defaults: 0 }],
    onlyInstances: true,
    calls: Object.fromEntries(Object.values(verbs(['url', 'options'])).map((shape) => [shape.method, shape])),
    options: { ...FETCH_OPTIONS, base: ['baseUrl'] },
    objectBodyIsJson: true,
    answer: AXIOS_ANSWER,
  },
  {
    ...ROW,
    name: 'UrlFetchApp',
    modules: [''],
    calls: { 'UrlFetchApp.fetch': REQUEST },
    options: { ...NO_OPTIONS, body: ['payload'], jsonFlag: ['contentType'] },
    answer: { properties: {}, methods: { getContentText: 'text' } },
  },
  {
    ...ROW,
    name: 'k6',
    modules: ['k6/http'],
    calls: {
      ...verbs(['url', 'options'], '', ['get', 'head']),
      ...verbs(['url', 'body', 'options'], '', ['post', 'put', 'patch', 'del']),
    },
    answer: { properties: { body: 'text' }, methods: { json: 'body' } },
  },
  {
    ...ROW,
    name: 'pipedream',
    spellings: 'fold',
    modules: ['@pipedream/platform'],
    calls: { axios: { args: ['other', 'options'], method: 'GET' } },
    options: AXIOS_OPTIONS,
    objectBodyIsJson: true,
    answer: { parsed: true, properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'phin',
    modules: ['phin'],
    instances: [{ path: 'defaults', defaults: 0 }],
    calls: { '': REQUEST },
    options: { ...NO_OPTIONS, url: ['url'], body: ['data'], jsonFlag: ['parse'] },
    objectBodyIsJson: true,
    answer: { properties: { body: 'body' }, methods: {} },
  },
  {
    ...ROW,
    name: 'playwright',
    modules: ['@playwright/test', 'playwright', 'playwright-core'],
    instances: [
      { path: 'request.newContext', defaults: 0 },
      { path: 'playwright.request.newContext', defaults: 0 },
      { path: 'test.use', defaults: 0, shared: true },
      { path: 'defineConfig', defaults: 0, member: 'use', shared: true },
    ],
    onlyInstances: true,
    calls: { fetch: REQUEST, ...verbs(['url', 'options']) },
    options: {
      ...NO_OPTIONS,
      base: ['baseURL'],
      headers: ['headers', 'extraHTTPHeaders'],
      body: ['data'],
      query: ['params'],
    },
    objectBodyIsJson: true,
  },
  ...BROWSER_CLIENTS,
];
