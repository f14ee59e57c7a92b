import type { ClientRow } from './client-row.ts';
import { CHAINED_MIDDLEWARE } from './client-middleware.ts';
import { NO_OPTIONS, ROW, VERBS, verbs } from './client-shapes.ts';

/** Methods that configure an agent of superagent and return it. */
const AGENT_SETUP = [
  'set',
  'auth',
  'use',
  'timeout',
  'retry',
  'accept',
  'type',
  'query',
  'redirects',
  'ok',
  'ca',
  'key',
  'cert',
  'withCredentials',
  'buffer',
];

/** Calls after a request of superagent or similar that do not change headers, or set known ones. */
const LINKS: ReadonlySet<string> = new Set(
  `${AGENT_SETUP.join(' ')} header unset get getHeader send write attach field parse serialize responseType
  sortQuery pfx lookup connect trustLocalhost disableTLSCerts http2 maxResponseSize bearer on once off expect
  abort toJSON clearTimeout agent`.split(/\s+/),
);

/** Clients whose headers and body are set by chained calls. */
export const CHAINED_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'superagent',
    middleware: CHAINED_MIDDLEWARE,
    below: ['http', 'xhr'],
    spellings: 'fold',
    oneObject: true,
    modules: ['superagent'],
    instances: [{ path: 'agent', defaults: undefined }],
    calls: {
      '': { args: ['method', 'url'], method: 'GET' },
      ...verbs(['url', 'body'], '', [...VERBS, 'del']),
    },
    objectBodyIsJson: true,
    response: { properties: { body: 'body', text: 'text' }, methods: {} },
    callback: ['none', 'response'],
    chained: true,
    setup: AGENT_SETUP,
    links: LINKS,
    prefixes: ['superagent-prefix', 'superagent-use-prefix'],
    options: { ...NO_OPTIONS, base: ['prefix'] },
  },
  {
    ...ROW,
    name: 'supertest',
    middleware: CHAINED_MIDDLEWARE,
    below: ['http'],
    spellings: 'fold',
    oneObject: true,
    modules: ['supertest', 'supertest-as-promised', 'supertest-session'],
    instances: ['', 'agent', 'default'].map((path) => ({ path, base: 0, mayServe: true })),
    onlyInstances: true,
    calls: verbs(['url', 'body'], '', [...VERBS, 'del']),
    options: { ...NO_OPTIONS, base: ['base'] },
    objectBodyIsJson: true,
    response: { properties: { body: 'body', text: 'text' }, methods: {} },
    callback: ['none', 'response'],
    chained: true,
    setup: AGENT_SETUP,
    links: LINKS,
  },
];
