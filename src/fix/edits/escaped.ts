const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeEscape = (unit: string): string =>
  SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text with special characters, controls and halves of pairs escaped as C's languages do. */
export const escaped = (value: string, special: RegExp): string =>
  value
    .replace(special, '\\$&')
    // oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
    .replace(/[\u0000-\u001f\u007f\u2028\u2029\ufeff]/g, codeEscape)
    .replace(LONE_SURROGATE, codeEscape);

const pythonUnit = (unit: string): string =>
  SHORT[unit] ?? `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** The writer of a Python string in which some characters are special. */
export const pythonText =
  (special: RegExp): ((value: string) => string) =>
  (value) =>
    value
      .replace(special, (unit) => (unit === '{' || unit === '}' ? unit + unit : `\\${unit}`))
      // oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
      .replace(/[\u0000-\u001f\u007f]/g, pythonUnit);
