import type { Vocabulary } from './checks/check.ts';

/** Says whether a file may matter, from its bytes read as Latin-1. */
export interface Prefilter {
  readonly source: RegExp;
  readonly data: RegExp;
  /** Addresses and media types alone, wherever they stand. */
  readonly addresses: RegExp;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Slashes may be written `\/`, in JSON as in regular expressions. */
const address = (word: string): string => escaped(word).replaceAll('/', String.raw`\\?/`);

/** A property name in JSON is quoted, and quoted with escapes in a body that is itself a string. */
const jsonKey = (word: string): string => escaped(word) + String.raw`\\{0,3}"`;

const anyOf = (patterns: readonly string[]): RegExp =>
  patterns.length === 0 ? /$.^/ : new RegExp([...new Set(patterns)].join('|'));

/** One pattern per kind of file: a file in which it does not occur is never parsed, and cannot have a finding. */
export const prefilterOf = (vocabulary: Vocabulary): Prefilter => {
  const addresses = vocabulary.addresses.map(address);
  return {
    addresses: anyOf(addresses),
    source: anyOf([...addresses, ...vocabulary.distinctive.map(escaped)]),
    data: anyOf([...addresses, ...vocabulary.distinctive.map(jsonKey)]),
  };
};
