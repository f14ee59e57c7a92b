import type { Edit } from '../../model/index.ts';

const byPosition = (a: Edit, b: Edit): number => a.span.start - b.span.start || a.span.end - b.span.end;

/** True when the two edits write the same text over the same span. */
export const identical = (a: Edit, b: Edit): boolean =>
  a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text;

const isInsertion = (edit: Edit): boolean => edit.span.start === edit.span.end;

/**
 * True when two different edits should not be applied in one pass: they overlap, or one inserts inside or at the
 * border of the other, where the result would depend on an order that neither of them knows.
 */
export const touching = (a: Edit, b: Edit): boolean => {
  if (identical(a, b)) return false;
  if (isInsertion(a) || isInsertion(b)) return a.span.start <= b.span.end && b.span.start <= a.span.end;
  return a.span.start < b.span.end && b.span.start < a.span.end;
};

/** True when two different edits cannot both be applied, in whatever order. */
export const clashing = (a: Edit, b: Edit): boolean => {
  if (identical(a, b)) return false;
  if (isInsertion(a) && isInsertion(b)) return a.span.start === b.span.start;
  return a.span.start < b.span.end && b.span.start < a.span.end;
};

/** Sorted by position, identical edits once. Edits at one position keep no order of their own. */
export const sortedEdits = (edits: readonly Edit[]): readonly Edit[] => {
  const sorted = [...edits].sort(byPosition);
  return sorted.filter((edit, at) => at === 0 || !identical(edit, sorted[at - 1]!));
};

const refuse = (before: Edit, after: Edit, length: number): void => {
  const { start, end } = after.span;
  if (start < 0 || end < start || end > length)
    throw new RangeError(`edit ${start}..${end} lies outside the text (length ${length})`);
  const twoInsertions = before.span.end === end && start === end && before.span.start === start;
  if (start < before.span.end || twoInsertions)
    throw new RangeError(
      `edits ${before.span.start}..${before.span.end} and ${start}..${end} overlap with different texts`,
    );
};

/**
 * The text after all edits, spliced once. Offsets are those of the original text; identical edits count once.
 * Throws a `RangeError` when different edits overlap, insertions at one offset included.
 */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let before: Edit = { span: { start: -1, end: 0 }, text: '' };
  for (const edit of sortedEdits(edits)) {
    refuse(before, edit, text.length);
    pieces.push(text.slice(before.span.end, edit.span.start), edit.text);
    before = edit;
  }
  return pieces.join('') + text.slice(before.span.end);
};
