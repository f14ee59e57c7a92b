import type { EmbeddedText, Slot, Tree } from '../../model/index.ts';
import { UNKNOWN, formBody, jsonBody } from '../documents/authored-body.ts';
import type { AuthoredBody } from '../documents/authored-body.ts';
import { fileBody } from '../collections/authored/file-body.ts';
import type { ProjectHost } from '../extractor.ts';
import type { JsonReader } from '../documents/json/reader.ts';
import type { CurlCall, Option } from './curl.ts';
import { source } from './variables.ts';
import type { Variables } from './variables.ts';
import { sourcedFileOf } from './sourced-file.ts';
import { exactWord, knownStart } from './words.ts';
import type { Command, Heredoc, Word } from './words.ts';

/** Body that a curl call sends. */
export interface SentBody {
  readonly hasBody: boolean;
  readonly tree: Tree | undefined;
  readonly embedded: readonly EmbeddedText[];
}

/** Reader of bodies. */
export interface BodyReader {
  readonly file: string;
  readonly text: string;
  readonly variables: Variables;
  readonly commands: readonly Command[];
  readonly host: ProjectHost;
  readonly read: JsonReader;
}

const DATA: ReadonlySet<string> = new Set([
  'data',
  'data-raw',
  'data-binary',
  'data-ascii',
  'data-urlencode',
  'json',
]);
const OTHER: ReadonlySet<string> = new Set(['form', 'form-string', 'upload-file']);

