/** A text as a pattern that matches it. */
export const patternOf = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches a text in which one of the words stands, even as a part of another word; none for no words. */
export const anyOf = (words: readonly string[]): RegExp =>
  words.length === 0 ? /$.^/ : new RegExp(words.map(patternOf).join('|'));
