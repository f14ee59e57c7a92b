import type { ScalarTree, Slot, TextPart, Tree } from '../../model/index.ts';
import { nestedText, packedText, plainText } from '../json/spelled.ts';
import type { SpelledText } from '../json/spelled.ts';
import type { JsonReader, ParsedJson } from '../json/reader.ts';

/**
 * The same characters in a string of their own. A slice keeps the whole text that it was cut from in memory, and
 * facts outlive their entry.
 */
export const owned = (text: string): string =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');

/** The text of one entry of a recording, and ways to what is spelled in it. */
export interface EntryText {
  readonly file: string;
  /** The entry as a tree; its slots must not outlive the entry. */
  parse(): ParsedJson;
  /** The tree of a JSON text. */
  read(source: SpelledText): ParsedJson;
  /** The text that is spelled in a string of the entry. */
  spelledIn(slot: Slot): SpelledText;
  /** The text that a base64 string of the entry holds. */
  packedIn(slot: Slot): SpelledText;
}

/** `offset`: UTF-16 units before the entry in its file. */
export const entryText = (file: string, text: string, offset: number, read: JsonReader): EntryText => {
  const source = plainText(text, offset);
  return {
    file,
    parse: () => read(file, source, 'fixed'),
    read: (inner) => read(file, inner, 'fixed'),
    spelledIn: ({ span }) => {
      const nested = nestedText(source, span.start - offset, span.end - offset);
      return { ...nested, text: owned(nested.text) };
    },
    packedIn: ({ value, span }) => packedText(Buffer.from(value, 'base64').toString('utf8'), span),
  };
};

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

/** True when the tree was read to its end. */
export const isWhole = (tree: Tree | undefined): boolean => tree?.kind === 'object' && tree.complete;
