import type { EmbeddedText, Slot, Span, Spelling } from './slot.ts';
import type { Form } from './source.ts';

/**
 * Code of one language in a file of another: a step of a workflow, a fenced block of Markdown. It has its own
 * path, which its language's extractor uses, and is mapped to the file piece by piece.
 */
export interface EmbeddedCode {
  readonly path: string;
  /** The file that holds it. */
  readonly file: string;
  /** The reader that it is for; `undefined` where none reads its language. */
  readonly form: Form | undefined;
  /** The language, as people call it: `Ruby`. */
  readonly language: string;
  /** True for code that other files of the project may import, or that imports them: a component. */
  readonly isModule?: true;
  readonly text: string;
  /** Ascending in the text; what lies between them is not written in the file. */
  readonly pieces: readonly CodePiece[];
}

/** Recipe for one more header in a document that describes a request: around its name and its value in quotes. */
export interface HeaderInsertion {
  readonly before: string;
  readonly separator: string;
  readonly after: string;
}

/** A range of embedded code, and where the file spells it. */
export interface CodePiece {
  /** Offset in the code. */
  readonly at: number;
  readonly length: number;
  /** Range of the file that contains it: the content of a scalar, of a string, a line. */
  readonly span: Span;
  readonly spelling: Spelling;
  /** Offset in the value that `span` spells. */
  readonly from: number;
  /** How a line break is written there; `undefined`: as the spelling writes it, `none`: it cannot be. */
  readonly newline?: string | 'none';
  /**
   * Length of the value that the piece replaces, where its text differs: an expression of the host language.
   */
  readonly covers?: number;
  /** Notation of `-H 'Name: value'` at an empty position after the headers. */
  readonly header?: HeaderInsertion;
  /** A value that other code of the file has as well: facts name its position in the file. */
  readonly shared?: Slot;
}

/** A text inside a file that has a path of its own. */
export type Embedded = EmbeddedText | EmbeddedCode;

/** The file that holds it, or the text inside a file. */
export const holderOf = (embedded: Embedded): string =>
  'slot' in embedded ? embedded.slot.file : embedded.file;

/** Decoded text inside the file. */
export const textInside = (embedded: Embedded): string =>
  'slot' in embedded ? embedded.slot.value : embedded.text;

/** The pieces of it that are written in the file. */
export const piecesOf = (embedded: Embedded): readonly CodePiece[] => {
  if (!('slot' in embedded)) return embedded.pieces;
  const { value, span, spelling } = embedded.slot;
  return [{ at: 0, length: value.length, span, spelling, from: 0 }];
};
