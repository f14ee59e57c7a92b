/** Configured error response. */
export interface Fault {
  /** Operation name, e.g. `clusters.list` (contract §5). */
  readonly operation: string;
  readonly status: 429 | 500 | 503;
  /** Number of times; default once. */
  readonly times?: number;
  /** Seconds; default 1. */
  readonly retryAfter?: number;
}

/** The faults that are still to come. State: how often each has been met. */
export class Faults {
  readonly #left: { readonly fault: Fault; times: number }[];

  constructor(faults: readonly Fault[]) {
    this.#left = faults.map((fault) => ({ fault, times: fault.times ?? 1 }));
  }

  /** The fault that a call meets, which is then met once less. */
  take(operation: string): Fault | undefined {
    const next = this.#left.find(({ fault, times }) => fault.operation === operation && times > 0);
    if (next === undefined) return undefined;
    next.times -= 1;
    return next.fault;
  }
}
