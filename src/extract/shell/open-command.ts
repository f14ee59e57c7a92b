import type { Command, Heredoc, Word } from './words.ts';

/** Pending here-document, and the command that reads it. */
export interface PendingHeredoc {
  readonly tag: string;
  readonly tabs: boolean;
  readonly literal: boolean;
  readonly into: { heredoc: Heredoc | undefined };
}

/** Command under construction. */
export type OpenCommand = { -readonly [Name in keyof Command]: Command[Name] } & { words: Word[] };

/** Empty command. */
export const openCommand = (source: Command | undefined): OpenCommand => ({
  words: [],
  heredoc: undefined,
  source,
  input: undefined,
  output: undefined,
});

/** End of the here-document that starts at an offset, and offset after the line that closes it. */
export const heredocFrom = (
  text: string,
  start: number,
  { tag, tabs }: Pick<PendingHeredoc, 'tag' | 'tabs'>,
): { readonly end: number; readonly next: number } => {
  for (let line = start; line < text.length;) {
    const found = text.indexOf('\n', line);
    const next = found === -1 ? text.length : found + 1;
    const written = text.slice(line, found === -1 ? undefined : found).replace(/\r$/, '');
    if ((tabs ? written.replace(/^\t+/, '') : written) === tag) return { end: line, next };
    line = next;
  }
  return { end: text.length, next: Math.max(start, text.length) };
};
