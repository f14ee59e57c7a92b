import type { Member, Span } from '../model/index.ts';
import { commentsWithin, NO_COMMENTS } from './comments.ts';
import type { CommentMap, Comments } from './comments.ts';

/**
 * The comments that go where their members go. State: which of them have been written to a new position, or stay where
 * they are.
 */
export class MovedComments {
  readonly #map: CommentMap;
  readonly #settled = new Set<Member>();
  readonly #left = new Map<Member, readonly Span[]>();

  constructor(map: CommentMap) {
    this.#map = map;
  }

  /** The member stays where it is, and the comments around it with it. */
  keep(member: Member): void {
    this.#settled.add(member);
  }

  /** The member moves: only the comments in these ranges, which are removed, can go with it. */
  leave(member: Member, ranges: readonly Span[]): void {
    this.#left.set(member, ranges);
  }

  /** The comments to write with a member, each once; those of the objects it was taken out of come first. */
  claim(member: Member | undefined): Comments {
    if (member === undefined || this.#settled.has(member)) return NO_COMMENTS;
    this.#settled.add(member);
    const outer = this.claim(this.#map.parents.get(member));
    const all = this.#map.of.get(member) ?? NO_COMMENTS;
    const ranges = this.#left.get(member);
    const own = ranges === undefined ? all : commentsWithin(all, ranges);
    return { ...own, before: [...outer.before, ...outer.after, ...outer.below, ...own.before] };
  }
}
