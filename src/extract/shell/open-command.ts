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
