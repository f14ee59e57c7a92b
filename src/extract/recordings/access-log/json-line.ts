import type { ScalarTree, Tree } from '../../../model/index.ts';
import { packedText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { fieldFor, fieldsOf, timeOf } from '../recorded/fields.ts';
import type { LogFields } from '../recorded/fields.ts';
import type { LoggedCall } from '../recorded/logged-call.ts';
import { callInLine } from './line.ts';

/** Members of the entry, then those of nested objects (`request`, `httpRequest`, `http.request`). */
function* membersIn(tree: Tree, depth: number): Generator<readonly [string, Tree]> {
  if (tree.kind !== 'object') return;
  for (const { key, value } of tree.members) yield [key.value, value];
  if (depth > 0) for (const { value } of tree.members) yield* membersIn(value, depth - 1);
}

const textOf = (field: ScalarTree | undefined): SpelledText | undefined => {
  if (field === undefined) return undefined;
  const { value, span } = field;
  const { start, end } = field.slot?.span ?? span;
  const text = String(value);
  const verbatim = end - start === text.length;
  if (!verbatim) return packedText(text, { start, end });
  return { text, spanAt: (from, to) => ({ start: start + from, end: start + to }) };
};

/** A field may contain a whole request line: `"request": "GET /path HTTP/1.1"`. */
const fromRequestLine = (fields: LogFields): LoggedCall | undefined => {
  const line = textOf(fieldFor(fields, 'line'));
  if (line === undefined) return undefined;
  // In quotes, as in lines of other logs.
  const quoted: SpelledText = {
    text: `"${line.text}"`,
    spanAt: (from, to) => line.spanAt(Math.max(0, from - 1), Math.max(0, to - 1)),
  };
  return callInLine(quoted);
};

/** Call in the fields of an entry; `undefined` when they contain none. */
export const callInFields = (fields: LogFields): LoggedCall | undefined => {
  const target = textOf(fieldFor(fields, 'address'));
  const status = fieldFor(fields, 'status');
  const time = fieldFor(fields, 'time');
  const told = {
    host: textOf(fieldFor(fields, 'host')),
    status: textOf(status),
    time: time && timeOf(time),
  };
  const method = fieldFor(fields, 'method');
  if (target === undefined || (method === undefined && status === undefined)) {
    const line = fromRequestLine(fields);
    return line && { ...line, ...told };
  }
  return { ...told, method: method && String(method.value), target };
};

/** Call of a JSON line; `undefined` when it records none, or is not JSON. */
export const callInJson = (file: string, line: SpelledText, read: JsonReader): LoggedCall | undefined => {
  const { tree, problem } = read(file, line, 'fixed');
  if (tree === undefined || problem !== undefined) return undefined;
  return callInFields(fieldsOf([...membersIn(tree, 2)]));
};
