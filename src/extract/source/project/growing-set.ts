const EMPTY: ReadonlySet<never> = new Set<never>();

/** Set that grows. Its members are shared with the sets that it is made of as long as they are the same. */
export class GrowingSet<T> {
  #members: ReadonlySet<T> = EMPTY;
  /** The members while nobody else has them. */
  #own: Set<T> | undefined;

  add(member: T): void {
    if (this.#members.has(member)) return;
    this.#own ??= new Set(this.#members);
    this.#members = this.#own.add(member);
  }

  addAll(members: ReadonlySet<T>): void {
    if (this.#members.size === 0) this.#members = members;
    else if (members !== this.#members) for (const member of members) this.add(member);
  }

  /** The members so far, which do not change later. */
  get members(): ReadonlySet<T> {
    this.#own = undefined;
    return this.#members;
  }
}
