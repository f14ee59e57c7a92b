import type { Area } from '../api/identify.ts';
import type { Rule } from '../../model/index.ts';
import type { Check, PendingFinding } from './check.ts';
import { findingAt } from './message.ts';
import { recordedCalls } from './timed-calls.ts';
import type { TimedCall } from './timed-calls.ts';
import { addressWords } from '../api/address-words.ts';

interface Options {
  readonly areas: readonly Area[];
  /** Number of allowed calls … */
  readonly calls: number;
  /** … in any span of so many seconds. */
  readonly seconds: number;
}

type RateRule = Rule & { readonly options: Options };

/** The first call too many of each burst: a burst ends when the limit is kept again. */
const excesses = (calls: readonly TimedCall[], { calls: limit, seconds }: Options): readonly TimedCall[] => {
  const found: TimedCall[] = [];
  let first = 0;
  let inBurst = false;
  for (const [index, call] of calls.entries()) {
    while (call.time - calls[first]!.time >= seconds * 1000) first++;
    const tooMany = index - first + 1 > limit;
    if (tooMany && !inBurst) found.push(call);
    inBurst = tooMany;
  }
  return found;
};

const draftOf = (rule: RateRule, { request, located }: TimedCall): PendingFinding => {
  const { calls, seconds } = rule.options;
  const data = { limit: calls, seconds, host: located.address.host ?? null };
  const finding = findingAt(rule, request, {
    data,
    anchor: `${located.address.area} ${located.address.host ?? ''}`,
    operation: located.identity.operation,
    exchange: request.exchange,
  });
  return { finding, part: 'alone', requests: [] };
};

/** More calls of some resources of one host than the service allows in a span of time, as recorded. */
export const callRate: Check<Options> = {
  name: 'call-rate',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  sequence: ({ areas }) => areas,
  run: (rule, context) =>
    recordedCalls(context, rule.options.areas).flatMap((calls) =>
      excesses(calls, rule.options).map((call) => draftOf(rule, call)),
    ),
};
