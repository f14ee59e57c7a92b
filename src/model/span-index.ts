import type { Span } from './slot.ts';
import { overlaps } from './slot.ts';
import { firstWhere } from './sorted.ts';

/** Things of one file by span, so that those at a position are found without reading all others. */
export class SpanIndex<T> {
  readonly #items: readonly { readonly span: Span; readonly item: T; readonly rank: number }[];
  /** Furthest end of each item and of all before it. */
  readonly #reach: readonly number[];

  constructor(items: readonly T[], spanOf: (item: T) => Span) {
    this.#items = items
      .map((item, rank) => ({ item, rank, span: spanOf(item) }))
      .sort((a, b) => a.span.start - b.span.start);
    let furthest = -1;
    this.#reach = this.#items.map(({ span }) => (furthest = Math.max(furthest, span.end)));
  }

  /** Items that share a unit with the span, in the order in which they were given. */
  overlapping(span: Span): readonly T[] {
    const found: { readonly item: T; readonly rank: number }[] = [];
    const behind = firstWhere(this.#items, (each) => each.span.start >= span.end);
    for (let at = behind - 1; at >= 0 && this.#reach[at]! > span.start; at--)
      if (overlaps(this.#items[at]!.span, span)) found.push(this.#items[at]!);
    return found.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
  }
}
