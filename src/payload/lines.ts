import { breaksIn } from '../fix/edits/trivia.ts';
import type { ObjectTree } from '../model/index.ts';

/** Longer lines have no indentation that anything could follow; looking for their start would take too long. */
const MAX_LENGTH = 1000;

/** The spaces and tabs that the line of `at` begins with. */
export const indentNear = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - MAX_LENGTH), at);
  const start = before.lastIndexOf('\n') + 1;
  const begins = start > 0 || before.length < MAX_LENGTH;
  return begins ? (/^\ufeff?([ \t]*)/.exec(before.slice(start))?.[1] ?? '') : '';
};

/** True when the first member is not on the line of the opening brace. */
export const isMultiline = (tree: ObjectTree, text: string): boolean => {
  const first = tree.members[0];
  return first !== undefined && breaksIn(text, tree.span.start, first.place.span.start) > 0;
};
