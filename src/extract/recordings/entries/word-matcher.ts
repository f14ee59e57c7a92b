/** Returns whether a range of a piece of bytes contains one of some words; ranges must be passed in ascending order. */
export interface WordMatcher {
  /** Starts on a new piece. */
  reset(piece: Buffer): void;
  /** True when a word is completely inside `[start, end)` of the piece. */
  occurIn(start: number, end: number): boolean;
}

/** Spellings of a word in JSON: a slash may be escaped. */
const spellings = (word: string): readonly string[] =>
  word.includes('/') ? [word, word.replaceAll('/', String.raw`\/`)] : [word];

/** Letters of JSON texts from rare to frequent. */
const BY_RARITY = 'zqjxkvwybghfpmucldrsoniate';
/** Length up to which the platform searches by vector instructions, which is several times as fast. */
const ANCHOR = 6;

/** Part of a word that all its spellings contain and is fast to find; `api/atlas` and `vnd.atlas` share one. */
const anchorOf = (word: string): string => {
  const fragment = word
    .split('/')
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const starts = Array.from({ length: Math.max(fragment.length - ANCHOR, 0) + 1 }, (_, start) => start);
  const rarity = (start: number): number => BY_RARITY.indexOf(fragment.charAt(start));
  const best = starts.reduce(
    (rarest, start) => (rarity(start) < rarity(rarest) ? start : rarest),
    starts.length - 1,
  );
  return fragment.slice(best, best + ANCHOR);
};

/** Drops words that contain another word: searching for the shorter one finds both. */
const fewest = (anchors: readonly string[]): readonly string[] => {
  const all = [...new Set(anchors)];
  return all.filter((anchor) => !all.some((other) => other !== anchor && anchor.includes(other)));
};

interface Needle {
  readonly bytes: Buffer;
  /** Its first occurrence from the start of the last range on; `Infinity` when there is none. */
  at: number;
}

/** Searches for words with the platform's search: a piece is read once for each of a few anchors. */
export const createWordMatcher = (words: readonly string[]): WordMatcher => {
  const anchors: readonly Needle[] = fewest(words.map(anchorOf)).map((word) => ({
    bytes: Buffer.from(word),
    at: -1,
  }));
  const spelled = words.flatMap(spellings).map((word) => Buffer.from(word));
  let piece: Buffer = Buffer.alloc(0);
  const within = (needle: Needle, start: number, end: number): boolean => {
    if (needle.at < start) {
      const found = piece.indexOf(needle.bytes, start);
      needle.at = found === -1 ? Infinity : found;
    }
    return needle.at + needle.bytes.length <= end;
  };
  return {
    reset(next) {
      piece = next;
      for (const anchor of anchors) anchor.at = -1;
    },
    occurIn(start, end) {
      if (!anchors.some((anchor) => within(anchor, start, end))) return false;
      const range = piece.subarray(start, end);
      return spelled.some((word) => range.includes(word));
    },
  };
};
