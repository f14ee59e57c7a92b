import type { Span } from '../../model/index.ts';

/** Comment or comma between the members of a literal, apart from white space. */
export interface TriviaPart extends Span {
  /** `other`: text that is neither comment nor separator (a modifier, a tag); it stays with its member. */
  readonly kind: 'line-comment' | 'block-comment' | 'separator' | 'other';
}

const TOKEN = /(\/\/[^\r\n]*|#[^\r\n]*)|(\/\*[^]*?(?:\*\/|$))|([,;])|[^\s,;/#]+|[^\s]/g;

const kindOf = (match: RegExpExecArray): TriviaPart['kind'] => {
  if (match[1] !== undefined) return 'line-comment';
  if (match[2] !== undefined) return 'block-comment';
  return match[3] === undefined ? 'other' : 'separator';
};

/** True for what most gaps hold: white space and separators alone. */
const isBare = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) if (!' \t\r\n,;'.includes(text[at]!)) return false;
  return true;
};

const separatorsIn = (text: string, start: number, end: number): readonly TriviaPart[] => {
  const found: TriviaPart[] = [];
  for (let at = start; at < end; at += 1)
    if (text[at] === ',' || text[at] === ';') found.push({ kind: 'separator', start: at, end: at + 1 });
  return found;
};

/** Comments, separators and other text in `[start, end)`, in order. Outside members `#` only starts YAML comments. */
export const triviaIn = (text: string, start: number, end: number): readonly TriviaPart[] =>
  isBare(text, start, end)
    ? separatorsIn(text, start, end)
    : Array.from(text.slice(start, end).matchAll(TOKEN), (match) => {
        const trimmed = match[0].trimEnd().length;
        return { kind: kindOf(match), start: start + match.index, end: start + match.index + trimmed };
      });

/** Number of line breaks in `[start, end)`. Never looks further: a file may be one line of megabytes. */
export const breaksIn = (text: string, start: number, end: number): number => {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text[at] === '\n') count += 1;
  return count;
};

/** Offset of the first character of the line that holds `at`. */
export const lineStart = (text: string, at: number): number => {
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  return start === 0 && text.startsWith('\ufeff') ? Math.min(1, at) : start;
};

/** Offset of the line break that ends the line of `at`. */
export const lineEnd = (text: string, at: number): number => {
  const next = text.indexOf('\n', at);
  if (next === -1) return text.length;
  return next > at && text[next - 1] === '\r' ? next - 1 : next;
};

/** Column of `at`, in units. */
export const columnOf = (text: string, at: number): number => at - lineStart(text, at);

/**
 * Comments that open or close a region or decorate a heading: they speak of more than the member below them, so
 * they never go with it.
 */
const SECTION =
  /[-=*#~]{3,}|[_/]{4,}|#?(?:end)?region\b|\bMARK:|(?:eslint|oxlint|biome|prettier|istanbul|c8|v8)[- ](?:disable(?!-(?:next-)?line)|enable|ignore[- ](?:start|end))|migrate-ignore-(?:start|end|file)/;

/** True when the comment is about a section of the file. */
export const isSection = (comment: string): boolean => SECTION.test(comment.replace(/^\/\*+|\*+\/$/g, ''));
