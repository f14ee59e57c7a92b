/** Result of one step over the raw text; `undefined` where the raw text is invalid in that spelling. */
export type EscapeStep = { readonly value: string; readonly length: number } | undefined;
export type Reader = (raw: string, at: number) => EscapeStep;

/** Escapes of one letter in JSON. */
export const SIMPLE_JSON: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** An escape of four hexadecimal digits. */
export const JSON_HEX = /\\u([\da-f]{4})/iy;

/** A match that begins at a position. */
export const stickyMatch = (pattern: RegExp, raw: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(raw);
};

/** A character by its number. */
export const hexEscape = (pattern: RegExp, raw: string, at: number): EscapeStep => {
  const match = stickyMatch(pattern, raw, at);
  const code = Number.parseInt(match?.slice(1).find((digits) => digits !== undefined) ?? '', 16);
  if (match === null || Number.isNaN(code) || code > 0x10ffff) return undefined;
  return { value: String.fromCodePoint(code), length: match[0].length };
};

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** An escape of one letter. */
export const tableEscape = (table: Readonly<Record<string, string>>, raw: string, at: number): EscapeStep => {
  const value = own(table, raw[at + 1] ?? '');
  return value === undefined ? undefined : { value, length: 2 };
};
