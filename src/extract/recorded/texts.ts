import type { ScalarTree, Slot, TextPart } from '../../model/index.ts';
import type { SpelledText } from '../json/spelled.ts';

/**
 * The same characters in a string of their own. A slice keeps the whole text that it was cut from in memory, and
 * facts outlive their exchange.
 */
export const owned = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');

/** A slot that can be kept with a fact: the range `[from, to)` of a text, and a value where it may be seen. */
export const slotIn = (file: string, source: SpelledText, from: number, to: number): Slot => ({
  file,
  span: source.spanAt(from, to),
  value: owned(source.text.slice(from, to)),
  spelling: 'fixed',
});

/** A whole slot as a known part of a text. */
export const knownPart = (slot: Slot): TextPart => ({ kind: 'known', slot, from: 0, to: slot.value.length });

/** The slot that spells a scalar; recordings may write a header value as a number. */
export const slotOf = (tree: ScalarTree): Slot =>
  tree.slot ?? { file: tree.file, span: tree.span, value: String(tree.value), spelling: 'fixed' };
