import type { Rule } from '../../model/index.ts';
import type { NeedName } from './needs.ts';

/** Options of the rules about headers that every call needs. */
export interface HeaderOptions {
  readonly need: NeedName;
  /** The message for what a test expects of such requests. */
  readonly expected?: string;
  /** The message for requests that go to the versioned API already. */
  readonly halfDone?: string;
  /** What the message adds where it cannot be seen what the requests are made by. */
  readonly presumed?: string;
}

/** A rule about a header that every call needs. */
export type HeaderRule = Rule & { readonly options: HeaderOptions };
