/**
 * Cache between scans of one tree, valid while no file on disk changes but only editor buffers. Its owner
 * discards it when anything else may have changed.
 */
export interface ExtractionCache {
  /** Editor buffers of this scan. */
  readonly texts: ReadonlyMap<string, string>;
  /** Cached values of extractors, under their own keys. */
  readonly kept: Map<string, CachedResult<unknown>>;
}

/** Result, and the texts that it was computed from. */
export interface CachedResult<T> {
  readonly value: T;
  readonly texts: ReadonlyMap<string, string>;
}

/** True when no relevant text has changed. */
export const isCurrent = (
  { texts: before }: CachedResult<unknown>,
  { texts }: ExtractionCache,
  matters: (path: string) => boolean,
): boolean =>
  [...new Set([...before.keys(), ...texts.keys()])].every(
    (path) => before.get(path) === texts.get(path) || !matters(path),
  );
