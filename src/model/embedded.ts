import type { Slot } from './slot.ts';

/**
 * A text that stands inside a string of a file: a JSON body in a collection, in a shell word, in a string of code.
 * It has a path of its own, under which trees, gaps and edits speak of what the text says; whoever reports or
 * applies them maps them to the file, through the spelling of `slot`.
 */
export interface EmbeddedText {
  readonly path: string;
  /** Where the text is written; `value` is the text. */
  readonly slot: Slot;
}
