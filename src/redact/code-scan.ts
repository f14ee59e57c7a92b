const BACKSLASH = 92;
const NEWLINE = 10;

/**
 * Offset of the next unescaped occurrence of one of the characters from `at`; the length if there is none.
 */
const next = (text: string, at: number, wanted: (code: number) => boolean): number => {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (wanted(code)) return at;
  }
  return text.length;
};

/** End of the line at an offset. */
export const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

/** End of the comment that starts at an offset; may be on a later line. */
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

/** End of the string that starts at an offset; an unclosed one ends with its line. */
export const endOfString = (text: string, start: number): number => {
  const quote = text.charCodeAt(start);
  const end = next(text, start + 1, (code) => code === quote || code === NEWLINE);
  return text.charCodeAt(end) === quote ? end + 1 : end;
};

/** Maximum length searched for the end of a regular expression, so that many slashes take linear time. */
const MAX_REGEX_LENGTH = 1000;

/**
 * End of the regular expression that starts at an offset, without its flags; -1 if there is no end nearby on
 * the line.
 */
export const endOfRegex = (text: string, start: number): number => {
  let listed = false;
  let left = MAX_REGEX_LENGTH;
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

/** End of the name or number that starts at an offset. */
export const endOfWord = (text: string, start: number): number => {
  let end = start + 1;
  while (end < text.length && isWordCharacter(text.charCodeAt(end))) end++;
  return end;
};
