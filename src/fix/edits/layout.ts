import type { Removal, Span } from '../../model/index.ts';
import type { TriviaPart } from './trivia.ts';
import { breaksIn, columnOf, lineEnd, lineStart, triviaIn } from './trivia.ts';

export type MemberRemoval = Extract<Removal, { kind: 'member' }>;

/**
 * Members of one literal and the text between them. `gaps[i]` is before member `i`, the last one before
 * `close`. A YAML block mapping has no brackets: its `open` and `close` are empty positions.
 */
export interface Layout {
  readonly text: string;
  readonly block: boolean;
  /** Offset after the opening bracket. */
  readonly open: number;
  /** Offset of the closing bracket. */
  readonly close: number;
  readonly members: readonly Span[];
  readonly gaps: readonly (readonly TriviaPart[])[];
}

const trimmed = (span: Span, text: string): Span => {
  let { end } = span;
  while (end > span.start && /\s/.test(text[end - 1]!)) end -= 1;
  return { start: span.start, end };
};

/** Offset after the opening bracket; `undefined` for a YAML block mapping, which has none. */
const openingOf = (container: Span, first: Span, text: string): number | undefined => {
  if (!/[}\]]/.test(text[container.end - 1] ?? '')) return undefined;
  if (container.start < first.start && /[{[]/.test(text[container.start]!)) return container.start + 1;
  const bracket = text.lastIndexOf('{', first.start - 1);
  return bracket > container.start ? bracket + 1 : undefined;
};

/** Block mappings: the comment lines right above the first member belong to its gap. */
const blockOpen = (first: Span, text: string): number => {
  const line = lineStart(text, first.start);
  if (text.slice(line, first.start).trim() !== '') return first.start;
  const isComment = (start: number, end: number): boolean => {
    const content = text.slice(start, end);
    return content.trimStart().startsWith('#') && content.search(/\S/) === first.start - line;
  };
  let top = line;
  while (top > 0) {
    const above = lineStart(text, top - 1);
    if (above >= top || !isComment(above, top)) break;
    top = above;
  }
  return top === line ? first.start : Math.max(text.slice(0, top).trimEnd().length, lineStart(text, 0));
};

/**
 * Block collections: a comment after the last member, and comment lines below it with deeper indentation than
 * the first one, belong to the last gap.
 */
export const blockClose = (first: Span, last: Span, text: string): number => {
  let close = last.end;
  const behind = text.slice(close, lineEnd(text, close));
  if (/^[ \t]+#/.test(behind)) close += behind.trimEnd().length;
  for (;;) {
    const start = text.indexOf('\n', close) + 1;
    if (start === 0 || text.slice(close, start).trim() !== '') return close;
    const line = text.slice(start, lineEnd(text, start));
    if (!line.trimStart().startsWith('#') || line.search(/\S/) <= columnOf(text, first.start)) return close;
    close = start + line.trimEnd().length;
  }
};

/** Start of a member with its leading text: after the last separator, or on its own line without one. */
const ownStart = (
  gap: readonly TriviaPart[],
  previousEnd: number | undefined,
  text: string,
): number | undefined => {
  const separator = gap.findLastIndex(({ kind }) => kind === 'separator');
  const behindPrevious = (start: number): boolean =>
    separator < 0 && previousEnd !== undefined && breaksIn(text, previousEnd, start) === 0;
  return gap.find(({ kind, start }, at) => kind === 'other' && at > separator && !behindPrevious(start))
    ?.start;
};

/** End of a member with its trailing text: on its last line, before the separator. */
const ownEnd = (gap: readonly TriviaPart[], end: number, text: string): number | undefined => {
  const stop = gap.findIndex(({ kind }) => kind === 'separator');
  return gap.findLast(
    ({ kind, start }, at) => kind === 'other' && (stop < 0 || at < stop) && breaksIn(text, end, start) === 0,
  )?.end;
};

/** Text that is neither comment nor separator belongs to the adjacent member. */
const grown = (members: readonly Span[], gaps: readonly (readonly TriviaPart[])[], text: string): Span[] =>
  members.map(({ start, end }, at) => ({
    start: ownStart(gaps[at]!, members[at - 1]?.end, text) ?? start,
    end: ownEnd(gaps[at + 1]!, end, text) ?? end,
  }));

const gapsOf = (
  members: readonly Span[],
  open: number,
  close: number,
  text: string,
): (readonly TriviaPart[])[] => {
  const ends = [open, ...members.map(({ end }) => end)];
  return ends.map((end, at) => triviaIn(text, end, members[at]?.start ?? close));
};

/** Reads the surroundings of all members of a literal: JavaScript, JSON and YAML alike. */
export const layoutOf = ({ container, siblings }: MemberRemoval, text: string): Layout => {
  const written = siblings.map((span) => trimmed(span, text));
  const first = written[0]!;
  const bracket = openingOf(container, first, text);
  const block = bracket === undefined;
  const open = bracket ?? blockOpen(first, text);
  const close = block ? blockClose(first, written.at(-1)!, text) : container.end - 1;
  const gaps = gapsOf(written, open, close, text);
  if (!gaps.some((gap) => gap.some(({ kind }) => kind === 'other')))
    return { text, block, open, close, members: written, gaps };
  const members = grown(written, gaps, text);
  return { text, block, open, close, members, gaps: gapsOf(members, open, close, text) };
};
