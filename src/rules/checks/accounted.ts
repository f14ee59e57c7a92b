import type { Edit, Fact, Note, Place, Span, Text, TextUse, UsesFact } from '../../model/index.ts';
import { addTo, contains, firstWhere, groupBy, heldBack, isInside } from '../../model/index.ts';
import type { CheckContext, PendingFinding } from './check.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall, FactIndex } from './fact-index.ts';
import { because, message } from './message.ts';

/** Uses of a file's texts, in order. */
type UsesByFile = ReadonlyMap<string, readonly UsesFact[]>;

const indices = new WeakMap<readonly Fact[], UsesByFile>();

const usesIn = (facts: readonly Fact[]): UsesByFile => {
  const known = indices.get(facts);
  if (known !== undefined) return known;
  const found = groupBy(factsOfKind(facts, 'uses'), (fact) => fact.file);
  for (const list of found.values()) list.sort((a, b) => a.span.start - b.span.start);
  indices.set(facts, found);
  return found;
};

/** Known uses of the text that an edit changes, from the facts of all groups of files. */
const usesAt = (list: readonly UsesFact[], span: Span): readonly UsesFact[] => {
  const first = firstWhere(list, (each) => each.span.end >= span.start);
  const found: UsesFact[] = [];
  for (let at = first; at < list.length && list[at]!.span.start <= span.start; at++)
    if (contains(list[at]!.span, span)) found.push(list[at]!);
  return found;
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const senders = new WeakMap<FactIndex, ReadonlyMap<string, readonly ApiCall[]>>();

/** Calls of the API by their call sites, and those that lead to them. */
const callsIn = (view: FactIndex): ReadonlyMap<string, readonly ApiCall[]> => {
  const known = senders.get(view);
  if (known !== undefined) return known;
  const found = new Map<string, ApiCall[]>();
  for (const call of view.calls)
    for (const key of new Set([call.request, ...call.request.trail].map(keyOf))) addTo(found, key, call);
  senders.set(view, found);
  return found;
};

const startsAt = (place: Place, { file, span }: UsesFact): boolean =>
  place.file === file && place.span.start === span.start;

const holds = ({ parts }: Text, fact: UsesFact): boolean =>
  parts.some((part) => part.kind === 'known' && startsAt(part.slot, fact));

/**
 * The calls of the API that every use of a constant leads to; `undefined` where one is something else or not known, and for
 * a text without a name, such as the default of a parameter, which callers may override.
 */
export const callsOnly = (
  { file, span }: Place,
  { facts, view }: CheckContext,
): readonly ApiCall[] | undefined => {
  const found = usesAt(usesIn(facts).get(file) ?? [], span);
  const uses = found.flatMap((fact) => fact.uses);
  const calls = uses.map(({ as, at }) => (as === 'request' ? (callsIn(view).get(keyOf(at)) ?? []) : []));
  const isKnown = uses.length > 0 && found.every(({ name }) => name !== undefined);
  return isKnown && calls.every((all) => all.length > 0) ? [...new Set(calls.flat())] : undefined;
};

/** True where the request is seen to send the text in a header, or would send it as one more. */
const isHeaderOf = ({ request: { headers } }: ApiCall, fact: UsesFact): boolean =>
  (headers.gap !== undefined &&
    isInside(fact, { file: headers.gap.file, span: { start: headers.gap.at, end: headers.gap.at } })) ||
  headers.entries.some(
    ({ place, values }) => startsAt(place, fact) || values?.some((text) => holds(text, fact)) === true,
  );

/** True where the request uses the text in a URL of the API. */
const isAddressOf = ({ located }: ApiCall, fact: UsesFact): boolean =>
  located.some(({ text }) => holds(text, fact));

const goesElsewhere = ({ located, request }: ApiCall, fact: UsesFact): boolean =>
  located.length === 0 && request.urls.some((text) => holds(text, fact));

/** True for a call that sends neither a body nor fields in its query: what it is given are its options or headers. */
const sendsHeadersOnly = ({ request }: ApiCall): boolean =>
  request.hasBody === false && request.query === undefined;

/**
 * True where a header is added to an object that calls of the API take, as in `{ ...options, method }`. What each
 * of them sends then is compared after the fix.
 */
const givesToCalls = ({ span }: UsesFact, calls: readonly ApiCall[]): boolean =>
  span.start === span.end &&
  calls.length > 0 &&
  calls.every((call) => call.located.length > 0 && !call.foreign && sendsHeadersOnly(call));

interface Doubt {
  readonly note: Note;
  /** True where the edit would change a request to elsewhere. */
  readonly foreign: boolean;
}

/** The name of the variable that holds a text, in words. */
const textOf = ({ name }: UsesFact): string => (name === undefined ? message('theText') : `\`${name}\``);

const ofType = ({ at, listed = [] }: TextUse): Doubt => ({
  note: because(at, message(listed.length > 0 ? 'listedByType' : 'closedToText')),
  foreign: false,
});

/** Doubt that a use raises about an edit; `undefined` for a request that is known to send the text. */
const doubtAbout = (use: TextUse, fact: UsesFact, view: FactIndex): Doubt | undefined => {
  const foreign = (why: string): Doubt => ({
    note: because(use.at, message('sentElsewhere', { text: textOf(fact), why })),
    foreign: true,
  });
  const open = (why: string): Doubt => ({
    note: because(use.at, message('otherUse', { text: textOf(fact), why })),
    foreign: false,
  });
  if (use.as === 'inert') return undefined;
  if (use.as === 'typed') return ofType(use);
  if (use.as === 'elsewhere') return foreign(use.why);
  if (use.as === 'other') return open(use.why);
  const calls = callsIn(view).get(keyOf(use.at)) ?? [];
  if (calls.some((call) => isAddressOf(call, fact) || isHeaderOf(call, fact))) return undefined;
  if (givesToCalls(fact, calls)) return undefined;
  if (calls.some((call) => goesElsewhere(call, fact))) return foreign(message('inRequest'));
  const isKnown = calls.some(({ located }) => located.length > 0);
  return open(message(isKnown ? 'inOtherPart' : 'inUnseenRequest'));
};

/** The facts about the uses of the text that an edit changes. */
export const usesOfEdit = (file: string, { span }: Edit, { facts }: CheckContext): readonly UsesFact[] =>
  usesAt(usesIn(facts).get(file) ?? [], span);

const typedUses = new WeakMap<UsesFact, TextUse | undefined>();

const typedUseOf = (fact: UsesFact): TextUse | undefined => {
  if (!typedUses.has(fact))
    typedUses.set(
      fact,
      fact.uses.find(({ as }) => as === 'typed'),
    );
  return typedUses.get(fact);
};

/** Declared type of an edited text that allows no other text. */
export const typedUse = (
  file: string,
  edits: readonly Edit[],
  context: CheckContext,
): TextUse | undefined => {
  const index = usesIn(context.facts).get(file) ?? [];
  for (const { span } of edits)
    for (const fact of usesAt(index, span)) {
      const found = typedUseOf(fact);
      if (found) return found;
    }
  return undefined;
};

const doubts = new WeakMap<FactIndex, Map<UsesFact, readonly Doubt[]>>();

/** The doubts about the uses of a text, which a thousand fixes may change. */
const doubtsOf = (fact: UsesFact, view: FactIndex): readonly Doubt[] => {
  const known = doubts.get(view) ?? new Map<UsesFact, readonly Doubt[]>();
  doubts.set(view, known);
  const found = known.get(fact) ?? fact.uses.flatMap((use) => doubtAbout(use, fact, view) ?? []);
  known.set(fact, found);
  return found;
};

/** The doubts about the edits of a fix, those about requests to elsewhere first. */
const doubtsAbout = (file: string, edits: readonly Edit[], context: CheckContext): readonly Doubt[] => {
  const index = usesIn(context.facts).get(file) ?? [];
  const found = edits.flatMap(({ span }) =>
    usesAt(index, span).flatMap((fact) => doubtsOf(fact, context.view)),
  );
  return found.toSorted((a, b) => Number(b.foreign) - Number(a.foreign));
};

/**
 * Makes the fix of a finding unsafe where an edited text has an unknown use (contract §7.3). A URL that is
 * also sent to another host is not changed at all.
 */
export const withUsesAccounted = (draft: PendingFinding, context: CheckContext): PendingFinding => {
  const { finding, part } = draft;
  const { fix, file } = finding;
  if (fix === undefined) return draft;
  const [first] = doubtsAbout(file, fix.edits, context);
  if (first === undefined) return draft;
  if (!first.foreign || part !== 'move')
    return { ...draft, finding: { ...finding, fix: heldBack(fix, first.note) } };
  const message = `${finding.message} No fix: ${first.note.text} (${context.names.line(first.note)})`;
  return { ...draft, stays: true, finding: { ...finding, fix: undefined, message } };
};
