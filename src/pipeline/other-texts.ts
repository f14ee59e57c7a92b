import type { FoundInOthers } from '../io/other-files.ts';

/** Texts of unanalysed files that contain one of the words, by path. */
export type TextsWith = (words: readonly string[]) => ReadonlyMap<string, string>;

/** URLs and media types in files that are not analysed, and a search for words there. */
export interface Others extends FoundInOthers {
  readonly textsWith: TextsWith;
}
