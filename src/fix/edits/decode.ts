import { entryNamed } from '../../model/index.ts';
import type { Spelling } from '../../model/index.ts';
import { goDouble } from './decode-go.ts';
import { csInterpolated, csVerbatim, javaDouble, kotlinDouble } from './decode-managed.ts';
import {
  hexEscape,
  JSON_HEX,
  stickyMatch,
  type Reader,
  SIMPLE_JSON,
  type EscapeStep,
  tableEscape,
} from './escape-steps.ts';
import { SCRIPT_READERS, type TextSpelling } from './decode-script.ts';

/** A slot's raw text read back: unit `i` of the value is written in `[starts[i], ends[i])` of the raw text. */
export interface Decoded {
  readonly value: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const SIMPLE_JS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};
const SIMPLE_YAML: Readonly<Record<string, string>> = {
  ...SIMPLE_JSON,
  ' ': ' ',
  '\t': '\t',
  '0': '\0',
  a: '\x07',
  v: '\v',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const JS_HEX = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{0*([\da-f]{1,6})\})/iy;
const YAML_HEX = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/iy;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/y;
const FOLD = /[ \t]*(?:\r?\n[ \t]*)+/y;

const jsEscape: Reader = (raw, at) => {
  const next = raw[at + 1];
  if (next === undefined) return undefined;
  if (next === 'x' || next === 'u') return hexEscape(JS_HEX, raw, at);
  if (/\d/.test(next))
    return /^\\0(?!\d)/.test(raw.slice(at, at + 3)) ? { value: '\0', length: 2 } : undefined;
  const broken = stickyMatch(LINE_BREAK, raw, at + 1);
  if (broken !== null) return { value: '', length: 1 + broken[0].length };
  return tableEscape(SIMPLE_JS, raw, at) ?? { value: next, length: 2 };
};

const jsQuoted =
  (quote: string): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    if (unit === '\\') return jsEscape(raw, at);
    return unit === quote || unit === '\n' || unit === '\r' ? undefined : { value: unit, length: 1 };
  };

const jsTemplate: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit === '\\') return jsEscape(raw, at);
  if (unit === '`' || (unit === '$' && raw[at + 1] === '{')) return undefined;
  if (unit === '\r') return { value: '\n', length: raw[at + 1] === '\n' ? 2 : 1 };
  return { value: unit, length: 1 };
};

const json: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit === '\\') return tableEscape(SIMPLE_JSON, raw, at) ?? hexEscape(JSON_HEX, raw, at);
  return unit === '"' || unit < ' ' ? undefined : { value: unit, length: 1 };
};

/** YAML 1.2 §6.5: one line break between words is a space, each further one is a line feed. */
const folded: Reader = (raw, at) => {
  const match = stickyMatch(FOLD, raw, at);
  if (match === null) return undefined;
  const breaks = match[0].split('\n').length - 1;
  return { value: breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), length: match[0].length };
};

const yamlPlain: Reader = (raw, at) => folded(raw, at) ?? { value: raw[at]!, length: 1 };

const yamlSingle: Reader = (raw, at) => {
  if (raw[at] !== "'") return yamlPlain(raw, at);
  return raw[at + 1] === "'" ? { value: "'", length: 2 } : undefined;
};

const YAML_JOIN = /\\\r?\n[ \t]*/y;

const yamlDouble: Reader = (raw, at) => {
  if (raw[at] === '"') return undefined;
  if (raw[at] !== '\\') return yamlPlain(raw, at);
  const joined = stickyMatch(YAML_JOIN, raw, at);
  if (joined !== null) return { value: '', length: joined[0].length };
  return tableEscape(SIMPLE_YAML, raw, at) ?? hexEscape(YAML_HEX, raw, at);
};

/**
 * Expansions are part of the value; command substitutions and a dollar sign without expansion are not
 * supported.
 */
const shellDouble: Reader = (raw, at) => {
  const unit = raw[at]!;
  const next = raw[at + 1] ?? '';
  if (unit === '"' || unit === '`' || (unit === '$' && next === '(')) return undefined;
  if (unit !== '\\') return { value: unit, length: 1 };
  if (next === '$' || next === '\n' || next === '') return undefined;
  return '\\"`'.includes(next) ? { value: next, length: 2 } : { value: unit, length: 1 };
};

/** A backslash before a dollar sign or a line break is part of the script, and so are expansions. */
const shellScript: Reader = (raw, at) => {
  const unit = raw[at]!;
  const next = raw[at + 1] ?? '';
  if (unit !== '\\') return unit === '"' || unit === '`' ? undefined : { value: unit, length: 1 };
  if (next === '' || (next === '\\' && '$\n'.includes(raw[at + 2] ?? ' '))) return undefined;
  return '\\"`'.includes(next) ? { value: next, length: 2 } : { value: unit, length: 1 };
};

