import { mayDescribeCalls } from '../recordings/recorded/fields.ts';
import type { JsonSign } from './format.ts';

/** Matches strings, with the colon after keys, and brackets; the last string may be cut. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|$)|[{}[\]]/gs;

/** Keys of the first two levels of a JSON text, of which only the start may be available. */
export const outlineOf = (head: string): ReadonlySet<string> => {
  const keys = new Set<string>();
  let depth = 0;
  let outer = '';
  for (const [token, text, colon] of head.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (colon !== undefined && text !== undefined && depth === 1) outer = text;
    if (colon !== undefined && text !== undefined && depth <= 2)
      keys.add(depth === 1 ? text : `${outer}.${text}`);
  }
  return keys;
};

const anyOf =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>): boolean =>
    names.some((name) => keys.has(name));

/** Detection by content: all of these texts, then one of these keys. */
export const keySign = (texts: readonly string[], names: readonly string[]): JsonSign => ({
  may: (head) => texts.every((text) => head.includes(text)),
  test: anyOf(...names),
});

/** Recorded HTTP session of VCR or similar in JSON. */
export const cassetteSign: JsonSign = {
  may: (head) => head.includes('interactions"'),
  test: (keys, head) =>
    keys.has('http_interactions') || (keys.has('interactions') && /"ur[il]"\s*:/.test(head)),
};

const COLLECTION_SCHEMA = /\\?\/json\\?\/collection\\?\/v2/;

/** A collection without its schema is detected by requests with methods. */
const mayBeCollection = (head: string): boolean =>
  head.includes('"item"') &&
  (COLLECTION_SCHEMA.test(head) || (head.includes('"request"') && head.includes('"method"')));

/** A collection names its schema; where its items come first and are long, they decide. */
const isCollection = (keys: ReadonlySet<string>, head: string): boolean => {
  if (!keys.has('item') && !keys.has('collection.item')) return false;
  if (COLLECTION_SCHEMA.test(head)) return true;
  const named = keys.has('info') || keys.has('collection.info');
  return !named && head.includes('"request"') && head.includes('"method"');
};

const NOCK_SCOPE = /"scope"\s*:\s*"https?:/i;

/** Other lists have scopes and paths too (permissions, routes); nock's scopes are URLs. */
const isFixture = (keys: ReadonlySet<string>, head: string): boolean =>
  NOCK_SCOPE.test(head) &&
  keys.has('.scope') &&
  keys.has('.path') &&
  (keys.has('.method') || keys.has('.status'));

const MAPPING_KEYS = ['url', 'urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate', 'method'].map(
  (name) => `request.${name}`,
);

/** Other documents have a request and a response too; a mapping has a URL matcher. */
const isMapping = (keys: ReadonlySet<string>, head: string): boolean =>
  /"(?:url|urlPath|urlPattern|urlPathPattern|urlPathTemplate|method)"\s*:/.test(head) &&
  (keys.has('mappings')
    ? /"mappings"\s*:\s*\[/.test(head) && head.includes('"request"')
    : anyOf(...MAPPING_KEYS)(keys) && keys.has('response'));

/** A Postman collection. */
export const collectionSign: JsonSign = { may: mayBeCollection, test: isCollection };

/** Postman environment or globals. */
export const environmentSign: JsonSign = {
  may: (head) => head.includes('_postman_') || (head.includes('"environment"') && head.includes('"values"')),
  test: anyOf('_postman_variable_scope', '_postman_exported_at', 'environment.values'),
};

/** Fixtures of nock. */
export const nockSign: JsonSign = { may: (head) => NOCK_SCOPE.test(head), test: isFixture };

/** Mappings of WireMock. */
export const wiremockSign: JsonSign = {
  may: (head) => head.includes('"request"') && head.includes('"response"'),
  test: isMapping,
};

const JSON_LINES = /^\uFEFF?\s*\{[^\n]*\}[ \t\r]*\n\s*\{/;
const JSON_LINE = /^\uFEFF?\s*\{[^\n]*\}\s*$/;

/** JSON lines that each record a call. For a single line the name has to indicate a log. */
export const jsonLogSign: JsonSign = {
  may: (head, isLog) => JSON_LINES.test(head) || (isLog && JSON_LINE.test(head)),
  test: (keys) => mayDescribeCalls([...keys].map((key) => key.slice(key.lastIndexOf('.') + 1))),
};
