/** Escapes a text as a pattern that matches it. */
export const patternOf = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches a text that contains one of the words, even as a part of another word; nothing for no words. */
export const anyOf = (words: readonly string[]): RegExp =>
  words.length === 0 ? /$.^/ : new RegExp(words.map(patternOf).join('|'));
