import { hexEscape, JSON_HEX, type Reader, SIMPLE_JSON, tableEscape } from './escape-steps.ts';

const SIMPLE_JAVA: Readonly<Record<string, string>> = { ...SIMPLE_JSON, "'": "'" };

/** Reader of the escapes that languages with C's escapes share. */
export const javaDouble: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit === '\\') return tableEscape(SIMPLE_JAVA, raw, at) ?? hexEscape(JSON_HEX, raw, at);
  return unit === '"' || unit === '\n' || unit === '\r' ? undefined : { value: unit, length: 1 };
};

/** `$` begins a hole, unless it is escaped. */
export const kotlinDouble: Reader = (raw, at) => {
  if (raw[at] === '\\' && raw[at + 1] === '$') return { value: '$', length: 2 };
  return raw[at] === '$' ? undefined : javaDouble(raw, at);
};

/** Braces are written twice. */
export const csInterpolated: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit !== '{' && unit !== '}') return javaDouble(raw, at);
  return raw[at + 1] === unit ? { value: unit, length: 2 } : undefined;
};

/** The only escape is a doubled quote. */
export const csVerbatim: Reader = (raw, at) => {
  if (raw[at] !== '"') return { value: raw[at]!, length: 1 };
  return raw[at + 1] === '"' ? { value: '"', length: 2 } : undefined;
};
