/** Part of a word. Offsets are those of the script. */
export type WordPart = ShellText | VariablePart | ShellHole;

/** Literal characters; `quote` is their delimiter. */
export interface ShellText {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly quote: ShellQuote;
  /** Sourced file that holds the characters; `undefined` for those of the script. */
  readonly file?: string;
}

export type ShellQuote = 'none' | 'single' | 'double';

/** `$name`, `${name}`, `${name:-text}`, `${name[@]}`. */
export interface VariablePart {
  readonly kind: 'variable';
  readonly name: string;
  readonly quote: ShellQuote;
  /** True for all elements of a list. */
  readonly all: boolean;
  readonly fallback: Word | undefined;
  /** True for `${name:=text}`, which assigns the text to a name that has no value. */
  readonly assigns?: boolean;
  /** True for `${name%/}`, the value without its last slash. */
  readonly trims?: boolean;
}

/** Command substitution with its commands, or anything else that is unknown. */
export interface ShellHole {
  readonly kind: 'hole';
  readonly commands: readonly Command[];
}

/** Word of a command, with its quotes resolved. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly WordPart[];
}

/** Text that a command reads: a here-document; `literal` when nothing in it is expanded. */
export interface Heredoc {
  readonly start: number;
  readonly end: number;
  readonly literal: boolean;
}

/** Command of a script: its words and redirections. */
export interface Command {
  readonly words: readonly Word[];
  readonly heredoc: Heredoc | undefined;
  /** Command whose output it reads: `source | this`. */
  readonly source: Command | undefined;
  /** Input: the word after `<<<`, or the file after `<`. */
  readonly input: Word | undefined;
  /** File after `>`. */
  readonly output: Word | undefined;
}

/** Lists are assigned with their elements: `NAME=(a b)`. */
export interface ListAssignment {
  readonly name: string;
  readonly words: readonly Word[];
}

/** Characters of a word, if all of it is literal. */
export const exactWord = ({ parts }: Word): string | undefined =>
  parts.every((part) => part.kind === 'text')
    ? parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
    : undefined;

/** Literal prefix of a word. */
export const knownStart = ({ parts: [first] }: Word): string => (first?.kind === 'text' ? first.value : '');
