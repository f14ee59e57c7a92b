import { firstWhere } from '../../../model/index.ts';
import type { ScalarTree, Slot, TextPart } from '../../../model/index.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';

/** Copy of a string. A slice keeps the whole text that it was cut from in memory, and facts outlive their exchange. */
export const owned = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');

/** Slot for a fact: the range `[from, to)` of a text, and a value where it may be stored. */
export const slotIn = (file: string, source: SpelledText, from: number, to: number): Slot => ({
  file,
  span: source.spanAt(from, to),
  value: owned(source.text.slice(from, to)),
  spelling: 'fixed',
});

/** Whole slot as a known part of a text. */
export const knownPart = (slot: Slot): TextPart => ({ kind: 'known', slot, from: 0, to: slot.value.length });

/** Slot of a scalar; recordings may contain a header value as a number. */
export const slotOf = (tree: ScalarTree): Slot =>
  tree.slot ?? { file: tree.file, span: tree.span, value: String(tree.value), spelling: 'fixed' };

/** Range `[from, to)` of a text as a separate text. */
export const sliceOf = (source: SpelledText, from: number, to = source.text.length): SpelledText => ({
  text: source.text.slice(from, to),
  spanAt: (start, end) => source.spanAt(from + start, from + end),
});

/** Index of the last offset that is not greater. */
const indexBefore = (offsets: readonly number[], offset: number): number =>
  Math.max(0, firstWhere(offsets, (each) => each > offset) - 1);

/** Joins consecutive pieces. The span of a range runs from its first character's span to its last one's. */
export const joinedText = (pieces: readonly SpelledText[]): SpelledText => {
  const [only, more] = pieces;
  if (only !== undefined && more === undefined) return only;
  const filled = pieces.filter(({ text }) => text !== '');
  let length = 0;
  const starts = filled.map(({ text }) => (length += text.length) - text.length);
  const at = (offset: number, end: boolean): number => {
    const index = indexBefore(starts, end && offset > 0 ? offset - 1 : offset);
    const from = offset - (starts[index] ?? 0);
    return filled[index]?.spanAt(from, from).start ?? 0;
  };
  return {
    text: filled.map(({ text }) => text).join(''),
    spanAt: (from, to) => ({ start: at(from, false), end: Math.max(at(to, to > from), at(from, false)) }),
  };
};

/** Scalar of a text; its slot must not outlive the exchange. */
export const scalarIn = (file: string, source: SpelledText): ScalarTree => {
  const { text: value } = source;
  const span = source.spanAt(0, value.length);
  return { kind: 'scalar', file, span, value, slot: { file, span, value, spelling: 'fixed' } };
};
