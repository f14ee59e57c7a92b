// Lines and indentation of a text. Every reader that says where something is inserted asks here.

/** Offset of the first character of the line that holds an offset. */
export const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

/** Offset of the line break that ends the line of an offset, or of the end of the text. */
export const lineEnd = (text: string, at: number): number => at + text.slice(at).search(/\r?\n|$/);

/** Indentation of the line that holds an offset, as far as the offset. */
export const indentAt = (text: string, at: number): string =>
  /^[\t ]*/.exec(text.slice(lineStart(text, at), at))![0];

/** True when only white space stands in front of an offset on its line. */
export const startsLine = (text: string, at: number): boolean =>
  text.slice(lineStart(text, at), at).trim() === '';

/** The line break that a text is written with. */
export const eolOf = (text: string): string =>
  text.includes('\r\n') ? '\r\n' : (/[\n\r]/.exec(text)?.[0] ?? '\n');

/** The line break and indentation that a place begins with; `undefined` where something stands in front of it. */
export const ownLine = (text: string, at: number): string | undefined => {
  const start = lineStart(text, at);
  if (start === 0 || text.slice(start, at).trim() !== '') return undefined;
  return text.slice(text.startsWith('\r\n', start - 2) ? start - 2 : start - 1, at);
};
