import type { Member, ObjectTree, Slot, Tree } from '../../../model/index.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedAnswer, RecordedBody, RecordedRequest, RecordedText } from './exchange.ts';
import { rawValue } from './headers.ts';
import type { RawHeader } from './headers.ts';
import { keptTree, withoutRepeatedItems } from './kept-body.ts';
import { slotIn } from './texts.ts';

/** Maximum length of bodies that are read: a payload is far smaller. */
const MAX_LENGTH = 4 * 1024 * 1024;

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** Form field as a member of an object. */
const memberAt = (file: string, key: Slot, value: Slot, end: number): Member => ({
  key,
  value: { kind: 'scalar', file, span: value.span, value: value.value, slot: value },
  place: { file, span: { start: key.span.start, end } },
  removal: undefined,
  certain: true,
});

const decoded = (slot: Slot): Slot => {
  try {
    return { ...slot, value: decodeURIComponent(slot.value.replaceAll('+', ' ')) };
  } catch {
    return slot;
  }
};

/** Fields of a form as an object: `a=1&b=2`. */
const formTree = (file: string, source: SpelledText): ObjectTree => {
  const members: Member[] = [];
  for (const { 0: pair, index } of source.text.matchAll(/[^&]+/g)) {
    const equals = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const end = index + pair.length;
    const key = decoded(slotIn(file, source, index, index + equals));
    const value = decoded(slotIn(file, source, Math.min(index + equals + 1, end), end));
    members.push(memberAt(file, key, value, value.span.end));
  }
  const span = source.spanAt(0, source.text.length);
  return { kind: 'object', file, span, members, complete: true, gap: undefined };
};

/** Fields that a recording stores in parsed form, as an object; `undefined` where there are none. */
export const fieldsTree = (
  list: Tree,
  fields: readonly (readonly [Slot, Slot])[],
): ObjectTree | undefined => {
  const { file, span } = list;
  if (fields.length === 0) return undefined;
  const members = fields.map(([key, value]) => memberAt(file, key, value, value.span.end));
  return { kind: 'object', file, span, members, complete: true, gap: undefined };
};

/** Some clients declare JSON as a form, so the content of a text decides first. */
const textTree = ({ file, source }: RecordedText, mediaType: string, read: JsonReader): Tree | undefined => {
  if (source.text === '' || source.text.length > MAX_LENGTH) return undefined;
  if (!/^\uFEFF?\s*[{[]/.test(source.text)) return FORM.test(mediaType) ? formTree(file, source) : undefined;
  const { tree, problem } = read(file, source, 'fixed');
  return problem === undefined ? tree : undefined;
};

const treeOf = (
  body: RecordedBody | undefined,
  headers: readonly RawHeader[],
  read: JsonReader,
): Tree | undefined => {
  if (body?.kind !== 'text') return body;
  return textTree(body, body.mediaType ?? rawValue(headers, 'content-type') ?? '', read);
};

/** Body of a request, without credentials; `undefined` when it is neither JSON nor a form. */
export const requestBody = ({ body, headers }: RecordedRequest, read: JsonReader): Tree | undefined => {
  const tree = treeOf(body, headers, read);
  return tree && keptTree(tree);
};

/** Body of a response, without credentials. */
export const responseBody = ({ body, headers }: RecordedAnswer, read: JsonReader): Tree | undefined => {
  const tree = treeOf(body, headers, read);
  return tree && keptTree(withoutRepeatedItems(tree));
};

/**
 * Presence of a body in a request: its text, when the recording has one, or by its headers. `undefined` when unknown.
 */
export const presence = (
  text: string | undefined,
  headers: readonly RawHeader[],
  size?: unknown,
): boolean | undefined => {
  if (text !== undefined && text !== '') return true;
  const declared = rawValue(headers, 'content-length') ?? size;
  const length = declared === undefined || declared === null ? Number.NaN : Number(declared);
  if (length > 0) return true;
  return length === 0 || text !== undefined ? false : undefined;
};
