import type { Slot, Tree } from '../../../model/index.ts';
import { nestedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { JsonReader, ParsedJson } from '../../documents/json/reader.ts';
import { owned } from '../recorded/texts.ts';

/** Text of one entry of a recording, with access to the texts spelled in it. */
export interface EntryText {
  readonly file: string;
  /** The entry as a tree; its slots must not outlive the entry. */
  parse(): ParsedJson;
  /** Text that is spelled in a string of the entry. */
  spelledIn(slot: Slot): SpelledText;
}

/** `offset`: UTF-16 units before the entry in its file. */
export const entryText = (file: string, text: string, offset: number, read: JsonReader): EntryText => {
  const source = plainText(text, offset);
  return {
    file,
    parse: () => read(file, source, 'fixed'),
    spelledIn: ({ span }) => {
      const nested = nestedText(source, span.start - offset, span.end - offset);
      return { ...nested, text: owned(nested.text) };
    },
  };
};

/** True when the tree was parsed to its end. */
export const isWhole = (tree: Tree | undefined): boolean => tree?.kind === 'object' && tree.complete;
