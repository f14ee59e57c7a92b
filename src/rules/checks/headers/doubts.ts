import { BUDGETS } from '../../../model/index.ts';
import type { CheckContext, RequestNote } from '../check.ts';
import { comparisonsOf, doubt, nearTo } from '../compared.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { givesHeaders } from '../followed.ts';
import { because, message } from '../message.ts';
import { HEADER_REQUIREMENTS, requirementState } from '../header-requirements.ts';

/** Doubts about requests whose call gets a header, while a test states all that calls are given. */
export const statedCallNotes = (context: CheckContext): readonly RequestNote[] => {
  const stated = comparisonsOf('arguments', context);
  if (stated.length === 0) return [];
  const need = HEADER_REQUIREMENTS.version;
  return context.view.calls
    .filter((call) => need.applies(call) && givesHeaders(call))
    .filter((call) => ['absent', 'partly'].includes(requirementState(call, need).kind))
    .flatMap((call) =>
      nearTo(stated, call, context)
        .slice(0, 1)
        .map((at) => doubt(call, at, 'statedCall')),
    );
};

/** Doubts about requests whose Accept header may be changed where that is not seen to happen to them. */
export const strayHeaderNotes = ({ facts, view }: CheckContext): readonly RequestNote[] => {
  const { header, judge } = HEADER_REQUIREMENTS.version;
  return factsOfKind(facts, 'stray-header')
    .filter(({ origin, value }) => origin === 'authored' && (value === undefined || judge(value) !== 'good'))
    .flatMap((fact) =>
      fact.requests
        .flatMap((id) => view.callOf(id) ?? [])
        .filter((call) => HEADER_REQUIREMENTS.version.applies(call))
        .map((call) => ({
          ...doubt(call, fact, 'strayHeader'),
          ...(fact.value !== undefined && { remains: { header, value: fact.value } }),
        })),
    );
};

/** Doubts about requests whose URL has more values than were analysed: one of the others may not move alike. */
export const furtherUrlNotes = ({ view }: CheckContext): readonly RequestNote[] =>
  view.calls
    .filter(({ request: { urls } }) =>
      urls.some(({ parts }) => parts.some((part) => part.kind === 'hole' && part.cut)),
    )
    .map(({ request }) => ({
      kind: 'doubt',
      requests: [request.id],
      note: because(request, message('furtherUrls', { max: BUDGETS.alternatives.max })),
    }));
