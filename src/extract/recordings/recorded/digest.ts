/** Fields that tell the halves of a Digest login. */
export interface LoginHalf {
  /** Equal for a request and its repeat. */
  readonly key: string;
  /** True when the answer asks for Digest credentials that the request did not carry. */
  readonly challenged: boolean;
}

/** A repeat follows its challenge at once; where it does not come for so many challenges, none is coming. */
const MOST_WAITING = 1000;

/**
 * Leaves one exchange of each Digest login: the first request, which is answered 401 and often carries no body, goes;
 * its repeat stays. A first request that nobody repeats stays too. State: the first requests that wait for a repeat.
 */
export class DigestLogins<T extends LoginHalf> {
  private readonly waiting = new Set<T>();
  private readonly byKey = new Map<string, T[]>();

  /** The exchanges that stay for sure once this one is known. */
  add(exchange: T): readonly T[] {
    const { key, challenged } = exchange;
    if (!challenged) {
      this.takeLast(key);
      return [exchange];
    }
    this.waiting.add(exchange);
    const alike = this.byKey.get(key);
    if (alike === undefined) this.byKey.set(key, [exchange]);
    else alike.push(exchange);
    return this.waiting.size > MOST_WAITING ? this.takeOldest() : [];
  }

  /** Those that still wait, when there are no more exchanges. */
  rest(): readonly T[] {
    return [...this.waiting];
  }

  private takeLast(key: string): void {
    const last = this.byKey.get(key)?.pop();
    if (last !== undefined) this.forget(last);
  }

  /** Of all that wait; of its key it is the first. */
  private takeOldest(): readonly T[] {
    const [oldest] = this.waiting;
    if (oldest === undefined) return [];
    this.byKey.get(oldest.key)?.shift();
    this.forget(oldest);
    return [oldest];
  }

  private forget(exchange: T): void {
    this.waiting.delete(exchange);
    if (this.byKey.get(exchange.key)?.length === 0) this.byKey.delete(exchange.key);
  }
}
