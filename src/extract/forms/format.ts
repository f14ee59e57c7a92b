import type { Form } from '../../model/index.ts';
import type { Extractor } from '../extractor.ts';

/** Detection of a format in JSON. */
export interface JsonSign {
  /** False where required texts are missing: a cheap test before the outline is built. */
  readonly may: (head: string, isLog: boolean) => boolean;
  /** `keys` are those of the outermost object (`log`) and of the objects in it (`log.entries`; in a list `.scope`). */
  readonly test: (keys: ReadonlySet<string>, head: string) => boolean;
}

/** Tests of the start of a file (64 KiB), whatever its name. */
export interface Detection {
  readonly json?: readonly JsonSign[];
  readonly yaml?: (head: string) => boolean;
  /** Detects other texts; applied only where the name belongs to no other format. */
  readonly text?: (head: string) => boolean;
}

/** Input format, one row of the table in `formats.ts`. */
export interface InputFormat {
  readonly id: Form;
  /**
   * `recording`: evidence, read as bytes, never held as text, never shown and never edited. `collection`:
   * handwritten calls in collections, request files and mocks.
   */
  readonly kind: 'code' | 'document' | 'collection' | 'recording';
  /** Extensions of files that have this format, unless their content says otherwise. */
  readonly names?: readonly string[];
  /** Whole names of files that have this format. */
  readonly named?: RegExp;
  /** Extensions of files that are examined only because they may be recordings of this format. */
  readonly perhaps?: readonly string[];
  readonly detect?: Detection;
  /** Loads the extractor; called when a file of the format may matter. */
  readonly load: () => Promise<Extractor>;
  /** True where property names are quoted, as in JSON. */
  readonly quotesNames?: true;
  /** True where the base of a URL may be in another file, so that every file of the format matters. */
  readonly baseElsewhere?: true;
  /** True for bytes of a file that matters without a keyword, because it takes over values from other files. */
  readonly borrows?: (bytes: Uint8Array) => boolean;
  /** True where a file matters without a keyword, because one that is cut may have lost it. */
  readonly mayBeCut?: true;
  /** True for recordings with many lines or spans of the same calls. */
  readonly repeats?: true;
}
