import { addTo } from '../../../model/index.ts';

/** Data that identifies the halves of a Digest login. */
export interface LoginHalf {
  /** Equal for a request and its repeat. */
  readonly key: string;
  /** True when the response requests Digest credentials that the request did not have. */
  readonly challenged: boolean;
  /** True when it may be the repeat of a challenged request: it has Digest credentials, or none were recorded. */
  readonly repeats: boolean;
}

/**
 * Maximum number of waiting challenges: a repeat follows its challenge at once, and after this many none is expected.
 */
const MAX_WAITING = 1000;

/**
 * Removes one exchange of each Digest login: the first request, whose response is 401 and which often has no body,
 * is dropped; its repeat is kept. A first request without a repeat is kept too. State: the first requests
 * that wait for a repeat.
 */
export class DigestLogins<T extends LoginHalf> {
  private readonly waiting = new Set<T>();
  private readonly byKey = new Map<string, T[]>();

  /** Exchanges that are certainly kept after this one. */
  add(exchange: T): readonly T[] {
    const { key, challenged, repeats } = exchange;
    if (!challenged) {
      if (repeats) this.takeLast(key);
      return [exchange];
    }
    this.waiting.add(exchange);
    addTo(this.byKey, key, exchange);
    return this.waiting.size > MAX_WAITING ? this.takeOldest() : [];
  }

  /** Challenges that still wait at the end. */
  rest(): readonly T[] {
    return [...this.waiting];
  }

  private takeLast(key: string): void {
    const last = this.byKey.get(key)?.pop();
    if (last !== undefined) this.forget(last);
  }

  /** Removes the oldest waiting exchange; it is the first of its key. */
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
