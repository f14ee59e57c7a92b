import type { Edit, Span } from '../../model/index.ts';
import { isSection, lineEnd, lineStart } from './trivia.ts';

/** Comment that ends directly above the line starting at `line`, if it is alone on its lines. */
const commentAbove = (text: string, line: number): number | undefined => {
  if (line <= lineStart(text, 0)) return undefined;
  const above = lineStart(text, line - 1);
  const content = text.slice(above, line).trim();
  // A backtick may close a template whose last line only looks like a comment.
  if (content.includes('`') || isSection(content)) return undefined;
  if (content.startsWith('//')) return above;
  if (!content.endsWith('*/')) return undefined;
  const opening = text.lastIndexOf('/*', line);
  const start = lineStart(text, opening);
  const comment = text.slice(opening, line);
  const alone =
    text.slice(start, opening).trim() === '' && comment.indexOf('*/') === comment.trimEnd().length - 2;
  return alone && !isSection(comment) ? start : undefined;
};

const isBlankLine = (text: string, line: number): boolean =>
  text.slice(line, lineEnd(text, line)).trim() === '';

/** Start of the comment block that is about the statement on `line` alone, or `line`. */
const leadStart = (text: string, line: number, next: number): number => {
  let start = line;
  for (let above = commentAbove(text, start); above !== undefined; above = commentAbove(text, start))
    start = above;
  if (start === line) return line;
  const topmost = start <= lineStart(text, 0);
  const heads = topmost || isBlankLine(text, lineStart(text, start - 1));
  const followed =
    next < text.length && !isBlankLine(text, next) && !/^\s*(?:\}|\/[/*])/.test(text.slice(next, next + 200));
  return heads && followed ? line : start;
};

const nextLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
};

/** Comment after the statement on its line, if any. */
const TRAILING = /^[ \t]*(?:\/\/.*|(?:\/\*(?:(?!\*\/).)*\*\/[ \t]*)+)?$/;

/** Lines of a statement that is alone on them; `undefined` if it shares its line. */
const linesOf = (statement: Span, text: string): Span | undefined => {
  const line = lineStart(text, statement.start);
  const behind = text.slice(statement.end, lineEnd(text, statement.end));
  if (text.slice(line, statement.start).trim() !== '' || !TRAILING.test(behind)) return undefined;
  if (isSection(behind)) return undefined;
  const end = nextLine(text, statement.end);
  return { start: leadStart(text, line, end), end };
};

/** Reads back from `end` to the parenthesis that `)` at `end - 1` closes. */
const openingParenthesis = (text: string, end: number): number => {
  let depth = 0;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
};

/** True when the statement is the whole body of an `if`, a loop or a label. */
const isSoleBody = (before: string): boolean => {
  if (/\b(?:else|do)$/.test(before)) return true;
  if (!before.endsWith(')')) return false;
  return /\b(?:if|for|while|with|for\s+await)\s*$/.test(
    before.slice(0, openingParenthesis(before, before.length)),
  );
};

/** Distance searched for the neighbors of a statement. */
const WINDOW = 4000;

/** The text before `at`, without the white space and comments at its end. */
const codeBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - WINDOW), at)
    .replace(/(?:\s|(?<![^\s])\/\/[^\n]*\n|\/\*(?:(?!\*\/)[^])*\*\/)+$/, '');

/** Text that must replace the statement so that its neighbors keep their meaning. */
const standIn = (statement: Span, text: string): string => {
  const before = codeBefore(text, statement.start);
  if (isSoleBody(before)) return '{}';
  const after = text.slice(statement.end, statement.end + WINDOW).trimStart();
  // Without semicolons the line above would run on into the line below.
  return /[^;{}:\ufeff]$/.test(before) && /^[([`+\-/*.,?]/.test(after) && !/^\/[/*]/.test(after) ? ';' : '';
};

/** Takes one of two blank stretches away where the lines between them went, and all at the borders of a block. */
const withoutHole = ({ start, end }: Span, text: string): Span => {
  const above = text.slice(Math.max(0, start - WINDOW), start);
  const blankAbove = /(?:^|\n)((?:[ \t]*\r?\n)+)$/.exec(above)?.[1]?.length ?? 0;
  const blankBelow = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end, end + WINDOW))?.[0].length ?? 0;
  const last = /^\s*(?:\}|$)/.test(text.slice(end, end + 1000));
  const first = /\{[ \t]*\r?\n$/.test(above);
  if (blankAbove > 0 && (blankBelow > 0 || last)) return { start: start - blankAbove, end };
  return first ? { start, end: end + blankBelow } : { start, end };
};

const inline = (statement: Span, text: string): Span => {
  const space = /^[ \t]*/.exec(text.slice(statement.end, lineEnd(text, statement.end)))![0].length;
  if (statement.end + space < lineEnd(text, statement.end))
    return { start: statement.start, end: statement.end + space };
  const before = /[ \t]*$/.exec(text.slice(lineStart(text, statement.start), statement.start))![0].length;
  return { start: statement.start - before, end: statement.end };
};

/** Neighboring line ranges as one, so that the blank lines around all of them are judged together. */
const joined = (spans: readonly Span[]): readonly Span[] => {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last?.end === span.start) result[result.length - 1] = { start: last.start, end: span.end };
    else result.push(span);
  }
  return result;
};

/**
 * Edits that remove statements with their lines and their own comments. The only statement of an `if` or loop
 * becomes `{}`.
 */
export const removeStatements = (statements: readonly Span[], text: string): readonly Edit[] => {
  const sorted = [...statements].sort((a, b) => a.start - b.start);
  const replaced = sorted.flatMap((span) => {
    const stays = standIn(span, text);
    return stays === '' ? [] : [{ span, text: stays }];
  });
  const free = sorted.filter((span) => !replaced.some((edit) => edit.span === span));
  const lines = free.map((span) => linesOf(span, text));
  const whole = joined(lines.filter((span) => span !== undefined));
  const shared = free.filter((_, at) => lines[at] === undefined);
  return [
    ...replaced,
    ...whole.map((span) => ({ span: withoutHole(span, text), text: '' })),
    ...shared.map((span) => ({ span: inline(span, text), text: '' })),
  ];
};
