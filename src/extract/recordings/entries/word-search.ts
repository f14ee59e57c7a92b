import { wordSearch } from '../../multi-string-search.ts';
import type { WordSearch } from '../../multi-string-search.ts';

/** Spellings of a word in JSON: a slash may be escaped. */
const spellings = (word: string): readonly string[] =>
  word.includes('/') ? [word, word.replaceAll('/', String.raw`\/`)] : [word];

/** Search for words in the bytes of a recorded call; without words every call may be relevant. */
export const recordedWordSearch = (words: readonly string[] | undefined): WordSearch =>
  words === undefined ? () => true : wordSearch(words.flatMap(spellings));
