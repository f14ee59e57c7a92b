import type { Edit, Span } from '../../model/index.ts';

/** A byte order mark belongs to no line. */
const lineStart = (text: string, at: number): number => {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start;
};

const lineEnd = (text: string, at: number): number => {
  const length = text.slice(at).search(/[\r\n]/);
  return length === -1 ? text.length : at + length;
};

const isBlank = (text: string): boolean => /^[ \t]*$/.test(text);

const isWord = (character: string): boolean => /[\p{ID_Continue}$]/u.test(character);

/** Removes a comment: with its lines if it is alone on them, else with the space beside it. */
export const removeComment = ({ start, end }: Span, text: string): Edit => {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const aloneBefore = isBlank(text.slice(from, start));
  if (aloneBefore && isBlank(text.slice(end, to))) {
    const after = text.startsWith('\r\n', to) ? to + 2 : Math.min(to + 1, text.length);
    return { span: { start: from, end: after }, text: '' };
  }
  const before = text.slice(from, start).replace(/[ \t]+$/, '').length + from;
  if (isBlank(text.slice(end, to))) return { span: { start: before, end }, text: '' };
  const behind = end + (/^[ \t]*/.exec(text.slice(end, to))?.[0].length ?? 0);
  const joins = start > 0 && isWord(text.charAt(start - 1)) && isWord(text.charAt(behind));
  return { span: { start, end: behind }, text: joins ? ' ' : '' };
};
