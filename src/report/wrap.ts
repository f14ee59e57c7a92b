import type { Redacted } from '../model/index.ts';
import { rendered } from '../redact/gate.ts';

/** The narrowest text column: a word that is longer still stays whole. */
const NARROWEST = 16;

/** Lines of a text; those after the first are shorter by `hang`. */
const linesOf = (text: string, width: number, hang = 0): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - (lines.length > 0 ? hang : 0)) {
      lines.push(line.trimEnd());
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/**
 * Wraps a paragraph at `width` characters, each line after `indent`, those after the first also after `hang` spaces; words are
 * not split. Without a width it is one line.
 */
export const wrapped = (text: string, indent: string, width: number | undefined, hang = 0): string => {
  const room = width === undefined ? Infinity : Math.max(NARROWEST, width - indent.length);
  return linesOf(text, room, hang)
    .map((line, at) => indent + (at > 0 ? ' '.repeat(hang) : '') + line)
    .join('\n');
};

/** A text of at most `width` characters, cut at its end with `…`. */
export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Continuation lines of a line are indented by this much more. */
export const HANG = 2;

interface Sheet {
  readonly text: Redacted;
  readonly width: number;
}

/** A command to type: it is not cut into lines. */
const IS_COMMAND = /^(?:next:)? +npx /;

const sheetText = ({ text, width }: Sheet): string =>
  text
    .split('\n')
    .map((line) => {
      if (line.length <= width || IS_COMMAND.test(line)) return line;
      const indent = /^ */.exec(line)![0];
      return wrapped(line.slice(indent.length), indent, width, HANG);
    })
    .join('\n');

/** Lines of a text, each wrapped to a terminal; as they are where its width is not known. */
export const wrappedText = (text: Redacted, width: number | undefined): Redacted =>
  width === undefined ? text : rendered(sheetText, { text, width });