/** A quote is written outside of the quotes: `'\''`. */
const shellSingle: Reader = (raw, at) => {
  if (raw[at] !== "'") return { value: raw[at]!, length: 1 };
  return raw.startsWith("'\\''", at) ? { value: "'", length: 4 } : undefined;
};

const META = /[\\^$|?*+()[\]{}]/;

/** An unescaped dot matches a dot; other patterns are not supported. */
const regexp: Reader = (raw, at) => {
  const unit = raw[at]!;
  const next = raw[at + 1] ?? '';
  if (unit === '\\') return /[A-Za-z0-9]|^$/.test(next) ? undefined : { value: next, length: 2 };
  return META.test(unit) ? undefined : { value: unit, length: 1 };
};

const PYTHON_HEX = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y;
const PYTHON_OCTAL = /\\([0-7]{1,3})/y;
const SIMPLE_PYTHON: Readonly<Record<string, string>> = {
  ...SIMPLE_JS,
  "'": "'",
  '"': '"',
  '\\': '\\',
  '\n': '',
  a: '\x07',
};

/** Python keeps unknown escapes unchanged: `\d`. */
const pythonEscape = (raw: string, at: number): EscapeStep => {
  const octal = stickyMatch(PYTHON_OCTAL, raw, at);
  if (octal !== null)
    return { value: String.fromCodePoint(Number.parseInt(octal[1]!, 8)), length: octal[0].length };
  const known = tableEscape(SIMPLE_PYTHON, raw, at) ?? hexEscape(PYTHON_HEX, raw, at);
  if (known !== undefined) return known;
  return /[NxuU]|^$/.test(raw[at + 1] ?? '') ? undefined : { value: '\\', length: 1 };
};

/** The characters of a Python string; `close` matches what would end it. */
const python =
  (close: RegExp, isFormatted: boolean): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    if (unit === '\\') return pythonEscape(raw, at);
    if (stickyMatch(close, raw, at) !== null) return undefined;
    if (!isFormatted || !/[{}]/.test(unit)) return { value: unit, length: 1 };
    return raw[at + 1] === unit ? { value: unit, length: 2 } : undefined;
  };

const rawUntil =
  (close: RegExp): Reader =>
  (raw, at) =>
    stickyMatch(close, raw, at) === null ? { value: raw[at]!, length: 1 } : undefined;

const ENDS_SINGLE = /['\r\n]/y;
const ENDS_DOUBLE = /["\r\n]/y;
const ENDS_LONG = /"""|'''/y;

/** `$$` is a dollar sign; one alone is of make itself. */
const makeRecipe: Reader = (raw, at) => {
  if (raw[at] !== '$') return { value: raw[at]!, length: 1 };
  return raw[at + 1] === '$' ? { value: '$', length: 2 } : undefined;
};

const verbatim: Reader = (raw, at) => ({ value: raw[at]!, length: 1 });

const READERS: Readonly<Record<TextSpelling, Reader>> = {
  'js-single': jsQuoted("'"),
  'js-double': jsQuoted('"'),
  'js-template': jsTemplate,
  'py-single': python(ENDS_SINGLE, false),
  'py-double': python(ENDS_DOUBLE, false),
  'py-long': python(ENDS_LONG, false),
  'py-f-single': python(ENDS_SINGLE, true),
  'py-f-double': python(ENDS_DOUBLE, true),
  'py-f-long': python(ENDS_LONG, true),
  'py-raw-single': rawUntil(ENDS_SINGLE),
  'py-raw-double': rawUntil(ENDS_DOUBLE),
  'py-raw-long': rawUntil(ENDS_LONG),
  'go-double': goDouble,
  'go-raw': rawUntil(/[`\r]/y),
  'java-double': javaDouble,
  'kotlin-double': kotlinDouble,
  'cs-interpolated': csInterpolated,
  'cs-verbatim': csVerbatim,
  ...SCRIPT_READERS,
  'json-string': json,
  'yaml-plain': yamlPlain,
  'yaml-single': yamlSingle,
  'yaml-double': yamlDouble,
  plain: verbatim,
  'shell-double': shellDouble,
  'shell-single': shellSingle,
  'shell-script': shellScript,
  regexp,
  'make-recipe': makeRecipe,
  'json-words': verbatim,
};

/**
 * Reads the content text of a slot (without delimiters) back into its value, with the position of every unit.
 * `undefined` where the text is not valid content, or the spelling has no content of its own (names, expressions).
 */
export const decode = (raw: string, spelling: Spelling): Decoded | undefined => {
  const read = entryNamed<Reader>(READERS, spelling);
  if (read === undefined) return undefined;
  const values: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < raw.length;) {
    const step = read(raw, at);
    if (step === undefined) return undefined;
    for (const unit of step.value.split('')) {
      values.push(unit);
      starts.push(at);
      ends.push(at + step.length);
    }
    at += step.length;
  }
  return { value: values.join(''), starts, ends };
};
