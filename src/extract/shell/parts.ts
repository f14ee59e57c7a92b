import type { Quote, TextPart, VariablePart } from './words.ts';

/** Known characters of a word. */
export const textPart = (start: number, end: number, value: string, quote: Quote): TextPart => ({
  kind: 'text',
  start,
  end,
  value,
  quote,
});

/** `${name}`, `${name[@]}` or `${name:-text}` as matched, with the offset of its closing brace. */
export const bracedVariable = (
  [whole, name = '', all, operator, fallback]: RegExpExecArray,
  end: number,
  quote: Quote,
): VariablePart => {
  const text = operator === undefined || fallback === undefined || fallback === '' ? undefined : fallback;
  return {
    kind: 'variable',
    name: whole.startsWith('${#') || whole.startsWith('${!') ? '' : name,
    all: all !== undefined,
    fallback: text === undefined ? undefined : textPart(end - text.length, end, text, quote),
  };
};
