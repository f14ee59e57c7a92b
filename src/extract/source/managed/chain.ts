import type { Span } from '../../../model/index.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** One call of a chain. */
export interface Link {
  readonly name: string;
  readonly at: Span;
  readonly dot: number;
  readonly end: number;
  readonly args: readonly Cst[];
  /** Type arguments: `Cluster` of `Deserialize<Cluster>(text)`. */
  readonly types?: string | undefined;
}

/** Chained calls, and the receiver of the first one. */
export interface Chain {
  /** Expression before the first dot; `undefined` for a call of a bare function name. */
  readonly root: Cst | undefined;
  /** Object constructed at the start: `new Request.Builder()`. */
  readonly made?: { readonly type: string; readonly args: readonly Cst[] } | undefined;
  readonly links: readonly Link[];
}

/** The first `count` calls of a chain. */
export const upTo = (chain: Chain, count: number): Chain => ({
  ...chain,
  links: chain.links.slice(0, count),
});
