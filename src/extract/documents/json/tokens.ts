/** Token kinds of jsonc-parser's scanner, whose enumeration does not exist at run time. */
export const TOKEN: Readonly<
  Record<
    | 'openBrace'
    | 'closeBrace'
    | 'openBracket'
    | 'closeBracket'
    | 'comma'
    | 'colon'
    | 'null'
    | 'true'
    | 'false'
    | 'string'
    | 'number'
    | 'lineComment'
    | 'blockComment'
    | 'triviaEnd'
    | 'end',
    number
  >
> = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  triviaEnd: 15,
  end: 17,
};

/** The scanner's error codes as messages. */
export const SCAN_PROBLEMS: ReadonlyMap<number, string> = new Map([
  [1, 'a comment is not closed'],
  [2, 'a string is not closed'],
  [3, 'a number is not complete'],
  [4, 'a \\u escape needs four hexadecimal digits'],
  [5, 'a backslash starts no known escape'],
  [6, 'a string holds a control character that must be escaped'],
]);
