import type { ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const ALL = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** Options of LuaSocket; its shorter form takes a URL alone. */
const SOCKET: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  host: ['host'],
  path: ['uri', 'path'],
  body: ['source'],
};

/** Clients of Lua. */
export const LUA_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'LuaSocket',
    modules: ['lua:socket.http', 'lua:ssl.https'],
    calls: { request: { args: ['url', 'body'], method: 'GET', methodWithBody: 'POST' } },
    options: SOCKET,
    response: { printed: true, properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'lua-resty-http',
    modules: ['lua:resty.http'],
    instances: [{ path: 'new' }],
    onlyInstances: true,
    calls: {
      request_uri: { args: ['url', 'options'], method: 'GET' },
      request: { args: ['options'], method: 'GET' },
    },
    options: { ...NO_OPTIONS, host: ['host'], path: ['path'], body: ['body'], query: ['query'] },
    response: { properties: { body: 'text' }, methods: { read_body: 'text' } },
  },
  {
    ...ROW,
    name: 'Lua-cURL',
    modules: ['lua:cURL', 'lua:cURL.safe', 'lua:lcurl', 'lua:lcurl.safe'],
    calls: { easy: { args: ['options'], method: 'GET', methodWithBody: 'POST' } },
    options: {
      ...NO_OPTIONS,
      url: ['url'],
      method: ['customrequest'],
      headers: ['httpheader'],
      body: ['postfields'],
    },
    headerLines: 'only',
    response: { properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'lua-requests',
    modules: ['lua:requests'],
    calls: verbs(['url', 'options'], '', ALL),
    options: { ...NO_OPTIONS, body: ['data'], query: ['params'] },
    response: { properties: { text: 'text' }, methods: { json: 'body' } },
  },
];
