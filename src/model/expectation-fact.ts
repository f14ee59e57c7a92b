import type { HeaderSet } from './headers.ts';
import type { Place } from './slot.ts';
import type { Origin } from './source.ts';
import type { Text } from './text.ts';

/**
 * Request that a test expects of the code: in an assertion about a call, or in a mock of the service. `span`
 * is the assertion or mock.
 */
export interface ExpectationFact extends Place {
  readonly kind: 'expectation';
  readonly origin: Origin;
  /** Upper case. */
  readonly method: string | undefined;
  /** Never empty. */
  readonly urls: readonly Text[];
  /** Insertion point, only if the expectation lists all headers, so that one more would fail it. */
  readonly headers: HeaderSet;
  /** True when it is about the defaults of an instance: `expect(axios.create).toHaveBeenCalledWith({ … })`. */
  readonly instance?: boolean;
  /** Members by which a mock tells the bodies of the requests that it responds to; `span` is that of the name. */
  readonly matches?: readonly MatchedMember[];
}

/** Member of a body that a mock compares; `path` has the names from the body down to it, without indices. */
export interface MatchedMember extends Place {
  readonly path: readonly string[];
}
