interface Uses {
  readonly counts: Set<number>;
  readonly until: number;
}

/** Used counts of nonces. State: forgets a nonce when it ends. */
export class NonceBook {
  readonly #uses = new Map<string, Uses>();
  readonly #limit: number;

  /** `limit`: how often one nonce may be used. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Notes a use; false when the count was used before, or the nonce too often. Times are milliseconds. */
  use(nonce: string, count: number, until: number, now: number): boolean {
    const uses = this.#uses.get(nonce) ?? this.#begin(nonce, until, now);
    if (uses.counts.has(count) || uses.counts.size >= this.#limit) return false;
    uses.counts.add(count);
    return true;
  }

  #begin(nonce: string, until: number, now: number): Uses {
    for (const [known, uses] of this.#uses) {
      if (uses.until > now) break;
      this.#uses.delete(known);
    }
    const uses = { counts: new Set<number>(), until };
    this.#uses.set(nonce, uses);
    return uses;
  }
}
