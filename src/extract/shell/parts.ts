import type { ShellQuote, ShellText, VariablePart, Word } from './words.ts';

/** Literal characters of a word. */
export const textPart = (start: number, end: number, value: string, quote: ShellQuote): ShellText => ({
  kind: 'text',
  start,
  end,
  value,
  quote,
});

/** Text in single quotes or after a backslash, and the offset after it. */
export const quotedPart = (
  text: string,
  from: number,
): { readonly part: ShellText; readonly next: number } => {
  if (text[from] === '\\') {
    const next = Math.min(text.length, from + 2);
    const value = text[from + 1] ?? '';
    return { part: textPart(from, next, value === '\n' ? '' : value, 'none'), next };
  }
  const close = text.indexOf("'", from + 1);
  const end = close === -1 ? text.length : close;
  return {
    part: textPart(from + 1, end, text.slice(from + 1, end), 'single'),
    next: Math.min(text.length, end + 1),
  };
};

/** `$name`, `$1` or `$@` as matched. */
export const plainVariable = ([whole, name = '']: RegExpExecArray, quote: ShellQuote): VariablePart => ({
  kind: 'variable',
  name,
  quote,
  all: /[@*]$/.test(whole),
  fallback: undefined,
});

/** `${@}` is all arguments, `${@:2}` those from the second on. */
const restName = (name: string): string => (/^[@*]/.test(name) ? name.slice(1).replace(':', '@') : name);

/** `${name}`, `${name[@]}` or the start of `${name:-text}` as matched; `fallback` is the text up to its closing brace. */
export const bracedVariable = (
  [whole, name = '', all, operator, trimming]: RegExpExecArray,
  fallback: Word | undefined,
  quote: ShellQuote,
): VariablePart => ({
  kind: 'variable',
  name: whole.startsWith('${#') || whole.startsWith('${!') ? '' : restName(name),
  quote,
  all: all !== undefined || /^[@*]/.test(name),
  fallback: fallback?.parts.length === 0 ? undefined : fallback,
  assigns: operator?.endsWith('=') === true,
  trims: trimming !== undefined,
});
