import type { ResponseShape, CallShape, ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const RESPONSE: ResponseShape = {
  properties: { body: 'text', parsed_response: 'body' },
  methods: { body: 'text', parse: 'body', to_s: 'text' },
};
const OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  url: ['url'],
  body: ['body'],
  json: ['json'],
  query: ['query', 'params'],
};
const ALL = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const SENDING = ['post', 'put', 'patch'];
const BY_OPTIONS: Record<string, CallShape> = verbs(['url', 'options'], '', ALL);

/** Clients of Ruby; named arguments are their options. */
export const RUBY_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'Net::HTTP',
    modules: ['rb:Net'],
    spellings: 'fold',
    calls: { send: { args: ['url'], method: 'GET' } },
    options: { ...NO_OPTIONS, body: ['data'] },
    response: RESPONSE,
    byRequest: true,
  },
  {
    ...ROW,
    name: 'Net::HTTP (class)',
    modules: ['rb:Net'],
    spellings: 'fold',
    calls: {
      get: { args: ['url', 'headers'], method: 'GET' },
      get_response: { args: ['url', 'headers'], method: 'GET' },
      post: { args: ['url', 'body', 'headers'], method: 'POST' },
    },
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'HTTParty',
    modules: ['rb:HTTParty'],
    spellings: 'fold',
    instances: [{ path: 'create', defaults: 0 }],
    calls: BY_OPTIONS,
    options: { ...OPTIONS, base: ['base_uri'] },
    response: {
      properties: { body: 'text', parsed_response: 'body' },
      methods: { body: 'text', parsed_response: 'body' },
      parsesOnly: 'application/json',
      delegates: true,
    },
  },
  {
    ...ROW,
    name: 'http.rb',
    modules: ['rb:HTTP'],
    spellings: 'fold',
    calls: BY_OPTIONS,
    options: OPTIONS,
    response: {
      properties: { ...RESPONSE.properties, parse: 'body' },
      methods: RESPONSE.methods,
      parsesOnly: 'application/json',
    },
  },
  {
    ...ROW,
    name: 'RestClient',
    handlers: [],
    modules: ['rb:RestClient'],
    spellings: 'fold',
    calls: {
      ...verbs(['url', 'headers'], '', ALL),
      ...verbs(['url', 'body', 'headers'], '', SENDING),
      execute: { args: ['options'], method: 'GET' },
    },
    options: { ...OPTIONS, body: ['payload'] },
    response: RESPONSE,
  },
  {
    ...ROW,
    name: 'Typhoeus',
    modules: ['rb:Typhoeus'],
    spellings: 'fold',
    calls: { ...BY_OPTIONS, request: { args: ['url', 'options'], method: 'GET' } },
    options: { ...NO_OPTIONS, body: ['body'], query: ['params'] },
    response: {
      properties: { ...RESPONSE.properties, response: 'response', response_body: 'text' },
      methods: { ...RESPONSE.methods, run: 'response', response: 'response', response_body: 'text' },
    },
  },
  {
    ...ROW,
    name: 'Faraday',
    handlers: ['middleware'],
    handlersUnseen: true,
    modules: ['rb:Faraday'],
    spellings: 'fold',
    instances: [{ path: 'new', defaults: 0 }],
    calls: {
      ...verbs(['url', 'other', 'headers'], '', ALL),
      ...verbs(['url', 'body', 'headers'], '', SENDING),
    },
    options: { ...OPTIONS, base: ['url'], url: [], jsonFlag: ['encodes'] },
    // A document where `:json` parses responses; `JSON.parse` takes either.
    response: { properties: { body: 'body' }, methods: { body: 'body' } },
  },
];
