import type { Slot, Span } from '../../model/index.ts';
import type { ShellText, Word } from './words.ts';

/** Placeholder in a filter for characters of its texts, and for what the shell substitutes. */
const FILLER = '\u0001';
const UNSEEN = '\u0000';

/** Filter of jq, with the positions of its characters in the script. */
export interface JqFilter {
  /** Code of the filter: its texts are blanked, except for names in `.["name"]` and code in `\(…)`. */
  readonly code: string;
  /** The filter as it is written; what the shell puts there is one character, U+0000. */
  readonly value: string;
  /** Slot of a name at an offset of `value`. */
  slotOf(file: string, name: string, at: number): Slot;
  /** Span of characters of `value`; that of the whole word where it is unknown. */
  spanOf(at: number, length: number): Span;
  /** True when every character is written in the script. */
  readonly isWritten: boolean;
}

/** Offsets in the script of the characters of a text, of which some may be escaped: `\"`. */
const offsetsIn = (
  script: string,
  { start, end, value, file, quote }: ShellText,
): readonly (number | undefined)[] => {
  const unknown = value.split('').map(() => undefined);
  if (file !== undefined) return unknown;
  const escapes = quote === 'double' ? /\\(?=["\\$`])/y : quote === 'none' ? /\\/y : undefined;
  const offsets: number[] = [];
  for (let at = start; at < end; at++) {
    if (escapes) escapes.lastIndex = at;
    if (escapes?.test(script)) at++;
    offsets.push(at);
  }
  return offsets.length === value.length ? offsets : unknown;
};

/** Index behind the text that begins with a quote at `from`; `each` is called for characters of its own, not for code in it. */
const skipText = (value: string, from: number, each: (index: number) => void): number => {
  for (let at = from + 1; at < value.length; at++) {
    if (value[at] === '"') return at + 1;
    each(at);
    if (value[at] !== '\\') continue;
    each(++at);
    if (value[at] === '(') at = skipCode(value, at, each) - 1;
  }
  return value.length;
};

/** Index behind the parenthesis that closes the one at `from`. */
const skipCode = (value: string, from: number, each: (index: number) => void): number => {
  let depth = 0;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '"') at = textAt(value, at, each) - 1;
    else if (value[at] === '(') depth++;
    else if (value[at] === ')' && --depth === 0) return at + 1;
  }
  return value.length;
};

/** Index behind a text in code: a name as in `.["name"]` and `."name"` stays, any other is blanked. */
const textAt = (value: string, at: number, each: (index: number) => void): number => {
  const isName = /^"\w+"/.test(value.slice(at, at + 100)) && /\.\[?$/.test(value.slice(0, at).slice(-2));
  if (isName) return value.indexOf('"', at + 1) + 1;
  each(at);
  const end = skipText(value, at, each);
  each(end - 1);
  return end;
};

const codeIn = (value: string): string => {
  const code = value.split('');
  const blank = (index: number): void => {
    if (index < code.length) code[index] = FILLER;
  };
  for (let at = 0; at < value.length;) at = value[at] === '"' ? textAt(value, at, blank) : at + 1;
  return code.join('');
};

/**
 * The filter that a word of a call of jq is; `undefined` where nothing of it is written there, or where the shell puts
 * something among its paths: `".$NAME"`.
 */
export const jqFilter = (word: Word | undefined, script: string): JqFilter | undefined => {
  if (!word?.parts.some((part) => part.kind === 'text' && part.file === undefined)) return undefined;
  let value = '';
  const offsets: (number | undefined)[] = [];
  for (const part of word.parts) {
    value += part.kind === 'text' ? part.value : UNSEEN;
    for (const offset of part.kind === 'text' ? offsetsIn(script, part) : [undefined]) offsets.push(offset);
  }
  const code = codeIn(value);
  if (code.includes(UNSEEN)) return undefined;
  const { start, end } = word;
  const isWhole = (at: number, length: number): boolean => {
    const from = offsets[at];
    return from !== undefined && offsets[at + length - 1] === from + length - 1;
  };
  const spanOf = (at: number, length: number): Span =>
    isWhole(at, length) ? { start: offsets[at]!, end: offsets[at]! + length } : { start, end };
  return {
    value,
    code,
    isWritten: offsets.every((offset) => offset !== undefined),
    spanOf,
    slotOf: (file, name, at) => {
      const isEditable = isWhole(at, name.length) && value[at - 1] !== '"';
      const spelling = isEditable ? 'js-name' : 'fixed';
      return { file, span: spanOf(at, name.length), value: name, spelling };
    },
  };
};
