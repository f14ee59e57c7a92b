import { insertMember } from '../../fix/edits/members.ts';
import { rewriteSlot } from '../../fix/edits/spelling.ts';
import { entriesOf, flatten } from '../../model/index.ts';
import type { Edit, Note, RequestFact, Text, Tree } from '../../model/index.ts';
import { changeIn, rewriteRanges, type TextOfFile } from './places.ts';
import { because, message } from './message.ts';

/** Edits that fix one problem of a request, and why they may be wrong. */
export interface RequestFix {
  /** The one file that they edit. */
  readonly file: string;
  readonly edits: readonly Edit[];
  readonly doubt: Note | undefined;
}

const mend = (file: string, edits: readonly (Edit | undefined)[], why?: string): RequestFix | undefined => {
  const all = edits.flatMap((edit) => edit ?? []);
  const [first] = all;
  if (first === undefined || all.length < edits.length) return undefined;
  return { file, edits: all, doubt: why === undefined ? why : because({ file, span: first.span }, why) };
};

/** Another letter case is a slip of the pen; another word may be meant. */
const doubtAbout = (given: string, wanted: string): string | undefined =>
  given.toLowerCase() === wanted.toLowerCase() ? undefined : message('otherWord', { given, wanted });

/** Start of a name-value pair in a form or query. */
const pairAt = (text: string, pair: string): number => {
  for (let at = text.indexOf(pair); at >= 0; at = text.indexOf(pair, at + 1)) {
    const before = at === 0 ? '&' : text[at - 1]!;
    const after = text[at + pair.length] ?? '&';
    if (/[?&]/.test(before) && /[&#]/.test(after)) return at;
  }
  return -1;
};

/** A pair of a text with another value. */
const pairInText = (
  text: Text,
  name: string,
  [given, wanted]: readonly [string, string],
  textOf: TextOfFile,
): RequestFix | undefined => {
  const pair = `${name}=${given}`;
  const at = pairAt(flatten(text), pair);
  const change = at < 0 ? undefined : changeIn(text, at, pair, `${name}=${wanted}`);
  const edits = change && rewriteRanges(change.ranges, change.text, textOf);
  return change && edits && mend(change.ranges[0]!.slot.file, edits, doubtAbout(given, wanted));
};

/** The query of a URL with one of the values that are allowed, where it differs from that in letter case only. */
export const fixQuery = (
  text: Text,
  name: string,
  given: string,
  allowed: readonly string[],
  textOf: TextOfFile,
): RequestFix | undefined => {
  const wanted = allowed.find((value) => value.toLowerCase() === given.toLowerCase());
  return wanted === undefined ? undefined : pairInText(text, name, [given, wanted], textOf);
};

/** The same for a field that the client writes into the query. */
export const fixParameter = (
  query: Tree | undefined,
  name: string,
  given: string,
  allowed: readonly string[],
  textOf: TextOfFile,
): RequestFix | undefined => {
  const wanted = allowed.find((value) => value.toLowerCase() === given.toLowerCase());
  return wanted === undefined ? undefined : fixField(query, name, [given, wanted], textOf);
};

/** A field of the body with the value that it must have. */
export const fixField = (
  body: Tree | undefined,
  name: string,
  [given, wanted]: readonly [string, string],
  textOf: TextOfFile,
): RequestFix | undefined => {
  const doubt = doubtAbout(given, wanted);
  if (body?.kind === 'object') {
    const value = body.members.findLast(({ key }) => key.value === name)?.value;
    const slot = value?.kind === 'scalar' ? value.slot : undefined;
    return slot && mend(slot.file, [rewriteSlot(slot, wanted, textOf(slot.file))], doubt);
  }
  if (body?.kind === 'opaque') return body.text && pairInText(body.text, name, [given, wanted], textOf);
  const slot = body?.kind === 'scalar' ? body.slot : undefined;
  const at = slot === undefined ? -1 : pairAt(slot.value, `${name}=${given}`);
  if (slot === undefined || at < 0) return undefined;
  const from = at + name.length + 1;
  const written = slot.value.slice(0, from) + wanted + slot.value.slice(from + given.length);
  return mend(slot.file, [rewriteSlot(slot, written, textOf(slot.file))], doubt);
};

/** A body with one more field. */
export const addField = (
  body: Tree | undefined,
  name: string,
  value: string,
  textOf: TextOfFile,
): RequestFix | undefined => {
  if (body?.kind === 'object') return body.gap && mend(body.gap.file, [insertMember(body.gap, name, value)]);
  if (body?.kind === 'scalar' && body.slot !== undefined && body.value !== '') {
    const { slot } = body;
    return mend(slot.file, [rewriteSlot(slot, `${slot.value}&${name}=${value}`, textOf(slot.file))]);
  }
  const text = body?.kind === 'opaque' ? body.text : undefined;
  const first = text && /^\w+=/.exec(flatten(text))?.[0];
  // The end may be a hole, which nothing can be written after.
  const change = first && changeIn(text, 0, first, `${name}=${value}&${first}`);
  const edits = change ? rewriteRanges(change.ranges, change.text, textOf) : undefined;
  return change && edits ? mend(change.ranges[0]!.slot.file, edits) : undefined;
};

/** Content-Type for a text body. */
export const fixContentType = (
  { headers, body }: RequestFact,
  type: string,
  textOf: TextOfFile,
): RequestFix | undefined => {
  const isText = body?.kind === 'scalar' || (body?.kind === 'opaque' && body.text !== undefined);
  if (!isText) return undefined;
  const entries = entriesOf(headers, 'content-type');
  const [first] = entries;
  if (first === undefined)
    return headers.gap && mend(headers.gap.file, [insertMember(headers.gap, 'Content-Type', type)]);
  const edits = entries.map(({ place }) =>
    place.file === first.place.file ? rewriteSlot(place, type, textOf(place.file)) : undefined,
  );
  return mend(first.place.file, edits);
};
