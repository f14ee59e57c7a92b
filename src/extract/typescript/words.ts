/** True when one of the words stands somewhere in the text, even as a part of another word. */
export const holdsAny = (text: string, words: Iterable<string>): boolean => {
  for (const word of words) if (text.includes(word)) return true;
  return false;
};
