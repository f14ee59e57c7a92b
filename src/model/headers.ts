import type { InsertionPoint } from './insertion-point.ts';
import type { Place, Slot, Span } from './slot.ts';
import type { Text } from './text.ts';

/** The headers a request or response is known to carry. */
export interface HeaderSet {
  /** Entries in source order; `headerOnPaths` determines which of a name are sent. */
  readonly entries: readonly HeaderEntry[];
  /** False: more may exist than is seen, so no header can be called missing. */
  readonly complete: boolean;
  /** Insertion point for one more header. */
  readonly gap: InsertionPoint | undefined;
  /** The literal that the gap lies in, where one is seen. */
  readonly gapIn?: Place;
  /** The written type of that literal, where it has no room for one more. */
  readonly closedBy?: Place;
  /** True where the call is given headers in a form that a spread does not copy: `new Headers(…)`, a list of pairs. */
  readonly unspread?: true;
  /** Insertion point for a header of this call alone, over the shared ones. */
  readonly atCall?: InsertionPoint;
  /** Layer of the call's own headers: entries of higher layers are those of hooks, which run later. */
  readonly callLayer?: number;
  /** Insertion points in the calls of the project's wrappers that lead to this call, in order of preference. */
  readonly atCallers?: readonly CallerInsertion[];
  /** Lower-case names that are removed after the insertion point. */
  readonly taken?: readonly string[];
  readonly unseenAt?: Place;
  /** True where headers that are sent need not be written (mocks): none has to be written with a new URL. */
  readonly unwritten?: boolean;
  /** Handling of two spellings of a name in one object; absent: both may be sent. */
  readonly spellings?: Spellings;
  /** True where the client replaces an `Accept` whose name is not in lower case. */
  readonly lowerAccept?: true;
}

/** Insertion point for a header of the requests of one caller of a wrapper. */
export interface CallerInsertion {
  readonly point: InsertionPoint;
  /** The caller's literal, or its call. */
  readonly at: Place;
}

/**
 * Treatment by a client of `{ Accept: 'a', accept: 'b' }`: `fold` sends the last (axios, got), `join` sends `a, b`
 * (fetch), `keep` sends two headers (undici's request).
 */
export type Spellings = 'fold' | 'join' | 'keep';

/** One way that a condition may go: `if` has two arms, also where no `else` is written. */
export interface Arm {
  /** The condition, numbered within one header set. */
  readonly of: number;
  readonly arm: number;
  readonly arms: number;
  /**
   * True where the condition depends on the request's URL, so that a request may take only some of the arms.
   */
  readonly asksAddress?: boolean;
}

/** Import or constant in the file of an expression that reads it. */
export interface ReadName {
  readonly name: string;
  /** True where the name is only ever used before a dot: a package of Go. */
  readonly qualifies?: true;
  /** What to delete once nothing uses it. */
  readonly removal: Span;
  /** The names that are imported with it, and what to delete, if that is safe, once nothing uses any of them. */
  readonly among?: { readonly names: Span; readonly removal: Span | undefined };
}

/** Header that a request sends, or may send. */
export interface HeaderEntry {
  /** The name as written; its letter case is the writer's. */
  readonly name: Slot;
  /** Possible values: one text, or one per arm of a condition; `undefined` when unknown. */
  readonly values: readonly Text[] | undefined;
  /** The expression or text that gives the value, as one slot that can be replaced as a whole. */
  readonly place: Slot;
  /** False when the entry may be absent (written under a condition). */
  readonly certain: boolean;
  /** The arms that it is under, outermost first; none for an entry that is uncertain for a reason of its own. */
  readonly when?: readonly Arm[];
  /**
   * `set` replaces every spelling of the name, `remove` deletes each, `append` adds a value, `add` adds one to those of
   * its layer and replaces those of lower ones, `member`: of an object.
   */
  readonly by?: 'member' | 'set' | 'append' | 'add' | 'remove';
  /** Layer of defaults or options: a header of a higher layer replaces that of a lower one. */
  readonly layer?: number;
  /** True where unknown code may overwrite or remove it later. */
  readonly open?: boolean;
  /** The import or constant that the value is read from. */
  readonly binding?: ReadName;
}

/** The entries of one header, compared without letter case, in order of writing. */
export const entriesOf = (headers: HeaderSet, name: string): readonly HeaderEntry[] => {
  const wanted = name.toLowerCase();
  return headers.entries.filter((entry) => entry.name.value.toLowerCase() === wanted);
};
