import { literalText } from './literal.ts';
import { MASK, redactText, SECRET_NAME } from './redact.ts';

const PART =
  /("(?:\\.|[^"\\])*"?)(\s{0,40}:)?|\$\w+|\$\{\w+\}|•••|\b(?:true|false|null)\b|-?\b\d{1,5}(?:\.\d{1,3})?\b|\\[nrt]|[\s{}[\],:]+|[^\s{}[\],:"]+/g;
const KEPT = /^(?:\$|•|true$|false$|null$|-?\d{1,5}(?:\.\d{1,3})?$|\\[nrt]|[\s{}[\],:])/;

const keyText = (key: string): string => (/^[\w$.-]{1,40}$/.test(key) ? redactText(key) : MASK);

const stringText = (value: string, trusted: ReadonlySet<string>): string =>
  /^\$(?:\w+|\{\w+\})$/.test(value) ? value : literalText(value, trusted);

const isDigits = (part: string): boolean => /^-?\d{3}/.test(part);

/**
 * Redacts JSON, complete or not: names of members, small numbers and variables stay; other values, and values
 * of members named like secrets, are masked.
 */
export const maskedJson = (text: string, trusted: ReadonlySet<string>): string => {
  let secret = false;
  return text.replace(PART, (part, quoted: string | undefined, colon: string | undefined) => {
    if (quoted === undefined) {
      if (part.includes(',')) secret = false;
      return KEPT.test(part) && !/^\$\W/.test(part) && !(secret && isDigits(part)) ? part : MASK;
    }
    const closed = quoted.length > 1 && quoted.endsWith('"');
    const value = quoted.slice(1, closed ? -1 : undefined);
    if (colon !== undefined) secret = SECRET_NAME.test(value);
    const given = secret && !value.startsWith('$') ? MASK : stringText(value, trusted);
    return `"${colon === undefined ? given : keyText(value)}${closed ? '"' : ''}${colon ?? ''}`;
  });
};