/** Matches `'"$NAME"'`, `'$NAME'` and `'\''` in single quotes; expansions elsewhere. */
const ISLAND = /'"[^'"]*"'|'\$\{?\w+\}?'|'\\''|"'"'"/g;
const EXPANSION = /\$\{[^}"]*\}|\$\w+/g;
const STRING_OR_UNKNOWN = new RegExp(String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|${UNKNOWN}+`, 'g');

/** Text with shell expansions overwritten, as strings where they are outside of one. */
const legible =
  (island: RegExp) =>
  (text: string): string =>
    text
      .replace(island, (found) => UNKNOWN.repeat(found.length))
      .replace(STRING_OR_UNKNOWN, (found) =>
        found.startsWith('"') || found.length < 2 ? found : `"${UNKNOWN.repeat(found.length - 2)}"`,
      );

const NOTHING = /$.^/g;

const slot = (file: string, start: number, end: number, value: string, spelling: Slot['spelling']): Slot => ({
  file,
  span: { start, end },
  value,
  spelling,
});

interface Written {
  readonly slot: Slot;
  readonly islands: RegExp;
}

const inHeredoc = ({ file, text }: BodyReader, { start, end, literal }: Heredoc): Written => ({
  slot: slot(file, start, end, text.slice(start, end), 'plain'),
  islands: literal ? NOTHING : EXPANSION,
});

const isCat = (word: Word | undefined): boolean => word !== undefined && exactWord(word) === 'cat';

/** `$(cat <<EOF … EOF)` */
const heredocIn = ({ parts }: Word): Heredoc | undefined => {
  const [only, more] = parts;
  if (only?.kind !== 'hole' || more !== undefined) return undefined;
  const [command, next] = only.commands;
  return next === undefined && isCat(command?.words[0]) && command?.words.length === 1
    ? command.heredoc
    : undefined;
};

/** Span of a body that is a single quoted string, or a here-document. */
const writtenIn = (reader: BodyReader, word: Word): Written | undefined => {
  const { file, text } = reader;
  if (sourcedFileOf(word) !== undefined) return undefined;
  const heredoc = heredocIn(word);
  if (heredoc !== undefined) return inHeredoc(reader, heredoc);
  const [open, close] = [text[word.start], text[word.end - 1]];
  const [start, end] = [word.start + 1, word.end - 1];
  if (open !== close || end < start) return undefined;
  const raw = text.slice(start, end);
  if (open === "'") return { slot: slot(file, start, end, raw, 'plain'), islands: ISLAND };
  const isPlain = open === '"' && !/(?<!\\)(?:\\\\)*(?:"|`|\$\()|\\[$\n`]/.test(raw);
  if (!isPlain) return undefined;
  const value = raw.replaceAll(/\\([\\"])/g, '$1');
  return { slot: slot(file, start, end, value, 'shell-double'), islands: EXPANSION };
};

/** Fields of `a=1&b=2`, where they are written literally. */
const fieldsOf = ({ file }: BodyReader, word: Word): readonly (readonly [Slot, Slot])[] => {
  const [only] = word.parts;
  if (
    only?.kind !== 'text' ||
    sourcedFileOf(word) !== undefined ||
    only.end - only.start !== only.value.length
  )
    return [];
  return Array.from(
    only.value.matchAll(/(?<=^|[&=])([^&=]+)=([^&]*)/g),
    ({ index, 1: key = '', 2: value = '' }) => {
      const at = only.start + index;
      const from = at + key.length + 1;
      const open = word.parts.length > 1 && index + key.length + 1 + value.length === only.value.length;
      const said = open ? UNKNOWN : value;
      return [
        slot(file, at, at + key.length, key, 'plain'),
        slot(file, from, from + value.length, said, open ? 'fixed' : 'plain'),
      ] as const;
    },
  );
};

const treeOf = (reader: BodyReader, { value, name }: Option, call: CurlCall): Omit<SentBody, 'hasBody'> => {
  const word = source(value, reader.variables);
  const lead = knownStart(word);
  if (lead.startsWith('@') && name !== 'data-raw') {
    const path = exactWord(word)?.slice(1);
    const { heredoc } = call.command;
    const made = path === undefined ? undefined : madeIn(reader, path);
    if (made !== undefined) return made;
    if (path !== '-') {
      const tree = path === undefined ? undefined : fileBody(reader.file, path, reader.host, reader.read);
      return { tree, embedded: [] };
    }
    const body = heredoc && asJson(reader, inHeredoc(reader, heredoc));
    return body ?? { tree: undefined, embedded: [] };
  }
  const written = writtenIn(reader, word);
  return (written && asJson(reader, written)) ?? { tree: undefined, embedded: [] };
};

/** File that the script itself writes: `cat > body.json <<EOF`. */
const madeIn = (reader: BodyReader, path: string): Omit<SentBody, 'hasBody'> | undefined => {
  const [only, more] = reader.commands.filter(({ output }) => output && exactWord(output) === path);
  const heredoc = only && !more && isCat(only.words[0]) ? only.heredoc : undefined;
  return heredoc && asJson(reader, inHeredoc(reader, heredoc));
};

/** Key that identifies a tree. */
export const treeKey = ({ file, span }: Tree): string => `${file}:${span.start}`;

/** JSON in a script, in a here-document or as the value of a variable, whatever its use. */
export const jsonIn = (reader: BodyReader): readonly AuthoredBody[] => {
  const heredocs = reader.commands.flatMap(({ heredoc }) => (heredoc ? [inHeredoc(reader, heredoc)] : []));
  const values = [...reader.variables.values.values()]
    .flat()
    .flatMap((word) => writtenIn(reader, word) ?? []);
  const found = [...heredocs, ...values].flatMap((written) => asJson(reader, written) ?? []);
  return [...new Map(found.map((body) => [treeKey(body.tree), body])).values()];
};

const asJson = (reader: BodyReader, { slot: place, islands }: Written) =>
  jsonBody(place, reader.read, legible(islands));

const formOf = (reader: BodyReader, data: readonly Option[]): Tree | undefined => {
  const words = data.map(({ value }) => source(value, reader.variables));
  const fields = words.map((word) => fieldsOf(reader, word));
  const [first] = fields[0]?.[0] ?? [];
  return first === undefined || fields.some((some) => some.length === 0)
    ? undefined
    : formBody(first, fields.flat());
};

/** Body that a call sends: JSON in quotes, in a here-document, in a file, or the fields of a form. */
export const curlBodyOf = (reader: BodyReader, call: CurlCall): SentBody => {
  const data = call.switches.has('get') ? [] : call.options.filter(({ name }) => DATA.has(name));
  const [only, more] = data;
  if (only === undefined) {
    const hasBody = call.options.some(({ name }) => OTHER.has(name));
    return { hasBody, tree: undefined, embedded: [] };
  }
  const json = more === undefined ? treeOf(reader, only, call) : { tree: undefined, embedded: [] };
  return { ...json, tree: json.tree ?? formOf(reader, data), hasBody: true };
};
