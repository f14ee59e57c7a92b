import type { Redacted } from '../model/index.ts';
import { rendered } from '../redact/gate.ts';

/** The narrowest text column: a word that is longer still stays whole. */
const NARROWEST = 16;

const linesOf = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/**
 * Wraps a paragraph at `width` characters, each line after `indent`; words are not split. Without a width it
 * is one line.
 */
export const wrapped = (text: string, indent: string, width: number | undefined): string => {
  const room = width === undefined ? Infinity : Math.max(NARROWEST, width - indent.length);
  return linesOf(text, room)
    .map((line) => indent + line)
    .join('\n');
};

/** A text of at most `width` characters, cut at its end with `…`. */
export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

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
      return wrapped(line.slice(indent.length), indent, width).replaceAll('\n', '\n  ');
    })
    .join('\n');

/** Lines of a text, each wrapped to a terminal; as they are where its width is not known. */
export const wrappedText = (text: Redacted, width: number | undefined): Redacted =>
  width === undefined ? text : rendered(sheetText, { text, width });
