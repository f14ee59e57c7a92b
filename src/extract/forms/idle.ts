import type { Prefilter } from '../prefilter.ts';
import { isDataName } from './by-name.ts';
import { mayBeCollectionOf } from './detect.ts';

/** What decides whether a file can matter. */
export interface Interests {
  readonly prefilter: Prefilter;
  /** Files that matter whatever words they hold. */
  readonly always: (path: string) => boolean;
}

/**
 * True for JSON and YAML without a word that can matter, whatever format it is: it need not be looked at more closely.
 * `head` is its start.
 */
export const isIdle = (
  path: string,
  head: string,
  bytes: Uint8Array,
  { prefilter, always }: Interests,
): boolean =>
  isDataName(path) &&
  !prefilter.data(bytes) &&
  !prefilter.source(bytes) &&
  !mayBeCollectionOf(head) &&
  !always(path);
