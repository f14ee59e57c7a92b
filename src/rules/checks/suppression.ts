import type { Span, SuppressionFact } from '../../model/index.ts';

/** Directive of a comment (contract §6). */
export interface Directive {
  readonly kind: 'next-line' | 'line' | 'start' | 'end' | 'file';
  /** Source text, for edits of the list. */
  readonly list: string;
  /** Rules to silence; empty: all of them. */
  readonly ids: readonly string[];
  readonly reason: string;
  /** The last day on which it counts, as written. */
  readonly until: string | undefined;
}

/** A suppression with the part of its file in which findings that begin there are silenced. */
export interface Suppression {
  readonly fact: SuppressionFact;
  /** `undefined` for a location that the configuration names, and, without a scope, for a comment that is not one. */
  readonly directive: Directive | undefined;
  readonly scope: Span | undefined;
  /** The comment that ends a block. */
  readonly end: SuppressionFact | undefined;
}

/** A suppression, and what came of it. */
export interface Judged {
  readonly suppression: Suppression;
  /** Ids of the rules that it silenced. */
  readonly used: ReadonlySet<string>;
}
