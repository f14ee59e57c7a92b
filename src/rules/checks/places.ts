import { rewriteRange } from '../../fix/edits/spelling.ts';
import { rangesOf } from '../../model/index.ts';
import type { Edit, Place, Slot, SlotRange, Text } from '../../model/index.ts';

/** Reads the text of a scanned file; `undefined` where it is not at hand (recordings). */
export type TextOfFile = (file: string) => string | undefined;

/** Key of a slot by its position in a file. */
export const slotKey = ({ file, span }: Slot): string => `${file}:${span.start}:${span.end}`;

/** Location of a range of a slot's value. Without the text, or where it is computed: the whole slot. */
export const placeOfRange = (range: SlotRange, textOf: TextOfFile): Place => {
  const { slot, from, to } = range;
  const { file, span } = slot;
  const whole = from === 0 && to === slot.value.length;
  const text = textOf(file);
  const edit =
    whole || text === undefined ? undefined : rewriteRange(range, slot.value.slice(from, to), text);
  if (edit !== undefined) return { file, span: edit.span };
  const literal = !whole && span.end - span.start === slot.value.length;
  return { file, span: literal ? { start: span.start + from, end: span.start + to } : span };
};

/** The edits of a range and of the copies of it; `undefined` among them for one that cannot be made. */
const rewriteEverywhere = (
  range: SlotRange,
  replacement: string,
  text: string,
): readonly (Edit | undefined)[] => {
  const touched = (range.slot.copies ?? []).filter(({ from, to }) => from < range.to && range.from < to);
  const copied = touched.map(({ from, to, slot }) =>
    from <= range.from && range.to <= to
      ? rewriteRange({ slot, from: range.from - from, to: range.to - from }, replacement, text)
      : undefined,
  );
  return [rewriteRange(range, replacement, text), ...copied];
};

/** Ranges with what each spells of a replacement: what stays as it is is left out, the first that does not gets the rest. */
const shares = (
  ranges: readonly SlotRange[],
  replacement: string,
): readonly (readonly [range: SlotRange, text: string])[] => {
  let rest = replacement;
  return ranges.flatMap((range, at) => {
    const own = range.slot.value.slice(range.from, range.to);
    const stays = at < ranges.length - 1 && own !== '' && rest.startsWith(own);
    const given = rest;
    rest = stays ? rest.slice(own.length) : '';
    return stays ? [] : [[range, given] as const];
  });
};

/**
 * Edits of all ranges, so that they spell `replacement` together: of `v${'1.0'}` the second alone. `undefined` unless all
 * are possible.
 */
export const rewriteRanges = (
  ranges: readonly SlotRange[],
  replacement: string,
  textOf: TextOfFile,
): readonly Edit[] | undefined => {
  const file = ranges[0]?.slot.file;
  const text = file === undefined ? undefined : textOf(file);
  if (text === undefined || ranges.some(({ slot }) => slot.file !== file)) return undefined;
  const edits = shares(ranges, replacement).flatMap(([range, own]) => rewriteEverywhere(range, own, text));
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
};

const lengthOf = (part: Text['parts'][number]): number => (part.kind === 'hole' ? 1 : part.to - part.from);

/** Offset in the flattened text of the end of a range of one of its slots. */
export const endInText = (text: Text, range: SlotRange): number | undefined => {
  let offset = 0;
  for (const part of text.parts) {
    const inside =
      part.kind === 'known' &&
      slotKey(part.slot) === slotKey(range.slot) &&
      part.from < range.to &&
      range.to <= part.to;
    if (inside) return offset + range.to - part.from;
    offset += lengthOf(part);
  }
  return undefined;
};

/** True when some of the range's characters are part of the text. */
export const spells = (text: Text, range: SlotRange): boolean =>
  text.parts.some(
    (part) =>
      part.kind === 'known' &&
      slotKey(part.slot) === slotKey(range.slot) &&
      part.from < range.to &&
      range.from < part.to,
  );

/** Difference between two texts: a range of the old one and its replacement. */
const difference = (before: string, after: string): { from: number; to: number; text: string } => {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - from;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, text: after.slice(from, after.length - tail) };
};

/** Ranges and replacement that change `[at, at + before.length)` of a flattened text to `after`. */
export const changeIn = (
  text: Text,
  at: number,
  before: string,
  after: string,
): { readonly ranges: readonly SlotRange[]; readonly text: string } | undefined => {
  const { from, to, text: changed } = difference(before, after);
  // An insertion takes a neighbor along: an empty range lies in no slot.
  const start = from === to ? Math.max(0, from - 1) : from;
  const end = start === to ? to + 1 : to;
  const ranges = rangesOf(text, at + start, at + end);
  if (ranges === undefined || ranges.length === 0) return undefined;
  return { ranges, text: before.slice(start, from) + changed + before.slice(to, end) };
};

/** The known text in `[from, to)` of the flattened text; holes in it are left out. */
export const knownRanges = (text: Text, from: number, to: number): readonly SlotRange[] => {
  const ranges: SlotRange[] = [];
  let offset = 0;
  for (const part of text.parts) {
    const start = Math.max(from, offset);
    const end = Math.min(to, offset + lengthOf(part));
    if (part.kind === 'known' && start < end)
      ranges.push({ slot: part.slot, from: part.from + start - offset, to: part.from + end - offset });
    offset += lengthOf(part);
  }
  return ranges;
};

const isBelow = (folder: string, outer: string): boolean =>
  folder === outer || folder.startsWith(`${outer}/`) || outer === '';

/** True for folders of projects of which one holds the other. */
export const areNested = (a: string, b: string): boolean => isBelow(a, b) || isBelow(b, a);

/** The file that holds the embedded code of this path, or the file itself: `main.tf` of `main.tf#26.sh`. */
export const fileHolding = (path: string): string => path.replace(/#[^/]*$/, '');
