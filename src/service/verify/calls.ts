import type { Call, View } from '../../rules/checks/fact-index.ts';
import type { Api, Fact } from '../../model/index.ts';
import { replayOf } from './call.ts';
import type { ReplayCall, UnseenCall } from './call.ts';

const statuses = (facts: readonly Fact[]): ReadonlyMap<string, number> =>
  new Map(
    facts.flatMap((fact) =>
      fact.kind === 'response' && fact.request !== undefined && fact.status !== undefined
        ? [[fact.request, fact.status] as const]
        : [],
    ),
  );

const inOrder = (a: Call, b: Call): number =>
  a.request.file === b.request.file
    ? a.request.span.start - b.request.span.start
    : Number(a.request.file > b.request.file) - 0.5;

/** The calls of the service that facts tell of, in the order of files and places. */
export const callsIn = (
  facts: readonly Fact[],
  view: View | undefined,
  api: Api,
): readonly (ReplayCall | UnseenCall)[] => {
  const answered = statuses(facts);
  return (view?.calls ?? []).toSorted(inOrder).flatMap((call) => {
    const [located] = call.located;
    return located === undefined ? [] : [replayOf(call, located, api, answered.get(call.request.id))];
  });
};
