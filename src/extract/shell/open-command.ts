import type { Command, Heredoc, Word } from './words.ts';

/** A here-document whose text is still to come, and the command that reads it. */
export interface PendingHeredoc {
  readonly tag: string;
  readonly tabs: boolean;
  readonly literal: boolean;
  readonly into: { heredoc: Heredoc | undefined };
}

/** A command while it is read. */
export type OpenCommand = { -readonly [Name in keyof Command]: Command[Name] } & { words: Word[] };

/** A command of which nothing is read yet. */
export const openCommand = (source: Command | undefined): OpenCommand => ({
  words: [],
  heredoc: undefined,
  source,
  input: undefined,
  output: undefined,
});
