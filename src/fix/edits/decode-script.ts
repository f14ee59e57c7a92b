import type { Spelling } from '../../model/index.ts';

/** Spellings of text; the others are of names and of whole expressions, or are never written. */
export type TextSpelling = Exclude<
  Spelling,
  | `${string}-${'expression' | 'name' | 'shorthand'}`
  | 'spring-media-type'
  | 'ktor-content-type'
  | 'php-accept'
  | 'fixed'
>;

/** Result of one step over the raw text; `undefined` where the raw text is invalid in that spelling. */
type Step = { readonly value: string; readonly length: number } | undefined;
type Reader = (raw: string, at: number) => Step;

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f', e: '\x1b' };
const POWERSHELL: Readonly<Record<string, string>> = { ...SIMPLE, '0': '\0', a: '\x07', b: '\b' };
const RUBY: Readonly<Record<string, string>> = { ...SIMPLE, a: '\x07', b: '\b', s: ' ' };

/** A backtick escapes; an expression after a dollar sign is not text. */
const powershell =
  (isHere: boolean): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    const next = raw[at + 1] ?? '';
    if (unit === '`')
      return /^[u\r]?$/.test(next) ? undefined : { value: POWERSHELL[next] ?? next, length: 2 };
    if (unit === '$' && /[\w({?:^$]/.test(next)) return undefined;
    if (unit !== '"' || isHere) return { value: unit, length: 1 };
    return next === '"' ? { value: '"', length: 2 } : undefined;
  };

/** In single quotes two of them are one. */
const doubled: Reader = (raw, at) => {
  if (raw[at] !== "'") return { value: raw[at]!, length: 1 };
  return raw[at + 1] === "'" ? { value: "'", length: 2 } : undefined;
};

/** In single quotes of Ruby and PHP a backslash escapes itself and the quote. */
const single: Reader = (raw, at) => {
  const unit = raw[at]!;
  if (unit === "'") return undefined;
  const next = raw[at + 1] ?? '';
  return unit === '\\' && (next === "'" || next === '\\')
    ? { value: next, length: 2 }
    : { value: unit, length: 1 };
};

/** Escapes that take a code, and those of a line's end, are not taken apart. */
const HARD = /^[\dxucCMN\r\n]?$/;

const ruby =
  (isHere: boolean): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    const next = raw[at + 1] ?? '';
    if (unit === '\\') return HARD.test(next) ? undefined : { value: RUBY[next] ?? next, length: 2 };
    if (unit === '#' && /[{@$]/.test(next)) return undefined;
    return unit === '"' && !isHere ? undefined : { value: unit, length: 1 };
  };

const php =
  (isHere: boolean): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    const next = raw[at + 1] ?? '';
    if (unit === '\\') {
      if (HARD.test(next)) return undefined;
      const known = SIMPLE[next] ?? (/[\\$"]/.test(next) ? next : undefined);
      return known === undefined ? { value: unit, length: 1 } : { value: known, length: 2 };
    }
    if ((unit === '$' && /[\w{]/.test(next)) || (unit === '{' && next === '$')) return undefined;
    return unit === '"' && !isHere ? undefined : { value: unit, length: 1 };
  };

const LUA: Readonly<Record<string, string>> = {
  ...SIMPLE,
  a: '\x07',
  b: '\b',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** Escapes with a code, and those of a line's end, are not taken apart. */
const lua =
  (quote: string): Reader =>
  (raw, at) => {
    const unit = raw[at]!;
    if (unit === quote || unit === '\n' || unit === '\r') return undefined;
    if (unit !== '\\') return { value: unit, length: 1 };
    const known = LUA[raw[at + 1] ?? ''];
    return known === undefined ? undefined : { value: known, length: 2 };
  };

const verbatimUntil =
  (close: RegExp): Reader =>
  (raw, at) => {
    close.lastIndex = at;
    return close.test(raw) ? undefined : { value: raw[at]!, length: 1 };
  };

/** Readers of strings of PowerShell, Ruby, PHP and Lua. */
export const SCRIPT_READERS: Readonly<
  Record<Extract<TextSpelling, `${'ps' | 'rb' | 'php' | 'lua'}-${string}`>, Reader>
> = {
  'ps-single': doubled,
  'ps-double': powershell(false),
  'ps-here': verbatimUntil(/\n'@/y),
  'ps-here-double': powershell(true),
  'rb-single': single,
  'rb-double': ruby(false),
  'rb-here': ruby(true),
  'php-single': single,
  'php-double': php(false),
  'php-here': php(true),
  'lua-single': lua("'"),
  'lua-double': lua('"'),
  'lua-long': verbatimUntil(/\]=*\]|\r/y),
};
