import { addTo } from '../model/index.ts';
import type { Exchange } from '../capture/exchange.ts';
import { isAuthorized, judgeCalls } from './judge.ts';
import type { Bench, JudgedCall } from './judge.ts';

const keyOf = ({ method, url }: Exchange): string => `${method} ${url}`;

/** True for the first half of a Digest login: no credentials, and a challenge in the response. */
const isChallenged = (exchange: Exchange): boolean =>
  exchange.answer?.status === 401 && !isAuthorized(exchange);

/**
 * The calls of a run in their order, judged as they come. A request without credentials that is challenged is the same
 * call as its repeat, which a library or an interceptor of the program sends: its trail is that of the first request.
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
      const { trail = [] } = this.#calls[first] ?? {};
      this.#calls[first] = { ...judged, trail: trail.length > 0 ? trail : judged.trail };
      return;
    }
    if (isChallenged(exchange)) addTo(this.#challenged, key, this.#calls.length);
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
  /** Frame that leads to this row, where the same line makes the calls of other rows too. */
  readonly caller: string | undefined;
}

interface Alike {
  readonly call: JudgedCall;
  readonly count: number;
  /** The beginning that the trails of all these calls share. */
  readonly trail: readonly string[];
}

const rowKey = ({ method, template, state, status, code, trail }: JudgedCall): string =>
  [method, template, state, status, code, trail[0]].join('\n');

const sharedBeginning = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const end = one.findIndex((frame, at) => frame !== other[at]);
  return end === -1 ? one : one.slice(0, end);
};

const alikeIn = (calls: readonly JudgedCall[]): readonly Alike[] => {
  const found = new Map<string, Alike>();
  for (const call of calls) {
    const key = rowKey(call);
    const { call: first = call, count = 0, trail = call.trail } = found.get(key) ?? {};
    found.set(key, { call: first, count: count + 1, trail: sharedBeginning(trail, call.trail) });
  }
  return [...found.values()];
};

/** Calls with the same path, response and call site as one row, in the order of their first. */
export const callRowsOf = (calls: readonly JudgedCall[]): readonly CallRow[] => {
  const alike = alikeIn(calls);
  const shared = new Map<string, readonly string[]>();
  for (const { trail } of alike)
    shared.set(trail[0] ?? '', sharedBeginning(shared.get(trail[0] ?? '') ?? trail, trail));
  return alike.map(({ call, count, trail }) => {
    const { length } = shared.get(trail[0] ?? '') ?? [];
    return { call, count, caller: length === 0 ? undefined : trail[length] };
  });
};
