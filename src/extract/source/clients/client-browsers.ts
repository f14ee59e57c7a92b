import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { JQUERY_MIDDLEWARE } from './client-middleware.ts';
import { NO_OPTIONS, REQUEST, ROW } from './client-shapes.ts';

const PARSED: ResponseShape = { parsed: true, properties: {}, methods: {} };
const JQUERY_OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  method: ['method', 'type'],
  body: ['data'],
};
const JQUERY_CALLS: Readonly<Record<string, CallShape>> = {
  ajax: REQUEST,
  get: { args: ['url'], method: 'GET' },
  getJSON: { args: ['url'], method: 'GET' },
  post: { args: ['url', 'body'], method: 'POST' },
};

const JQUERY: Omit<ClientRow, 'name' | 'modules' | 'calls'> = {
  ...ROW,
  middleware: JQUERY_MIDDLEWARE,
  below: ['xhr', 'jquery'],
  options: JQUERY_OPTIONS,
  response: PARSED,
  callback: ['body'],
};

/** Clients of browsers, and low-level HTTP clients. */
export const BROWSER_CLIENTS: readonly ClientRow[] = [
  {
    ...JQUERY,
    name: 'jquery',
    modules: ['jquery'],
    calls: JQUERY_CALLS,
  },
  {
    ...JQUERY,
    name: '$',
    modules: [''],
    calls: Object.fromEntries(
      ['$', 'jQuery'].flatMap((root) =>
        Object.entries(JQUERY_CALLS).map(([path, shape]) => [`${root}.${path}`, shape]),
      ),
    ),
  },
  {
    ...ROW,
    name: 'http2',
    modules: ['http2'],
    instances: [{ path: 'connect', base: 0 }],
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' } },
    // Its headers, method and path are in one object.
    options: { ...NO_OPTIONS, base: [':authority'], path: [':path'], method: [':method'], headers: [] },
    response: { properties: {}, methods: {} },
    writable: true,
  },
  {
    ...ROW,
    name: 'XMLHttpRequest',
    below: ['xhr'],
    modules: ['', 'xmlhttprequest', 'xhr2'],
    instances: [{ path: 'XMLHttpRequest' }],
    onlyInstances: true,
    calls: { open: { args: ['method', 'url'], method: 'GET' } },
    response: { properties: {}, methods: {} },
    opened: true,
  },
];
