import { goesElsewhere } from '../destination.ts';
import { editAtCall, editAtCaller, type HeaderJob } from './header-edits.ts';
import { placeKey, needsOther, sharing } from './shared-headers.ts';
import type { CheckContext } from '../check.ts';
import { requirementState } from '../header-requirements.ts';
import type { HeaderRequirement } from '../header-requirements.ts';
import { isInside } from '../../../model/index.ts';
import type { CallerInsertion, Edit, Place } from '../../../model/index.ts';
import type { ApiCall } from '../fact-index.ts';

/**
 * Token requests accept the vendor type too (specification §7.2); for discovery and other services it is
 * unknown.
 */
const mayGetHeader = (call: ApiCall): boolean =>
  !call.foreign &&
  call.located.every(({ address }) => !address.area.endsWith('discovery')) &&
  call.located.length > 0;

/** Call without the header, with its insertion point. */
export interface Job extends HeaderJob {
  /** Where the call gets it alone, and is reported by itself: at the sending call, or in a call of its wrapper. */
  readonly alone?: 'call' | CallerInsertion;
  readonly target: Place | undefined;
  /** True where it is reported at the text that it replaces, as other calls at the same location get another value. */
  readonly atText?: true;
}

/** The value that is written for several calls at once. */
export const usualValue = (jobs: readonly Job[]): string =>
  jobs.find(({ value }) => value.endsWith('json'))?.value ?? jobs[0]!.value;

/** A request that would get the header, or this value of it, along with those that need it. */
interface OtherRequest {
  readonly call: ApiCall;
  /** True where the edit would surely be wrong for it. */
  readonly isHarmed: boolean;
  /** True where it sends, or may send, a value of its own, which the edit would replace. */
  readonly sendsOwn?: true;
}

/** True for a request that sends, or may send, a header of its own choice: the wrapper's would replace it, or come to it. */
const sendsOwn = (call: ApiCall, need: HeaderRequirement): boolean =>
  !need.always && !['absent', 'bad'].includes(requirementState(call, need).kind);

const otherRequestAt = (
  need: HeaderRequirement,
  value: string,
  [places, literals]: readonly [places: readonly Place[], literals: readonly Place[]],
  spreads: boolean,
  context: CheckContext,
): OtherRequest | undefined => {
  const all = sharing(need, places, literals, context);
  const lost = spreads ? all.find(({ request }) => request.headers.unspread) : undefined;
  if (lost) return { call: lost, isHarmed: true };
  const rewritten = new Set(places.map(placeKey));
  const other = all.find((call) => needsOther(call, need, [value, rewritten], context));
  if (other) return { call: other, isHarmed: true };
  const own = all.find((call) => sendsOwn(call, need));
  if (own) return { call: own, isHarmed: false, sendsOwn: true };
  const away = all.filter((call) => !mayGetHeader(call));
  const call = away.find((one) => goesElsewhere(one, context.api)) ?? away[0];
  return call && { call, isHarmed: goesElsewhere(call, context.api) };
};

/** Other requests by the locations of a header: a thousand calls that share one are checked once. */
const otherRequests = new WeakMap<CheckContext, Map<string, OtherRequest | undefined>>();

/** Request that shares the headers of these calls and must not get the header. */
export const otherRequestAmong = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): OtherRequest | undefined => {
  const value = usualValue(jobs);
  const places = jobs.flatMap(({ call, lack, target }) => [
    ...(target && isInside(call.request.headersAt, target) ? [call.request.headersAt] : []),
    ...(target ? [target] : []),
    ...(lack.kind === 'absent' ? [] : lack.entries.map(({ place }) => place)),
  ]);
  const literals = jobs.flatMap(({ call, lack }) =>
    lack.kind === 'bad' ? [] : (call.request.headers.gapIn ?? []),
  );
  const spreads = jobs.some(({ lack }) => lack.kind === 'absent' && lack.gap?.until !== undefined);
  const known = otherRequests.get(context) ?? new Map<string, OtherRequest | undefined>();
  otherRequests.set(context, known);
  const keys = [places, literals].map((all) => [...new Set(all.map(placeKey))].join('\n'));
  const key = [need.header, value, spreads, ...keys].join('\n\n');
  if (!known.has(key)) known.set(key, otherRequestAt(need, value, [places, literals], spreads, context));
  return known.get(key);
};

/** Edits without repetition, where several calls ask for one: the first of those at one span. */
export const distinct = (edits: readonly Edit[]): readonly Edit[] =>
  [
    ...new Map(
      edits.toReversed().map((edit) => [`${edit.span.start}:${edit.span.end}`, edit] as const),
    ).values(),
  ].toReversed();

/** True where all requests at a location need the header with this value, and none sends its own. */
const needAlike = (
  calls: readonly ApiCall[],
  { value }: Job,
  need: HeaderRequirement,
  context: CheckContext,
) =>
  calls.every(
    (call) =>
      mayGetHeader(call) && !needsOther(call, need, [value, new Set()], context) && !sendsOwn(call, need),
  );

/** The first location in the calls of a wrapper whose requests all need the header. */
const callerFor = (job: Job, need: HeaderRequirement, context: CheckContext): CallerInsertion | undefined =>
  job.call.request.headers.atCallers?.find(({ at }) =>
    needAlike(sharing(need, [at], [at], context), job, need, context),
  );

/** The jobs, each with a location in a call of its wrapper, if all have one. */
export const atCallers = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): readonly Job[] | undefined => {
  const found = jobs.map((job) => ({ ...job, alone: callerFor(job, need, context) }));
  return found.every((job) => job.alone !== undefined) ? (found as readonly Job[]) : undefined;
};

/** Edits of the calls of a wrapper, of jobs that have a location there. */
const editsAtCallers = (jobs: readonly Job[], need: HeaderRequirement): readonly Edit[] | undefined => {
  const all = jobs.map(({ alone, ...job }) =>
    typeof alone === 'object' ? editAtCaller(alone, job, need) : undefined,
  );
  return all.every((edit) => edit !== undefined) ? distinct(all) : undefined;
};

/** Edits of the sending calls alone, if each of them sends only requests that need the header. */
export const editsAtCalls = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): readonly Edit[] | undefined => {
  if (typeof jobs[0]?.alone === 'object') return editsAtCallers(jobs, need);
  // A thousand callers of one wrapper are a thousand jobs of one call.
  const known = new Map<string, boolean>();
  const isAlone = (job: Job): boolean => {
    const at = placeKey(job.call.request);
    const calls = sharing(need, [job.call.request], [], context);
    return needAlike(
      calls.filter((call) => placeKey(call.request) === at),
      job,
      need,
      context,
    );
  };
  const all = jobs.map((job) => {
    const key = `${placeKey(job.call.request)} ${job.value}`;
    const alone = known.get(key) ?? isAlone(job);
    known.set(key, alone);
    return alone ? editAtCall(job, need) : undefined;
  });
  return all.every((edit) => edit !== undefined) ? distinct(all) : undefined;
};
