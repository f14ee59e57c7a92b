import type { Vocabulary } from '../model/index.ts';
import { wordSearch } from './multi-string-search.ts';
import type { WordSearch } from './multi-string-search.ts';

/** Test of whether a file may matter, from its bytes. */
export interface Prefilter {
  readonly source: WordSearch;
  readonly data: WordSearch;
  /** URLs and media types alone, in a text. */
  readonly addresses: RegExp;
}

/** Slashes may be written `\/`, in JSON as in regular expressions. */
const withEscapes = (word: string): readonly string[] => [word, word.replaceAll('/', String.raw`\/`)];

/** A property name in JSON is quoted, and quoted with escapes in a body that is itself a string. */
const asJsonKey = (word: string): readonly string[] => [`${word}"`, `${word}\\"`, `${word}\\\\\\"`];

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const anyOf = (words: readonly string[]): RegExp =>
  words.length === 0 ? /$.^/ : new RegExp(words.map(escaped).join('|'));

/** Drops words that contain another word: searching for the shorter one finds both. */
const shortest = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !words.some((other) => other !== word && word.includes(other)));

/** One search per kind of file: a file without a match is not parsed and has no findings. */
export const prefilterOf = (vocabulary: Omit<Vocabulary, 'successors'>): Prefilter => {
  const addresses = shortest(vocabulary.addresses).flatMap(withEscapes);
  const others = [...(vocabulary.comments ?? []), ...(vocabulary.paths ?? []).flatMap(withEscapes)];
  return {
    addresses: anyOf(addresses),
    source: wordSearch([...addresses, ...others, ...shortest(vocabulary.distinctive)]),
    data: wordSearch([...addresses, ...others, ...shortest(vocabulary.distinctive).flatMap(asJsonKey)]),
  };
};
