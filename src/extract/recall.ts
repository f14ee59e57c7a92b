/**
 * Cache between scans of one tree, valid while no file on disk changes but only editor buffers. Its owner
 * discards it when anything else may have changed.
 */
export interface Recall {
  /** Editor buffers of this scan. */
  readonly texts: ReadonlyMap<string, string>;
  /** Cached values of extractors, under their own keys. */
  readonly kept: Map<string, Remembered<unknown>>;
}

/** Result, and the texts that it was computed from. */
export interface Remembered<T> {
  readonly value: T;
  readonly texts: ReadonlyMap<string, string>;
}

/** True when no relevant text has changed. */
export const isCurrent = (
  { texts: before }: Remembered<unknown>,
  { texts }: Recall,
  matters: (path: string) => boolean,
): boolean =>
  [...new Set([...before.keys(), ...texts.keys()])].every(
    (path) => before.get(path) === texts.get(path) || !matters(path),
  );
