import { hexEscape, stickyMatch, type Reader, tableEscape } from './escape-steps.ts';

const HEX = /\\(?:x([0-7][\da-fA-F])|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y;
const OCTAL = /\\([01][0-7]{2})/y;
const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** The content of an interpreted string of Go. */
export const goDouble: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit !== '\\') return /["\n\r]/.test(unit) ? undefined : { value: unit, length: 1 };
  const octal = stickyMatch(OCTAL, raw, at);
  if (octal !== null)
    return { value: String.fromCodePoint(Number.parseInt(octal[1]!, 8)), length: octal[0].length };
  return tableEscape(SIMPLE, raw, at) ?? hexEscape(HEX, raw, at);
};
