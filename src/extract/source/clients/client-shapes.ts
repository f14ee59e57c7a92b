import type { CallShape, ClientRow, OptionNames } from './client-row.ts';

/** Options object with no known members but method and headers. */
export const NO_OPTIONS: OptionNames = {
  url: [],
  base: [],
  host: [],
  path: [],
  method: ['method'],
  headers: ['headers'],
  body: [],
  json: [],
  query: [],
  jsonFlag: [],
};

/** Options of `fetch(url, options)`. */
export const FETCH_OPTIONS: OptionNames = { ...NO_OPTIONS, body: ['body'] };

/** Arguments of `fetch(url, options)`, with the method of a call without options. */
export const REQUEST: CallShape = { args: ['url', 'options'], method: 'GET' };

/** Defaults of all rows. */
export const ROW: Omit<ClientRow, 'name' | 'modules' | 'calls'> = {
  instances: [],
  onlyInstances: false,
  options: NO_OPTIONS,
  objectBodyIsJson: false,
  listValues: false,
  spellings: 'join',
  response: { properties: {}, methods: { json: 'body', text: 'text' } },
  fluent: [],
  callback: [],
  chained: false,
  writable: false,
};

/** HTTP methods that clients have a function for. */
export const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
const upper = (verb: string): string => (verb === 'del' ? 'DELETE' : verb.toUpperCase());
const sends = (verb: string): boolean => verb === 'post' || verb === 'put' || verb === 'patch';

/** The same arguments for every verb, with its own method. */
export const verbs = (
  args: CallShape['args'],
  prefix = '',
  names: readonly string[] = VERBS,
): Record<string, CallShape> =>
  Object.fromEntries(names.map((verb) => [`${prefix}${verb}`, { args, method: upper(verb) }]));

/** Verbs that take a body before the options, and verbs that do not. */
export const bodyVerbs = (prefix = ''): Record<string, CallShape> => ({
  ...verbs(
    ['url', 'options'],
    prefix,
    VERBS.filter((verb) => !sends(verb)),
  ),
  ...verbs(['url', 'body', 'options'], prefix, VERBS.filter(sends)),
});
