/** Part of a word. Offsets are those of the script. */
export type WordPart = ShellText | VariablePart | ShellHole;

/** Known characters; `quote` is what stands around them. */
export interface ShellText {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly quote: ShellQuote;
}

export type ShellQuote = 'none' | 'single' | 'double';

/** `$name`, `${name}`, `${name:-text}`, `${name[@]}`. */
export interface VariablePart {
  readonly kind: 'variable';
  readonly name: string;
  readonly quote: ShellQuote;
  /** True for all elements of a list. */
  readonly all: boolean;
  readonly fallback: ShellText | undefined;
}

/** A command substitution with its commands, or anything else that cannot be known. */
export interface ShellHole {
  readonly kind: 'hole';
  readonly commands: readonly Command[];
}

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly WordPart[];
}

/** The text that a command reads: a here-document; `literal` when nothing in it is expanded. */
export interface Heredoc {
  readonly start: number;
  readonly end: number;
  readonly literal: boolean;
}

export interface Command {
  readonly words: readonly Word[];
  readonly heredoc: Heredoc | undefined;
  /** The command whose output it reads: `source | this`. */
  readonly source: Command | undefined;
  /** What it reads: the word behind `<<<`, or the file behind `<`. */
  readonly input: Word | undefined;
  /** The file behind `>`. */
  readonly output: Word | undefined;
}

/** Lists are assigned with their elements: `NAME=(a b)`. */
export interface ListAssignment {
  readonly name: string;
  readonly words: readonly Word[];
}

/** A word's known characters, unless some of it is not known. */
export const exactWord = ({ parts }: Word): string | undefined =>
  parts.every((part) => part.kind === 'text')
    ? parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
    : undefined;

/** The beginning of a word that is known. */
export const knownStart = ({ parts: [first] }: Word): string => (first?.kind === 'text' ? first.value : '');
