import type { Form } from '../model/index.ts';

/** A form that is told by what a file holds, whatever its name. */
interface Recogniser {
  readonly form: Form;
  /** Text without which the form cannot be: a cheap test before the outline is made. */
  readonly hint: string;
  /** `keys` are those of the outermost object (`log`) and of the objects in it (`log.entries`; in a list `.scope`). */
  readonly test: (keys: ReadonlySet<string>, head: string) => boolean;
}

const anyOf =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>): boolean =>
    names.some((name) => keys.has(name));

const COLLECTION_SCHEMA = /\\?\/json\\?\/collection\\?\/v2/;

/** A collection says its schema; where its items come first and are long, they have to tell. */
const isCollection = (keys: ReadonlySet<string>, head: string): boolean => {
  if (!keys.has('item') && !keys.has('collection.item')) return false;
  if (COLLECTION_SCHEMA.test(head)) return true;
  const named = keys.has('info') || keys.has('collection.info');
  return !named && head.includes('"request"') && head.includes('"method"');
};

/** Other lists have scopes and paths too (permissions, routes); nock's scopes are addresses. */
const isFixture = (keys: ReadonlySet<string>, head: string): boolean =>
  /"scope"\s*:\s*"https?:/i.test(head) &&
  keys.has('.scope') &&
  keys.has('.path') &&
  (keys.has('.method') || keys.has('.status'));

/** One row per form; the first that fits wins. Tools write the members of a form in any order. */
const RECOGNISERS: readonly Recogniser[] = [
  {
    form: 'har',
    hint: '"log"',
    test: anyOf('log.entries', 'log.creator', 'log.version', 'log._recordingName'),
  },
  {
    form: 'nock',
    hint: '"scope"',
    test: isFixture,
  },
  { form: 'postman', hint: '"item"', test: isCollection },
  {
    form: 'postman',
    hint: '"values"',
    test: anyOf('_postman_variable_scope', '_postman_exported_at', 'environment.values'),
  },
];

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

/**
 * The form of a file by its start (64 KiB are enough); `undefined` when the content tells none and the name has to.
 * `head` may be read as Latin-1.
 */
export const recogniseForm = (head: string): Form | undefined => {
  if (!isJson(head)) return undefined;
  const possible = RECOGNISERS.filter(({ hint }) => head.includes(hint));
  if (possible.length === 0) return undefined;
  const keys = outlineOf(head);
  return possible.find(({ test }) => test(keys, head))?.form;
};

const RECORDINGS: ReadonlySet<Form> = new Set(['har']);

/** True for forms that are evidence: they are read as bytes, never held as text, never shown and never edited. */
export const isRecordingForm = (form: Form): boolean => RECORDINGS.has(form);
