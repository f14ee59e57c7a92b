import type { EmbeddedText, Slot, Tree } from '../../model/index.ts';
import { UNKNOWN, formBody, jsonBody } from '../documents/authored-body.ts';
import type { AuthoredBody } from '../documents/authored-body.ts';
import { fileBody } from '../collections/authored/file-body.ts';
import type { ProjectHost } from '../extractor.ts';
import type { JsonReader } from '../documents/json/reader.ts';
import { nameOfCommand } from './curl.ts';
import type { CurlCall, Option } from './curl.ts';
import { source } from './variables.ts';
import type { Variables } from './variables.ts';
import { sourcedFileOf } from './sourced-file.ts';
import { exactWord, knownStart } from './words.ts';
import type { Command, Word } from './words.ts';
import { inHeredoc, inQuotes } from './written-text.ts';
import type { WrittenText } from './written-text.ts';
import { inputOf, outputOf, substitutedIn } from './written.ts';
import type { CommandIn, Content } from './written.ts';

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
  /** Call of a function whose commands read its input. */
  readonly input?: CommandIn | undefined;
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

const slot = (file: string, start: number, end: number, value: string, spelling: Slot['spelling']): Slot => ({
  file,
  span: { start, end },
  value,
  spelling,
});

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

type Body = Omit<SentBody, 'hasBody'>;

const NO_BODY: Body = { tree: undefined, embedded: [] };

/** What the call reads: its own input, or that of the function that it is in. */
const readBy = (reader: BodyReader, command: Command): Content | undefined => {
  const isGiven = command.heredoc ?? command.input ?? command.source;
  const from = isGiven ? { command, variables: reader.variables } : reader.input;
  return from && inputOf(reader, from);
};

const bodyOf = (reader: BodyReader, content: Content | undefined): Body | undefined => {
  if (content?.kind === 'tree') return { tree: content.tree, embedded: [] };
  if (content?.kind === 'text') return asJson(reader, content.written);
  return content && inFile(reader, content.name);
};

/** Body in a file, which the script may write itself: `cat > body.json <<EOF`. */
const inFile = (reader: BodyReader, path: string): Body => {
  const [only, more] = reader.commands.filter(({ output }) => output && exactWord(output) === path);
  const made = only && !more && outputOf(reader, { command: only, variables: reader.variables });
  const body = made && made.kind !== 'file' ? bodyOf(reader, made) : undefined;
  return body ?? { tree: fileBody(reader.file, path, reader.host, reader.read), embedded: [] };
};

const treeOf = (reader: BodyReader, { value, name }: Option, call: CurlCall): Body => {
  const word = source(value, reader.variables);
  if (knownStart(word).startsWith('@') && name !== 'data-raw') {
    const path = exactWord(word)?.slice(1);
    if (path === undefined) return NO_BODY;
    return (path === '-' ? bodyOf(reader, readBy(reader, call.command)) : inFile(reader, path)) ?? NO_BODY;
  }
  const written = inQuotes(reader, word);
  const body = written
    ? asJson(reader, written)
    : bodyOf(reader, substitutedIn(reader, word, reader.variables));
  return body ?? NO_BODY;
};

/** Key that identifies a tree. */
export const treeKey = ({ file, span }: Tree): string => `${file}:${span.start}`;

/** Objects that a script holds or makes, whatever their use: in here-documents, in values of variables, as outputs. */
export const jsonIn = (reader: BodyReader): readonly AuthoredBody[] => {
  const { variables } = reader;
  const contents = reader.commands.flatMap((command): readonly (Content | undefined)[] => {
    if (nameOfCommand(command) === 'jq' && !makesOwn(command)) return [];
    const { heredoc } = command;
    const own = heredoc && { kind: 'text' as const, written: inHeredoc(reader, heredoc) };
    return [own, outputOf(reader, { command, variables })];
  });
  const values = [...variables.values.values()].flat().flatMap((word) => {
    const written = inQuotes(reader, word);
    return written ? [{ kind: 'text' as const, written }] : [];
  });
  const found = [...contents, ...values].flatMap((content) =>
    content && content.kind !== 'file' ? (bodyOf(reader, content) ?? []) : [],
  );
  return [
    ...new Map(
      found.flatMap(({ tree, embedded }) => (tree ? [[treeKey(tree), { tree, embedded }] as const] : [])),
    ).values(),
  ];
};

/** True for `jq -n`, which reads nothing. */
const makesOwn = ({ words }: Command): boolean =>
  words.some((word) => /^(?:-[a-zA-Z]*n[a-zA-Z]*|--null-input)$/.test(exactWord(word) ?? ''));

const asJson = (reader: BodyReader, { slot: place, islands }: WrittenText) =>
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
