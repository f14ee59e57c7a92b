import type { Exchange } from '../capture/exchange.ts';
import { isAuthorized, judgeCalls } from './judge.ts';
import type { Bench, JudgedCall } from './judge.ts';

const keyOf = ({ method, url }: Exchange): string => `${method} ${url}`;

/** True for the first half of a Digest login: no credentials, and a challenge in the response. */
const isChallenged = (exchange: Exchange): boolean =>
  exchange.answer?.status === 401 && !isAuthorized(exchange);

/**
 * The calls of a run in their order, judged as they come. A request without credentials that is challenged is the same
 * call as its repeat, which a library or an interceptor of the program sends: its call site is that of the first request.
 * State: what was judged, and calls that may be repeated; nothing of what they sent.
 */
export class ProvedCalls {
  readonly #bench: Bench;
  readonly #calls: JudgedCall[] = [];
  readonly #challenged = new Map<string, number[]>();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  add(exchange: Exchange): void {
    const key = keyOf(exchange);
    const judged = judgeCalls(exchange, this.#bench);
    const first = isAuthorized(exchange) ? this.#challenged.get(key)?.shift() : undefined;
    if (first !== undefined) {
      this.#calls[first] = { ...judged, site: this.#calls[first]?.site ?? judged.site };
      return;
    }
    if (isChallenged(exchange))
      this.#challenged.set(key, [...(this.#challenged.get(key) ?? []), this.#calls.length]);
    this.#calls.push(judged);
  }

  get calls(): readonly JudgedCall[] {
    return this.#calls;
  }
}

/** Calls that look the same, as one row. */
export interface CallRow {
  readonly call: JudgedCall;
  readonly count: number;
}

const rowKey = ({ method, template, state, status, code, site }: JudgedCall): string =>
  [method, template, state, status, code, site].join('\n');

/** Calls with the same path, answer and place as one row, in the order of their first. */
export const callRowsOf = (calls: readonly JudgedCall[]): readonly CallRow[] => {
  const rows = new Map<string, CallRow>();
  for (const call of calls) {
    const key = rowKey(call);
    rows.set(key, { call: rows.get(key)?.call ?? call, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  return [...rows.values()];
};
