import { linesIn } from '../lines.ts';
import type { Fence, FenceLine, ProsePage } from './page.ts';

const DIRECTIVE = /^([ \t]*)\.\.[ \t]+(?:code-block|code|sourcecode|prompt|parsed-literal)::[ \t]*([\w#+-]*)/;
const COMMENT = /^[ \t]*\.\.[ \t]+(?!\[|_|\|)(?![\w-]+::)\S/;

interface Open {
  readonly info: string;
  readonly start: number;
  /** Indentation of the directive: its block is indented further. */
  readonly outer: number;
  /** Indentation of the block. */
  indent: number | undefined;
  readonly lines: FenceLine[];
}

const widthOf = (line: string): number => line.length - line.trimStart().length;

/** Code blocks of a reStructuredText, and its comments. */
export const restructuredPage = (text: string): ProsePage => {
  const fences: Fence[] = [];
  const comments: { start: number; end: number }[] = [];
  let open: Open | undefined;
  const close = (end: number): void => {
    if (open !== undefined && open.lines.length > 0)
      fences.push({ info: open.info, start: open.start, end, lines: open.lines });
    open = undefined;
  };
  for (const { line, start, end } of linesIn(text)) {
    const width = widthOf(line);
    if (open !== undefined && line.trim() !== '') {
      if (width <= open.outer) close(start);
      else if (open.indent !== undefined || !/^[ \t]*:[\w-]+:/.test(line)) {
        open.indent ??= width;
        open.lines.push({ start, from: start + Math.min(width, open.indent), end });
        continue;
      } else continue;
    }
    if (open !== undefined) {
      if (open.indent !== undefined) open.lines.push({ start, from: start, end });
      continue;
    }
    const [directive, lead = '', info = ''] = DIRECTIVE.exec(line) ?? [];
    if (directive !== undefined) open = { info, start, outer: lead.length, indent: undefined, lines: [] };
    else if (COMMENT.test(line)) comments.push({ start: start + width, end: start + line.length });
    else if (/::[ \t]*$/.test(line)) open = { info: '', start, outer: width, indent: undefined, lines: [] };
  }
  close(text.length);
  return { fences, comments };
};
