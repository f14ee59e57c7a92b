import type { ApiCall, FactIndex } from '../../rules/checks/fact-index.ts';
import { evidenceIn } from '../../rules/checks/recorded-answer.ts';
import type { EvidenceContext } from '../../rules/checks/recorded-answer.ts';
import type { Fact, ResponseFact } from '../../model/index.ts';
import { replayOf } from './call.ts';
import type { ReplayCall, UnknownCall } from './call.ts';

const answersIn = (facts: readonly Fact[]): ReadonlyMap<string, ResponseFact> =>
  new Map(
    facts.flatMap((fact) =>
      fact.kind === 'response' && fact.request !== undefined && fact.status !== undefined
        ? [[fact.request, fact] as const]
        : [],
    ),
  );

/** The file of a call, and which part of the service it goes to: a recording may take out the credentials of one part. */
const partOf = ({ request, located }: ApiCall): string => {
  const area = located[0]?.address.area ?? '';
  return `${request.file} ${area === 'legacy' || area === 'versioned' ? 'administration' : area}`;
};

const partsWithCredentials = (calls: readonly ApiCall[]): ReadonlySet<string> =>
  new Set(calls.filter(({ request }) => request.auth !== undefined).map(partOf));

const inOrder = (a: ApiCall, b: ApiCall): number =>
  a.request.file === b.request.file
    ? a.request.span.start - b.request.span.start
    : Number(a.request.file > b.request.file) - 0.5;

/** The calls of the service in the facts, in the order of files and positions. */
export const callsIn = (
  facts: readonly Fact[],
  view: FactIndex | undefined,
  context: EvidenceContext,
): readonly (ReplayCall | UnknownCall)[] => {
  const calls = view?.calls ?? [];
  const answers = answersIn(facts);
  const parts = partsWithCredentials(calls);
  return calls.toSorted(inOrder).flatMap((call) => {
    const [located] = call.located;
    const { id } = call.request;
    if (located === undefined) return [];
    const answer = answers.get(id);
    const evidence = evidenceIn(call, located, answer, context);
    const othersHaveCredentials = parts.has(partOf(call));
    return [replayOf(call, located, context.api, { answer, evidence, othersHaveCredentials })];
  });
};
