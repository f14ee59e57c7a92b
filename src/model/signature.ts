import type { Place } from './slot.ts';

/**
 * Destination of a URL: to the legacy or the versioned administration API, to tokens or discovery (`beside`), to
 * what is surely another service or API, or where it cannot be seen.
 */
export type Destination = 'legacy' | 'versioned' | 'beside' | 'elsewhere' | 'unknown';

/** One URL that a request may go to. */
export interface SignedUrl {
  /** As `flatten` gives it. */
  readonly text: string;
  readonly to: Destination;
  /** The same URL in the versioned API; `undefined` where it has none and must stay as it is. */
  readonly moved: string | undefined;
  /** False where the tables of endpoints have no such path, so that `moved` is a guess. */
  readonly listed: boolean;
}

/**
 * Proof of the version header: `proven`, exactly one dated media type that fits the endpoint on every path; `absent`
 * on all of them, `partly` on some; `repeated`, more than one; `wrong`, one that is none; `unknown`, not to be seen;
 * `unneeded` by where the request goes.
 */
export type VersionProof = 'proven' | 'absent' | 'partly' | 'repeated' | 'wrong' | 'unknown' | 'unneeded';

/** One request as it is sent, in words that can be compared before and after a fix. */
export interface Signature {
  /** The sending call, then the calls by which it is reached, from the inside outwards. */
  readonly sites: readonly Place[];
  readonly method: string | undefined;
  readonly urls: readonly SignedUrl[];
  /** Each header by its name in lower case: what is sent on each path of conditions. */
  readonly headers: Readonly<Record<string, string>>;
  /** False when more headers may be sent than are seen. */
  readonly complete: boolean;
  readonly version: VersionProof;
  readonly body: string;
  readonly query: string;
  /** The texts that it is made of: an edit of one of them may change it. */
  readonly made: readonly Place[];
}
