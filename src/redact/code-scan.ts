const BACKSLASH = 92;
const NEWLINE = 10;

/** The offset of the next of some characters from `at` on that no backslash stands before; the length if there is none. */
const next = (text: string, at: number, wanted: (code: number) => boolean): number => {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (wanted(code)) return at;
  }
  return text.length;
};

/** The end of the line that an offset stands in. */
export const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

/** Behind the comment that begins at an offset and may go on over lines. */
export const endOfComment = (text: string, start: number): number => {
  const close = text.indexOf('*/', start + 2);
  return close === -1 ? text.length : close + 2;
};

/** End of a text between tags of JSX. */
export const endOfText = (text: string, start: number): number => {
  let end = start;
  while (end < text.length && text[end] !== '<' && text[end] !== '{') end++;
  return end;
};

/** Behind the string that begins at an offset; one that is not closed ends with its line. */
export const endOfString = (text: string, start: number): number => {
  const quote = text.charCodeAt(start);
  const end = next(text, start + 1, (code) => code === quote || code === NEWLINE);
  return text.charCodeAt(end) === quote ? end + 1 : end;
};

/** Characters of a regular expression that are looked at: more, at each of many slashes, would not be linear. */
const LONGEST_REGEX = 1000;

/** Behind the regular expression that begins at an offset, without its flags; -1 where none ends near, on the line. */
export const endOfRegex = (text: string, start: number): number => {
  let listed = false;
  let left = LONGEST_REGEX;
  const end = next(text, start + 1, (code) => {
    if (code === 91) listed = true;
    if (code === 93) listed = false;
    return --left === 0 || code === NEWLINE || (code === 47 && !listed);
  });
  return left > 0 && text.charCodeAt(end) === 47 ? end + 1 : -1;
};

const DOLLAR = 36;

const isChunkEnd = (code: number): boolean => code === 96 || code === DOLLAR;

/** End of a chunk of a template literal: at its back-tick or at `${`; the length where it is not closed. */
export const endOfChunk = (text: string, start: number): number => {
  let at = next(text, start, isChunkEnd);
  while (text.charCodeAt(at) === DOLLAR && text.charCodeAt(at + 1) !== 123)
    at = next(text, at + 1, isChunkEnd);
  return at;
};

/** True for what names and numbers are made of, in any script. */
export const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === DOLLAR ||
  code > 127;

/** Behind the name or number that begins at an offset. */
export const endOfWord = (text: string, start: number): number => {
  let end = start + 1;
  while (end < text.length && isWordCharacter(text.charCodeAt(end))) end++;
  return end;
};
