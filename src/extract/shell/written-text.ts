import type { Slot } from '../../model/index.ts';
import { sourcedFileOf } from './sourced-file.ts';
import type { Heredoc, Word } from './words.ts';

/** Text that is written in a script; `islands` match what the shell puts into it. */
export interface WrittenText {
  readonly slot: Slot;
  readonly islands: RegExp;
}

/** Script whose texts are read. */
export interface TextOfScript {
  readonly file: string;
  readonly text: string;
}

/** Matches `'"$NAME"'`, `'$NAME'` and `'\''` in single quotes; expansions elsewhere. */
const ISLAND = /'"[^'"]*"'|'\$\{?\w+\}?'|'\\''|"'"'"/g;
const EXPANSION = /\$\{[^}"]*\}|\$\w+/g;
const NOTHING = /$.^/g;
const slot = (file: string, start: number, end: number, value: string, spelling: Slot['spelling']): Slot => ({
  file,
  span: { start, end },
  value,
  spelling,
});

/** Text of a here-document. */
export const inHeredoc = ({ file, text }: TextOfScript, { start, end, literal }: Heredoc): WrittenText => ({
  slot: slot(file, start, end, text.slice(start, end), 'plain'),
  islands: literal ? NOTHING : EXPANSION,
});

/** Text of a word that is a single quoted string. */
export const inQuotes = ({ file, text }: TextOfScript, word: Word): WrittenText | undefined => {
  if (sourcedFileOf(word) !== undefined) return undefined;
  const [open, close] = [text[word.start], text[word.end - 1]];
  const [start, end] = [word.start + 1, word.end - 1];
  if (open !== close || end < start) return undefined;
  const raw = text.slice(start, end);
  if (open === "'") return { slot: slot(file, start, end, raw, 'plain'), islands: ISLAND };
  const isPlain = open === '"' && !/(?<!\\)(?:\\\\)*(?:"|`|\$\()|\\[$\n`]/.test(raw);
  if (!isPlain) return undefined;
  const value = raw.replaceAll(/\\([\\"])/g, '$1');
  return { slot: slot(file, start, end, value, 'shell-double'), islands: EXPANSION };
};
