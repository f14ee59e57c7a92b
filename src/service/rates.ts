const KEPT = 10_000;

/**
 * Counts requests in a time window. State: forgets times before the window, and after a clock that was set
 * back.
 */
export class Rates {
  readonly #times = new Map<string, readonly number[]>();
  readonly #requests: number;
  readonly #window: number;

  /** `requests` are accepted within `windowSeconds`. */
  constructor(requests: number, windowSeconds: number) {
    this.#requests = requests;
    this.#window = windowSeconds * 1000;
  }

  /** Notes a request at `now` (milliseconds); seconds to wait where there were too many, which is not noted. */
  take(key: string, now: number): number | undefined {
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - this.#window && time <= now);
    if (recent.length >= this.#requests)
      return Math.max(1, Math.ceil((recent[0]! + this.#window - now) / 1000));
    this.#times.delete(key);
    this.#times.set(key, [...recent, now]);
    const [oldest] = this.#times.keys();
    if (this.#times.size > KEPT && oldest !== undefined) this.#times.delete(oldest);
    return undefined;
  }
}
