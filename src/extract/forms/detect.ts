import type { Form } from '../../model/index.ts';
import { tellsCalls } from '../recordings/recorded/fields.ts';

/** A form that is told by what a file holds, whatever its name. */
interface Recogniser {
  readonly form: Form;
  /** False where the form cannot be, by texts that it needs: a cheap test before the outline is made. */
  readonly may: (head: string) => boolean;
  /** `keys` are those of the outermost object (`log`) and of the objects in it (`log.entries`; in a list `.scope`). */
  readonly test: (keys: ReadonlySet<string>, head: string) => boolean;
}

/** True where the start of a file holds all of these texts. */
const holds =
  (...texts: readonly string[]) =>
  (head: string): boolean =>
    texts.every((text) => head.includes(text));

const anyOf =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>): boolean =>
    names.some((name) => keys.has(name));

const COLLECTION_SCHEMA = /\\?\/json\\?\/collection\\?\/v2/;

/** A collection without its schema is told by requests with methods. */
const mayBeCollection = (head: string): boolean =>
  head.includes('"item"') &&
  (COLLECTION_SCHEMA.test(head) || (head.includes('"request"') && head.includes('"method"')));

/** A collection says its schema; where its items come first and are long, they have to tell. */
const isCollection = (keys: ReadonlySet<string>, head: string): boolean => {
  if (!keys.has('item') && !keys.has('collection.item')) return false;
  if (COLLECTION_SCHEMA.test(head)) return true;
  const named = keys.has('info') || keys.has('collection.info');
  return !named && head.includes('"request"') && head.includes('"method"');
};

const NOCK_SCOPE = /"scope"\s*:\s*"https?:/i;

/** Other lists have scopes and paths too (permissions, routes); nock's scopes are addresses. */
const isFixture = (keys: ReadonlySet<string>, head: string): boolean =>
  NOCK_SCOPE.test(head) &&
  keys.has('.scope') &&
  keys.has('.path') &&
  (keys.has('.method') || keys.has('.status'));

const MAPPING_KEYS = ['url', 'urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate', 'method'].map(
  (name) => `request.${name}`,
);

