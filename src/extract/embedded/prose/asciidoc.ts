import { linesIn } from '../lines.ts';
import type { Fence, FenceLine, ProsePage } from './page.ts';

/** `[source,bash]`, `[source, bash, subs="…"]`, `[,bash]`, `[bash]`. */
const STYLE =
  /^\[(?:source|listing)?%?[\w]*[ \t]*,[ \t]*([\w#+-]+)|^\[(?:source)?\.?(console|bash|sh|http)\b/;
const DELIMITER = /^(-{4,}|\.{4,}|`{3,})[ \t]*([\w#+-]*)[ \t]*$/;
const COMMENT_BLOCK = /^\/{4,}[ \t]*$/;

interface Open {
  readonly sign: string;
  readonly info: string;
  readonly start: number;
  readonly lines: FenceLine[];
}

/** Code blocks of an AsciiDoc text, and its comments. */
export const asciidocPage = (text: string): ProsePage => {
  const fences: Fence[] = [];
  const comments: { start: number; end: number }[] = [];
  let open: Open | undefined;
  let style = '';
  let styleStart: number | undefined;
  let comment: { sign: string; start: number } | undefined;
  const close = (end: number): void => {
    if (open !== undefined) fences.push({ info: open.info, start: open.start, end, lines: open.lines });
    open = undefined;
  };
  for (const { line, start, end } of linesIn(text)) {
    if (comment !== undefined) {
      if (line.trimEnd() !== comment.sign) continue;
      comments.push({ start: comment.start, end });
      comment = undefined;
    } else if (open !== undefined) {
      if (line.trimEnd() === open.sign) close(end);
      else open.lines.push({ start, from: start, end });
    } else if (COMMENT_BLOCK.test(line)) comment = { sign: line.trimEnd(), start };
    else if (line.startsWith('//')) comments.push({ start, end: start + line.length });
    else {
      const [, sign, info = ''] = DELIMITER.exec(line) ?? [];
      const named = STYLE.exec(line);
      if (sign !== undefined) open = { sign, info: info || style, start: styleStart ?? start, lines: [] };
      if (named !== null) style = named[1] ?? named[2] ?? '';
      const isAttribute = /^[.[]/.test(line) && sign === undefined;
      if (!isAttribute) style = '';
      styleStart = isAttribute ? (styleStart ?? start) : undefined;
    }
  }
  close(text.length);
  return { fences, comments };
};
