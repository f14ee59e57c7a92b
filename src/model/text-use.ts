import type { Place } from './span.ts';

/** One place where a value that is written once ends: what becomes of it there. */
export interface TextUse {
  /** The sending call of a `request`; otherwise the expression that holds the value. */
  readonly at: Place;
  /**
   * `request`: given to a call that sends; the request facts of that call tell where it goes. `inert`: it changes nothing
   * that a program sends (a log, the text of an error, a key of a cache). `elsewhere`: a part of a request that is known to
   * go to something else. `other`: anything else, and what could not be followed.
   */
  readonly as: 'request' | 'inert' | 'elsewhere' | 'other';
  /** How it is used there: `as an argument of spawn()`. */
  readonly why: string;
}
