import type { Span } from '../../../model/index.ts';
import { linesIn } from '../lines.ts';
import type { Fence, FenceLine, ProsePage } from './page.ts';

/** Matches quote and list markers, indentation, and three or more fence characters. */
const OPENER = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;

const columnsOf = (prefix: string): number => prefix.replaceAll(/\t/g, '    ').length;

/** Quote markers before a line, at most `depth` of them, then blanks up to a column. */
const prefixOf = (line: string, quotes: number, column: number): string | undefined => {
  let at = 0;
  for (let depth = 0; depth < quotes; depth++) {
    const sign = /^[ \t]*>/.exec(line.slice(at));
    if (sign === null) return undefined;
    at += sign[0].length;
  }
  while (/[ \t]/.test(line.charAt(at)) && columnsOf(line.slice(0, at + 1)) <= column) at++;
  return line.slice(0, at);
};

interface Open {
  readonly info: string;
  readonly start: number;
  readonly sign: string;
  readonly quotes: number;
  readonly column: number;
  readonly lines: FenceLine[];
}

const openedBy = (line: string, start: number): Open | undefined => {
  const [, prefix = '', sign = '', info = ''] = OPENER.exec(line) ?? [];
  if (sign === '') return undefined;
  const quotes = prefix.split('>').length - 1;
  return { info: info.trim(), start, sign, quotes, column: columnsOf(prefix), lines: [] };
};

const closes = (rest: string, { sign }: Open): boolean => {
  const found = rest.trim();
  return found.length >= sign.length && found === sign.charAt(0).repeat(found.length);
};

/** Indentation of a line that is code after an empty line, in columns. */
const CODE_COLUMN = 4;

const indentOf = (line: string): number => columnsOf(/^[ \t]*/.exec(line)![0]);

/** Blocks of code that only their indentation shows, in lines outside of fences. */
class IndentedCode {
  readonly #lines: FenceLine[] = [];
  #column = 0;
  #isAfterEmpty = true;

  /** True where the line begins or continues a block. `found` gets the block that the line ends. */
  takes(line: string, { start, end }: Span, found: (fence: Fence) => void): boolean {
    const isEmpty = line.trim() === '';
    const isOpen = this.#lines.length > 0;
    const isCode = !isEmpty && indentOf(line) >= CODE_COLUMN && (isOpen || this.#isAfterEmpty);
    if (isCode && !isOpen) this.#column = indentOf(line);
    this.#isAfterEmpty = isEmpty;
    if (!isCode && !(isEmpty && isOpen)) {
      this.close(found);
      return false;
    }
    this.#lines.push({ start, from: start + prefixOf(line, 0, this.#column)!.length, end });
    return true;
  }

  /** Ends a block. */
  close(found: (fence: Fence) => void): void {
    const lines = this.#lines.splice(0);
    const [first] = lines;
    if (first !== undefined) found({ info: '', start: first.start, end: lines.at(-1)!.end, lines });
  }
}

/**
 * Fences of a Markdown text, also inside lists and quotes, and its indented code; an unclosed fence ends with the text.
 */
export const markdownPage = (text: string): ProsePage => {
  const fences: Fence[] = [];
  const comments: { start: number; end: number }[] = [];
  let open: Open | undefined;
  const indented = new IndentedCode();
  const add = (fence: Fence): void => void fences.push(fence);
  let commentedTo = 0;
  const close = (end: number): void => {
    if (open !== undefined) fences.push({ info: open.info, start: open.start, end, lines: open.lines });
    open = undefined;
  };
  for (const { line, start, end } of linesIn(text)) {
    if (start < commentedTo) continue;
    if (open === undefined) {
      const at = line.indexOf('<!--');
      open = openedBy(line, start);
      if (open !== undefined) indented.close(add);
      if (open !== undefined || indented.takes(line, { start, end }, add) || at === -1) continue;
      const last = text.indexOf('-->', start + at + 4);
      commentedTo = last === -1 ? text.length : last + 3;
      comments.push({ start: start + at, end: commentedTo });
      continue;
    }
    const prefix = prefixOf(line, open.quotes, open.column);
    if (prefix === undefined) {
      close(start);
      open = openedBy(line, start);
    } else if (closes(line.slice(prefix.length), open)) close(end);
    else open.lines.push({ start, from: start + prefix.length, end });
  }
  close(text.length);
  indented.close(add);
  return { fences, comments };
};
