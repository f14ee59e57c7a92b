import type { Span } from '../../../model/index.ts';

/** Span in the file of the range `[start, end)` of a decoded text. */
export type SpanAt = (start: number, end: number) => Span;

/** Text and the positions of its characters: a whole file, or a text spelled inside a string. */
export interface SpelledText {
  readonly text: string;
  readonly spanAt: SpanAt;
}

/** Text that is verbatim in its file, from the offset `base`. */
export const plainText = (text: string, base = 0): SpelledText => ({
  text,
  spanAt: (start, end) => ({ start: base + start, end: base + end }),
});

/** Text whose characters cannot be located in the file (base64): every range is the whole span. */
export const packedText = (text: string, span: Span): SpelledText => ({ text, spanAt: () => span });

const SHORT: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

const UNICODE = /^[0-9a-f]{4}$/i;

/** Length and meaning of the escape at `at`; a backslash that starts no escape is a literal one. */
const escapeAt = (raw: string, at: number): { length: number; value: string } => {
  const letter = raw.charAt(at + 1);
  const digits = raw.slice(at + 2, at + 6);
  if (letter === 'u' && UNICODE.test(digits)) {
    return { length: 6, value: String.fromCharCode(Number.parseInt(digits, 16)) };
  }
  return { length: 2, value: SHORT.get(letter) ?? letter };
};

/** Decoded content of a JSON string and, for each of its units and its end, the offset in `raw`. */
const decodeEscapes = (raw: string): { text: string; offsets: Uint32Array } => {
  const offsets = new Uint32Array(raw.length + 1);
  const pieces: string[] = [];
  let units = 0;
  let at = 0;
  while (at < raw.length) {
    const next = raw.indexOf('\\', at);
    const plainEnd = next === -1 ? raw.length : next;
    pieces.push(raw.slice(at, plainEnd));
    while (at < plainEnd) offsets[units++] = at++;
    if (next === -1) break;
    const escape = escapeAt(raw, at);
    pieces.push(escape.value);
    offsets[units++] = at;
    at += escape.length;
  }
  offsets[units] = raw.length;
  return { text: pieces.join(''), offsets };
};

/**
 * Text between the quotes of a JSON string: the range `[start, end)` of `outer`. Ranges of it map back
 * through the escapes, so a JSON body inside a string has spans in the file itself.
 */
export const nestedText = (outer: SpelledText, start: number, end: number): SpelledText => {
  const raw = outer.text.slice(start, end);
  if (!raw.includes('\\')) {
    return { text: raw, spanAt: (from, to) => outer.spanAt(start + from, start + to) };
  }
  const { text, offsets } = decodeEscapes(raw);
  const at = (index: number): number => start + (offsets[index] ?? raw.length);
  return { text, spanAt: (from, to) => outer.spanAt(at(from), at(to)) };
};
