import { firstWhere } from '../model/index.ts';
import type { Position } from './report.ts';

/** Offsets at which the lines of a text begin. Lines end with LF, CRLF or CR. */
export const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  const ends = /\r\n?|\n/g;
  while (ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
};

/** The position of an offset in the text whose lines begin at `starts`. */
export const positionOf = (starts: readonly number[], offset: number): Position => {
  const index = firstWhere(starts, (start) => start > offset) - 1;
  return { line: index + 1, column: offset - starts[index]! + 1, offset };
};

/** The text of a line (1-based) without its end. */
export const lineText = (text: string, starts: readonly number[], line: number): string => {
  let end = starts[line] ?? text.length;
  while (end > starts[line - 1]! && '\r\n'.includes(text[end - 1]!)) end -= 1;
  return text.slice(starts[line - 1], end);
};
