import type { FrameLine } from './report.ts';
import { printable } from './style.ts';

/** A line of code without its indentation, and the part of it to point at. */
export interface Snippet {
  readonly text: string;
  readonly mark: { readonly from: number; readonly to: number } | undefined;
}

/** The line of a finding, as far as a frame shows it. */
export const snippetOf = (frame: readonly FrameLine[], line: number): Snippet | undefined => {
  const found = frame.find((each) => each.line === line);
  if (found === undefined) return undefined;
  const before = found.mark === undefined ? '' : printable(found.text.slice(0, found.mark.from));
  const length =
    found.mark === undefined ? 0 : printable(found.text.slice(found.mark.from, found.mark.to)).length;
  const text = printable(found.text);
  const indent = text.length - text.trimStart().length;
  const from = before.length - indent;
  const mark = found.mark === undefined || from < 0 ? undefined : { from, to: from + length };
  return text.trim() === '' ? undefined : { text: text.trim(), mark };
};

const ELLIPSIS = '…';

/** Part of a snippet around its mark that fits into `room` characters, with `…` for omitted text. */
export const fitted = ({ text, mark }: Snippet, room: number): Snippet => {
  if (text.length <= room) return { text, mark };
  const inner = Math.max(1, room - 2 * ELLIPSIS.length);
  const wanted = mark === undefined ? 0 : Math.max(0, mark.from - Math.floor(inner / 4));
  const start = Math.min(wanted, text.length - inner);
  const [head, tail] = [start > 0 ? ELLIPSIS : '', start + inner < text.length ? ELLIPSIS : ''];
  const shift = head.length - start;
  const clamp = (at: number): number => Math.min(Math.max(at + shift, 0), head.length + inner);
  return {
    text: head + text.slice(start, start + inner) + tail,
    mark: mark && { from: clamp(mark.from), to: clamp(mark.to) },
  };
};
