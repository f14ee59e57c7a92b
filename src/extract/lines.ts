// Lines and indentation of a text, for every computation of an insertion position. Nothing searches further back than
// the line break before a position: texts may be one line of many megabytes, with a hundred thousand objects.

/** The line that was looked up last; a line of many positions is searched once. */
let last = { text: '', start: 0, end: -1 };

const lineAround = (text: string, at: number): typeof last => {
  const broken = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const start = broken + text.slice(broken, at).lastIndexOf('\r') + 1;
  const length = text.slice(at).search(/[\r\n]/);
  return { text, start, end: length < 0 ? text.length : at + length };
};

/** Offset of the first character of the line that holds an offset. */
export const lineStart = (text: string, at: number): number => {
  if (at < last.start || at > last.end || text !== last.text) last = lineAround(text, at);
  return last.start;
};

/** Offset of the line break that ends the line of an offset, or of the end of the text. */
export const lineEnd = (text: string, at: number): number => at + text.slice(at).search(/\r?\n|$/);

/** Indentation of the line that holds an offset, as far as the offset. */
export const indentAt = (text: string, at: number): string =>
  /^[\t ]*/.exec(text.slice(lineStart(text, at), at))![0];

/** Offset of the first of the blanks before a position. */
const blanksStart = (text: string, at: number): number => {
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
};

/** True when only blanks precede an offset on its line. */
export const startsLine = (text: string, at: number): boolean => {
  const start = blanksStart(text, at);
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r';
};

/** Line break that a text uses. */
export const eolOf = (text: string): string =>
  text.includes('\r\n') ? '\r\n' : (/[\n\r]/.exec(text)?.[0] ?? '\n');

/** Line break and indentation before a position; `undefined` where other text precedes it on its line. */
export const ownLine = (text: string, at: number): string | undefined => {
  const start = blanksStart(text, at);
  if (start === 0 || !startsLine(text, at)) return undefined;
  return text.slice(text.startsWith('\r\n', start - 2) ? start - 2 : start - 1, at);
};
