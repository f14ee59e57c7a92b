/**
 * Memory of scans of one tree from one to the next, while all files stay as they are and only the texts that an
 * editor holds change. Whoever keeps it throws it away when anything else may have changed.
 */
export interface Recall {
  /** The texts that stand for files in this scan. */
  readonly texts: ReadonlyMap<string, string>;
  /** What extractors keep, under keys of their own. */
  readonly kept: Map<string, Remembered<unknown>>;
}

/** A result, and the texts with which it was found. */
export interface Remembered<T> {
  readonly value: T;
  readonly texts: ReadonlyMap<string, string>;
}

/** True when no text changed of a file that matters. */
export const isCurrent = (
  { texts: before }: Remembered<unknown>,
  { texts }: Recall,
  matters: (path: string) => boolean,
): boolean =>
  [...new Set([...before.keys(), ...texts.keys()])].every(
    (path) => before.get(path) === texts.get(path) || !matters(path),
  );
