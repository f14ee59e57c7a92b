import type { Rule } from '../../model/index.ts';
import type { RequirementName } from './header-requirements.ts';

/** Options of the rules about headers that every call needs. */
export interface HeaderOptions {
  readonly need: RequirementName;
  /** Message for a test's expectation of such a request. */
  readonly expected?: string;
  /** The message for requests that go to the versioned API already. */
  readonly halfDone?: string;
  /** The message for bases of the versioned API of which no request is seen to send the header. */
  readonly unproven?: string;
  /** Message for versioned requests that send the header only under a condition, or unknown headers. */
  readonly unprovenCall?: string;
  /** The message for requests that send the header under a condition only. */
  readonly partly?: string;
  /** Addition to the message if the client of the requests is unknown. */
  readonly presumed?: string;
}

/** A rule about a header that every call needs. */
export type HeaderRule = Rule & { readonly options: HeaderOptions };
