import type { ShellQuote, ShellText, VariablePart } from './words.ts';

/** Literal characters of a word. */
export const textPart = (start: number, end: number, value: string, quote: ShellQuote): ShellText => ({
  kind: 'text',
  start,
  end,
  value,
  quote,
});

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

/** `${name}`, `${name[@]}` or `${name:-text}` as matched, with the offset of its closing brace. */
export const bracedVariable = (
  [whole, name = '', all, operator, fallback]: RegExpExecArray,
  end: number,
  quote: ShellQuote,
): VariablePart => {
  const text = operator === undefined || fallback === undefined || fallback === '' ? undefined : fallback;
  return {
    kind: 'variable',
    name: whole.startsWith('${#') || whole.startsWith('${!') ? '' : restName(name),
    quote,
    all: all !== undefined || /^[@*]/.test(name),
    fallback: text === undefined ? undefined : textPart(end - text.length, end, text, quote),
    assigns: operator?.endsWith('=') === true,
  };
};
