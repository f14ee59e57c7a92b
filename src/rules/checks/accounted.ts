import type { Edit, Fact, Note, Place, Span, Text, TextUse, UsesFact } from '../../model/index.ts';
import { contains, heldBack } from '../../model/index.ts';
import type { CheckContext, Draft } from './check.ts';
import { factsOf } from './fact-index.ts';
import type { Call, View } from './fact-index.ts';
import { because, REASONS } from './reasons.ts';

/** Where the texts of a file go, in order of the file. */
type UsesByFile = ReadonlyMap<string, readonly UsesFact[]>;

const indices = new WeakMap<readonly Fact[], UsesByFile>();

const usesIn = (facts: readonly Fact[]): UsesByFile => {
  const known = indices.get(facts);
  if (known !== undefined) return known;
  const found = new Map<string, UsesFact[]>();
  for (const fact of factsOf(facts, 'uses')) {
    const list = found.get(fact.file);
    if (list === undefined) found.set(fact.file, [fact]);
    else list.push(fact);
  }
  for (const list of found.values()) list.sort((a, b) => a.span.start - b.span.start);
  indices.set(facts, found);
  return found;
};

/** What is known of the text that an edit changes; facts of several groups of files may tell of it. */
const usesAt = (list: readonly UsesFact[], span: Span): readonly UsesFact[] => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.span.end < span.start) low = middle + 1;
    else high = middle;
  }
  const found: UsesFact[] = [];
  for (let at = low; at < list.length && list[at]!.span.start <= span.start; at++)
    if (contains(list[at]!.span, span)) found.push(list[at]!);
  return found;
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const senders = new WeakMap<View, ReadonlyMap<string, readonly Call[]>>();

/** Calls of the API by the places that make them, and those that lead to them. */
const callsIn = (view: View): ReadonlyMap<string, readonly Call[]> => {
  const known = senders.get(view);
  if (known !== undefined) return known;
  const found = new Map<string, Call[]>();
  for (const call of view.calls)
    for (const key of new Set([call.request, ...call.request.trail].map(keyOf))) {
      const list = found.get(key);
      if (list === undefined) found.set(key, [call]);
      else list.push(call);
    }
  senders.set(view, found);
  return found;
};

const startsAt = (place: Place, { file, span }: UsesFact): boolean =>
  place.file === file && place.span.start === span.start;

const holds = ({ parts }: Text, fact: UsesFact): boolean =>
  parts.some((part) => part.kind === 'known' && startsAt(part.slot, fact));

/** True where the request is seen to send the text: in its URL, in a header, or as one more header. */
const sendsIt = ({ request: { urls, headers } }: Call, fact: UsesFact): boolean => {
  const { gap, entries } = headers;
  return (
    urls.some((text) => holds(text, fact)) ||
    (gap !== undefined && gap.file === fact.file && gap.at === fact.span.start) ||
    entries.some(
      ({ place, values }) => startsAt(place, fact) || values?.some((text) => holds(text, fact)) === true,
    )
  );
};

/** How a use stands against the edit; `undefined` where it is a request that the migration is about. */
const against = (use: TextUse, fact: UsesFact, view: View): string | undefined => {
  if (use.as === 'inert') return undefined;
  if (use.as === 'other') return use.why;
  const calls = callsIn(view).get(keyOf(use.at)) ?? [];
  return calls.some((call) => sendsIt(call, fact))
    ? undefined
    : 'in a request that is not seen to send it where it should';
};

/** The first place that stands against an edit. */
const doubtOf = (file: string, { span }: Edit, context: CheckContext): Note | undefined => {
  for (const fact of usesAt(usesIn(context.facts).get(file) ?? [], span))
    for (const use of fact.uses) {
      const why = against(use, fact, context.view);
      if (why !== undefined) return because(use.at, REASONS.otherUse(fact.name, why));
    }
  return undefined;
};

/** The draft, its fix unsafe where a text that it changes is used in a way that nothing accounts for (contract §7.3). */
export const withUses = (draft: Draft, context: CheckContext): Draft => {
  const { fix, file } = draft.finding;
  if (fix?.safety !== 'safe') return draft;
  for (const edit of fix.edits) {
    const doubt = doubtOf(file, edit, context);
    if (doubt !== undefined) return { ...draft, finding: { ...draft.finding, fix: heldBack(fix, doubt) } };
  }
  return draft;
};
