import type { Rule } from '../../model/index.ts';
import type { NeedName } from './header-needs.ts';

/** Options of the rules about headers that every call needs. */
export interface HeaderOptions {
  readonly need: NeedName;
  /** The message for what a test expects of such requests. */
  readonly expected?: string;
  /** The message for requests that go to the versioned API already. */
  readonly halfDone?: string;
  /** The message for bases of the versioned API of which no request is seen to send the header. */
  readonly unproven?: string;
  /** The message for requests of the versioned API that send the header under a condition, or as cannot be seen. */
  readonly unprovenCall?: string;
  /** The message for requests that send the header under a condition only. */
  readonly partly?: string;
  /** What the message adds where it cannot be seen what the requests are made by. */
  readonly presumed?: string;
}

/** A rule about a header that every call needs. */
export type HeaderRule = Rule & { readonly options: HeaderOptions };
