import type { Gap } from './gap.ts';
import type { Slot } from './slot.ts';
import type { Text } from './text.ts';

/** The headers a request or response is known to carry. */
export interface HeaderSet {
  /** In order of writing; the last entry of a name (compared without letter case) wins. */
  readonly entries: readonly HeaderEntry[];
  /** False: more may exist than is seen, so no header can be called missing. */
  readonly complete: boolean;
  /** Where one more header could be written. */
  readonly gap: Gap | undefined;
  /** True where headers that are sent need not be written (mocks): none has to be written with a new address. */
  readonly unwritten?: boolean;
}

export interface HeaderEntry {
  /** The name as written; its letter case is the writer's. */
  readonly name: Slot;
  /** What the value may be: one text, or one per arm of a condition; `undefined` when nothing is known. */
  readonly values: readonly Text[] | undefined;
  /** The expression or text that gives the value, as one slot that can be replaced as a whole. */
  readonly place: Slot;
  /** False when the entry may be absent (written under a condition). */
  readonly certain: boolean;
}

/** The entries of one header, compared without letter case, in order of writing. */
export const entriesOf = (headers: HeaderSet, name: string): readonly HeaderEntry[] => {
  const wanted = name.toLowerCase();
  return headers.entries.filter((entry) => entry.name.value.toLowerCase() === wanted);
};