/** Other documents have a request and a response too; a mapping tells by which address a request is known. */
const isMapping = (keys: ReadonlySet<string>, head: string): boolean =>
  /"(?:url|urlPath|urlPattern|urlPathPattern|urlPathTemplate|method)"\s*:/.test(head) &&
  (keys.has('mappings')
    ? /"mappings"\s*:\s*\[/.test(head) && head.includes('"request"')
    : anyOf(...MAPPING_KEYS)(keys) && keys.has('response'));

/** One row per form; the first that fits wins. Tools write the members of a form in any order. */
const RECOGNISERS: readonly Recogniser[] = [
  {
    form: 'har',
    may: holds('"log"'),
    test: anyOf('log.entries', 'log.creator', 'log.version', 'log._recordingName'),
  },
  {
    form: 'otlp',
    may: holds('"resourceSpans"'),
    test: anyOf('resourceSpans'),
  },
  {
    form: 'cassette',
    may: holds('interactions"'),
    test: (keys, head) =>
      keys.has('http_interactions') || (keys.has('interactions') && /"ur[il]"\s*:/.test(head)),
  },
  {
    form: 'nock',
    may: (head) => NOCK_SCOPE.test(head),
    test: isFixture,
  },
  { form: 'insomnia', may: holds('"__export_format"'), test: anyOf('__export_format') },
  { form: 'wiremock', may: holds('"request"', '"response"'), test: isMapping },
  { form: 'postman', may: mayBeCollection, test: isCollection },
  {
    form: 'postman',
    may: (head) =>
      head.includes('_postman_') || (head.includes('"environment"') && head.includes('"values"')),
    test: anyOf('_postman_variable_scope', '_postman_exported_at', 'environment.values'),
  },
];

/** A text form that is told line by line. */
interface LineRecogniser {
  readonly form: Form;
  readonly test: (head: string) => boolean;
}

const SENT_LINE = /^(?:\S{8,40} )?> [A-Z]{3,7} \S+ HTTP\/\d/m;
const RECEIVED_LINE = /^(?:\S{8,40} )?< HTTP\/\d/m;
const TRACE_TITLE = /^(?:\S{8,20} )?=> Send header, \d+ bytes \(0x/m;
const ACCESS_LINE =
  /"(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP\/[\d.]+"|\b(?:TCP|UDP|NONE)\w{0,40}\/\d{3} \d+ [A-Z]{3,7} \S/;

/** The extended format of W3C: IIS, CloudFront. */
const NAMED_COLUMNS = /^#Fields:(?=.*\scs-method\b).*\scs-uri(?:-stem)?(?:\s|$)/m;

/** True when most lines tell of a call; the last one may be cut. */
const isAccessLog = (head: string): boolean => {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const calls = lines.filter((line) => ACCESS_LINE.test(line)).length;
  return calls > 0 && calls * 2 >= lines.length;
};

const CASSETTE = /^\uFEFF?(?:http_)?interactions:[ \t]*(?:#.*)?\r?\n[ ]*- /m;
/** A flow: a length, then a short name and its type. */
const FLOW = /^\d{1,12}:\d{1,2}:[a-z_]+[;,]\d/;

const POSTMAN_KIND = /^\$kind:\s*["']?(?:http-request|http-example|collection|environment|folder|globals)\b/m;
/** Environments and globals say no kind: a name, and values that each have a key. */
const POSTMAN_VALUES = /^name:[^]*^values:[ \t]*(?:#.*)?\r?\n[ ]*- (?:key|value|enabled|type):/m;

/** Forms in YAML, which the names of YAML files do not tell. */
const YAML_RECOGNISERS: readonly LineRecogniser[] = [
  { form: 'cassette', test: (head) => CASSETTE.test(head) && /^\s+(?:uri|url):/m.test(head) },
  { form: 'insomnia', test: (head) => /^type:\s*["']?[\w.]*\binsomnia\.rest\/5\./m.test(head) },
  {
    form: 'postman-yaml',
    test: (head) => POSTMAN_KIND.test(head) || (head.includes('\nvalues:') && POSTMAN_VALUES.test(head)),
  },
];

const LINE_RECOGNISERS: readonly LineRecogniser[] = [
  { form: 'mitmproxy', test: (head) => FLOW.test(head) },
  { form: 'curl-log', test: (head) => TRACE_TITLE.test(head) },
  { form: 'curl-log', test: (head) => SENT_LINE.test(head) && RECEIVED_LINE.test(head) },
  { form: 'access-log', test: (head) => NAMED_COLUMNS.test(head) },
  { form: 'access-log', test: isAccessLog },
];

const JSON_LINES = /^\uFEFF?\s*\{[^\n]*\}[ \t\r]*\n\s*\{/;
const JSON_LINE = /^\uFEFF?\s*\{[^\n]*\}\s*$/;

/** Lines of JSON that each tell of a call. Of one line alone the name has to tell that it is a log. */
const isJsonLog = (head: string, isLog: boolean): boolean => {
  if (!JSON_LINES.test(head) && !(isLog && JSON_LINE.test(head))) return false;
  return tellsCalls([...outlineOf(head)].map((key) => key.slice(key.lastIndexOf('.') + 1)));
};

/** Strings, with the colon that makes them keys, and brackets; the last string may be cut. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?|$)|[{}[\]]/gs;

const isJson = (head: string): boolean => /^\uFEFF?\s*(?:\{|\[\s*\{)/.test(head);

/** Keys of the first two levels of a JSON text, of which only the start may be there. */
const outlineOf = (head: string): ReadonlySet<string> => {
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

const formOfJson = (head: string, isLog: boolean): Form | undefined => {
  const possible = RECOGNISERS.filter(({ may }) => may(head));
  const keys = possible.length === 0 ? new Set<string>() : outlineOf(head);
  const form = possible.find(({ test }) => test(keys, head))?.form;
  return form ?? (isJsonLog(head, isLog) ? 'access-log' : undefined);
};

/**
 * The form of a file by its start (64 KiB are enough); `undefined` when the content tells none and the name has to.
 * `head` may be read as Latin-1; `isLog` is true where the name is no other form's, so that it may be a log.
 */
export const recogniseForm = (head: string, isLog = false): Form | undefined => {
  if (isJson(head)) return formOfJson(head, isLog);
  const rows = isLog ? [...YAML_RECOGNISERS, ...LINE_RECOGNISERS] : YAML_RECOGNISERS;
  return rows.find(({ test }) => test(head))?.form;
};

/**
 * False where a file of this start (64 KiB) is surely no collection of Postman or Insomnia: forms that matter whatever
 * words they hold, since the base of their URLs may stand in another file. Cheaper than `recogniseForm`.
 */
export const mayBeCollectionOf = (head: string): boolean =>
  isJson(head)
    ? RECOGNISERS.some(({ form, may }) => (form === 'postman' || form === 'insomnia') && may(head))
    : /insomnia\.rest\/5\.|^\$kind:|^values:/m.test(head);

const RECORDINGS: ReadonlySet<Form> = new Set([
  'access-log',
  'cassette',
  'curl-log',
  'har',
  'mitmproxy',
  'otlp',
]);

/** True for forms that are evidence: they are read as bytes, never held as text, never shown and never edited. */
export const isRecordingForm = (form: Form): boolean => RECORDINGS.has(form);

const COLLECTIONS: ReadonlySet<Form> = new Set([
  'bruno',
  'http',
  'insomnia',
  'nock',
  'postman',
  'postman-yaml',
  'wiremock',
]);

/** True for forms in which people write calls down: collections, request files, mocks. */
export const isCollectionForm = (form: Form): boolean => COLLECTIONS.has(form);
