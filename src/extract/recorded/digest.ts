import type { StatedExchange } from './facts.ts';

/**
 * One exchange of each Digest login: the first request, which is answered 401 and often carries no body, goes; its
 * repeat stays. A first request that nobody repeated stays too.
 */
export const withoutChallenged = (exchanges: readonly StatedExchange[]): readonly StatedExchange[] => {
  const waiting = new Map<string, StatedExchange[]>();
  const repeated = new Set<StatedExchange>();
  for (const exchange of exchanges) {
    const open = waiting.get(exchange.key) ?? [];
    waiting.set(exchange.key, open);
    if (exchange.challenged) open.push(exchange);
    else {
      const first = open.pop();
      if (first !== undefined) repeated.add(first);
    }
  }
  return exchanges.filter((exchange) => !repeated.has(exchange));
};
