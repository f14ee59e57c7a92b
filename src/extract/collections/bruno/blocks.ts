import type { Span } from '../../../model/index.ts';

/** Line or text inside a block; offsets are those of the file. */
export interface BrunoLine {
  readonly start: number;
  readonly text: string;
}

/** `name { … }`, with the text between the lines of its braces. */
export interface BrunoBlock {
  readonly name: string;
  readonly content: BrunoLine;
  /** Offset after the closing brace. */
  readonly end: number;
}

/** `name: value` in a block. */
export interface Entry {
  readonly name: BrunoLine;
  readonly value: BrunoLine;
}

const BLOCK = /^([a-z][\w:-]*)[ \t]*\{[ \t]*\r?\n/gm;
const CLOSE = /^\}/gm;
const ENTRY = /^([ \t]*)(~?)([^\s:~{}][^:\r\n]*):([^\r\n]*)/gm;

/** Blocks of a file; an unclosed block ends with the file. */
export function* blocksIn(text: string): Generator<BrunoBlock> {
  BLOCK.lastIndex = 0;
  for (let found = BLOCK.exec(text); found !== null; found = BLOCK.exec(text)) {
    const start = found.index + found[0].length;
    CLOSE.lastIndex = start;
    const close = CLOSE.exec(text)?.index ?? text.length;
    yield {
      name: found[1]!,
      content: { start, text: text.slice(start, close) },
      end: Math.min(close + 1, text.length),
    };
    BLOCK.lastIndex = close;
  }
}

/** Captured text without surrounding white space. */
const trimmed = (text: string, start: number): BrunoLine => ({
  start: start + text.length - text.trimStart().length,
  text: text.trim(),
});

/** Disabled lines of a block: `~name: value`. */
export const switchedOffIn = ({ content }: BrunoBlock): readonly Span[] =>
  Array.from(content.text.matchAll(ENTRY)).flatMap(({ 0: line, 2: off, index }) =>
    off === '~' ? [{ start: content.start + index, end: content.start + index + line.length }] : [],
  );

/** Entries of a block, without disabled ones. */
export const entriesIn = ({ content }: BrunoBlock): readonly Entry[] =>
  Array.from(content.text.matchAll(ENTRY)).flatMap(
    ({ 1: lead = '', 2: off, 3: name = '', 4: value = '', index }) => {
      if (off === '~') return [];
      const start = content.start + index + lead.length;
      return [{ name: trimmed(name, start), value: trimmed(value, start + name.length + 1) }];
    },
  );
