import type { Slot, Text, TextPart } from '../../../model/index.ts';

/** Matches an escaped character, a literal run, or any other syntax of a regular expression. */
const PIECE =
  /((?:\\[^A-Za-z0-9]|[^\\^$.|?*+()[\]{}]|\.(?=\d))+)|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?[:=!<]+)?|[^]/g;

/** A repeated character belongs to the repetition. */
const REPEATED = /[?*+{]/;

/**
 * URL that a regular expression describes: literal runs (`/api/atlas/v1\.0/groups/`), and holes for the rest.
 * `slot` contains the source of the expression, verbatim.
 */
export const patternText = (slot: Slot): Text => {
  const parts: TextPart[] = [];
  const hole = (): void => {
    if (parts.at(-1)?.kind !== 'hole') parts.push({ kind: 'hole', name: undefined });
  };
  for (const { 0: whole, 1: literal, index } of slot.value.matchAll(PIECE)) {
    if (literal === undefined) {
      // Anchors and group brackets match no character.
      if (!/^[\^$()]/.test(whole)) hole();
      continue;
    }
    const isRepeated = REPEATED.test(slot.value[index + literal.length] ?? '');
    const kept = isRepeated ? literal.replace(/\\?[^]$/, '') : literal;
    if (kept !== '') parts.push(known(slot, index, kept));
    if (isRepeated) hole();
  }
  return { parts };
};

const known = ({ file, span }: Slot, at: number, raw: string): TextPart => {
  const value = raw.replaceAll(/\\([^])/g, '$1');
  const start = span.start + at;
  const slot: Slot = { file, span: { start, end: start + raw.length }, value, spelling: 'regexp' };
  return { kind: 'known', slot, from: 0, to: value.length };
};
