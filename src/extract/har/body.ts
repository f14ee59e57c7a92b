import type { Member, ObjectTree, Slot, Tree } from '../../model/index.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../members.ts';
import type { SpelledText } from '../json/spelled.ts';
import { slotIn } from './entry-text.ts';
import type { EntryText } from './entry-text.ts';
import { rawValue } from './headers.ts';
import type { RawHeader } from './headers.ts';
import { keptTree, withoutRepeats } from './keep.ts';

/** Longer bodies are not read: a payload is far smaller. */
const LONGEST = 4 * 1024 * 1024;

const FORM = /^application\/x-www-form-urlencoded\b/i;

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

/** The fields of a form as an object: `a=1&b=2`. */
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

/** The fields of a form as some tools record it, already taken apart. */
const paramsTree = (postData: Tree): ObjectTree | undefined => {
  const list = memberOf(postData, 'params');
  const members = itemsOf(postData, 'params').flatMap((item) => {
    const key = scalarOf(item, 'name')?.slot;
    const value = scalarOf(item, 'value')?.slot;
    if (key === undefined || value === undefined) return [];
    return [memberAt(item.file, key, value, value.span.end)];
  });
  if (list === undefined || members.length === 0) return undefined;
  return { kind: 'object', file: list.file, span: list.span, members, complete: true, gap: undefined };
};

/** Some clients send JSON as a form, so what a text looks like comes first. */
const treeOf = (entry: EntryText, source: SpelledText, mediaType: string): Tree | undefined => {
  if (!/^\s*[{[]/.test(source.text)) return FORM.test(mediaType) ? formTree(entry.file, source) : undefined;
  const { tree, problem } = entry.read(source);
  return problem === undefined ? tree : undefined;
};

/** The tree of the text that `postData` or `content` holds, without credentials; `undefined` when it is none. */
const contentTree = (
  entry: EntryText,
  content: Tree | undefined,
  headers: readonly RawHeader[],
): Tree | undefined => {
  const slot = scalarOf(content, 'text')?.slot;
  if (slot === undefined || slot.value === '' || slot.value.length > LONGEST) return undefined;
  const packed = stringOf(content, 'encoding')?.toLowerCase() === 'base64';
  const source = packed ? entry.packedIn(slot) : entry.spelledIn(slot);
  const mediaType = stringOf(content, 'mimeType') ?? rawValue(headers, 'content-type') ?? '';
  return treeOf(entry, source, mediaType);
};

/** The body of a request, without credentials. */
export const requestBody = (
  entry: EntryText,
  request: Tree,
  headers: readonly RawHeader[],
): Tree | undefined => {
  const postData = memberOf(request, 'postData');
  const tree = contentTree(entry, postData, headers) ?? (postData && paramsTree(postData));
  return tree && keptTree(tree);
};

/** The body of a response, without credentials. */
export const responseBody = (
  entry: EntryText,
  response: Tree,
  headers: readonly RawHeader[],
): Tree | undefined => {
  const tree = contentTree(entry, memberOf(response, 'content'), headers);
  return tree && keptTree(withoutRepeats(tree));
};

/** Whether a request has a body, from what tools say of it; `undefined` when they do not. */
export const hasBody = (request: Tree, headers: readonly RawHeader[]): boolean | undefined => {
  const postData = memberOf(request, 'postData');
  if ((stringOf(postData, 'text') ?? '') !== '' || itemsOf(postData, 'params').length > 0) return true;
  const declared = rawValue(headers, 'content-length') ?? scalarOf(request, 'bodySize')?.value;
  const size = declared === undefined || declared === null ? Number.NaN : Number(declared);
  if (size > 0) return true;
  return size === 0 || postData !== undefined ? false : undefined;
};
