import type { Area } from '../api/identify.ts';
import { addTo } from '../../model/index.ts';
import type { RequestFact, ResponseFact } from '../../model/index.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ResolvedUrl, FactIndex } from './fact-index.ts';
import type { CheckContext } from './check.ts';

/** A recorded call of one of the areas, with its response; `time` is in milliseconds since the epoch. */
export interface TimedCall {
  readonly request: RequestFact;
  readonly located: ResolvedUrl;
  readonly time: number;
  readonly answer: ResponseFact | undefined;
}

const timedCalls = (view: FactIndex, areas: ReadonlySet<Area>): readonly Omit<TimedCall, 'answer'>[] =>
  view.calls.flatMap(({ request, located: all }) => {
    const located = all.find(({ address }) => areas.has(address.area));
    const { time, origin } = request;
    return located === undefined || time === undefined || origin !== 'recording'
      ? []
      : [{ request, located, time }];
  });

/** The recorded calls of these areas, in order of time, by the recording and host they belong to. */
export const recordedCalls = (
  { facts, view }: Pick<CheckContext, 'facts' | 'view'>,
  areas: readonly Area[],
): readonly (readonly TimedCall[])[] => {
  const calls = timedCalls(view, new Set(areas));
  if (calls.length === 0) return [];
  const answers = new Map(factsOfKind(facts, 'response').map((answer) => [answer.request, answer]));
  const groups = new Map<string, TimedCall[]>();
  for (const call of calls.toSorted((a, b) => a.time - b.time)) {
    const timed = { ...call, answer: answers.get(call.request.id) };
    const key = `${call.request.file}\n${call.located.address.host ?? ''}`;
    addTo(groups, key, timed);
  }
  return [...groups.values()];
};
