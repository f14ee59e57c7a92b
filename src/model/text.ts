import type { Place, Slot } from './slot.ts';

/** Why a program uses a URL of a settings file that it names, and may read in a way that is not followed. */
export const BY_FILE_NAME = 'by the name of its file';

/** One use of a value that is written once, and what happens to it there. */
export interface TextUse {
  /** The sending call of a `request`; otherwise the expression that holds the value. */
  readonly at: Place;
  /**
   * `request`: given to a call that sends; the request facts of that call tell where it goes. `inert`: it changes nothing
   * that a program sends (a log, the text of an error, a key of a cache). `elsewhere`: a part of a request that is known to
   * go to something else. `typed`: has a written type there that takes no other text. `other`: anything else, and what
   * could not be followed.
   */
  readonly as: 'request' | 'inert' | 'elsewhere' | 'typed' | 'other';
  /** Use of the text there: `as an argument of spawn()`. */
  readonly why: string;
  /** The same text in the type, of `typed`: they change together. */
  readonly listed?: readonly Place[];
  /** True where it is compared with something, which may be the URL of a request. */
  readonly compared?: boolean;
  /** True where it is given to a call that sends, and nobody sees as what. */
  readonly sends?: boolean;
  /** True where it is given to a program or to code that is not available, either of which may send requests. */
  readonly handedOver?: boolean;
}

/**
 * A string with its provenance: the concatenation of its parts. A known part is the range `[from, to)` of a
 * slot's value; a hole is a run of characters that cannot be known (a parameter, an environment variable), of
 * any length, with the name the source gives it, if any.
 */
export interface Text {
  readonly parts: readonly TextPart[];
}

/** Part of a text. */
export type TextPart = KnownPart | HolePart;

/** Known part of a text: the range `[from, to)` of a slot. */
export interface KnownPart {
  readonly kind: 'known';
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
}

/** Unknown part of a text: `${id}`. */
export interface HolePart {
  readonly kind: 'hole';
  readonly name: string | undefined;
  /** True when it is worked out from the clock at run time: `new Date().toISOString()`. */
  readonly clock?: boolean;
  /** True when it represents values that exceed a budget: they are in the code, and were not analysed. */
  readonly cut?: boolean;
  /** Present where it represents values in a row: `${id}${query}`. Of two, `last` is the name of the second, if any. */
  readonly several?: { readonly last: string | undefined };
}

/** The character that replaces a hole in `flatten`; it cannot occur in a URL or header. */
export const HOLE = '\u0000';

/** Name of the hole that represents the server from which a page comes: `location.origin`. */
export const OWN_ORIGIN = 'location.origin';

const partText = (part: TextPart): string =>
  part.kind === 'hole' ? HOLE : part.slot.value.slice(part.from, part.to);

/** The text as one string; every hole is the single character `HOLE`. */
export const flatten = (text: Text): string => text.parts.map(partText).join('');

/** The whole value, or `undefined` when any part of it is a hole. */
export const exactValue = (text: Text): string | undefined => {
  const value = flatten(text);
  return value.includes(HOLE) ? undefined : value;
};

/** Slots that spell the known parts of a text, in order. */
export const slotsOf = ({ parts }: Text): readonly Slot[] =>
  parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []));

/** A text that is exactly one slot's whole value. */
export const textOfSlot = (slot: Slot): Text => ({
  parts: [{ kind: 'known', slot, from: 0, to: slot.value.length }],
});

/** A range of one slot's value. */
export interface SlotRange {
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
}

/**
 * Locations of the range `[from, to)` of `flatten(text)`: the ranges of the slots that spell it, in order.
 * `undefined` when the range touches a hole.
 */
export const rangesOf = (text: Text, from: number, to: number): readonly SlotRange[] | undefined => {
  const ranges: SlotRange[] = [];
  let offset = 0;
  for (const part of text.parts) {
    const length = part.kind === 'hole' ? 1 : part.to - part.from;
    const start = Math.max(from, offset);
    const end = Math.min(to, offset + length);
    if (start < end) {
      if (part.kind === 'hole') return undefined;
      ranges.push({ slot: part.slot, from: part.from + start - offset, to: part.from + end - offset });
    }
    offset += length;
  }
  return ranges;
};
