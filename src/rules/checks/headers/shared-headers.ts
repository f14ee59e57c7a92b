import { addTo, entriesOf, flatten, SpanIndex } from '../../../model/index.ts';
import type { Place } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { sentEntries } from '../header-state.ts';
import { requirementState } from '../header-requirements.ts';
import type { HeaderRequirement } from '../header-requirements.ts';
import type { ApiCall, FactIndex } from '../fact-index.ts';

/** Calls by the locations that give them their headers, and by the file that names of their headers are written in. */
interface Sharers {
  readonly byPlace: ReadonlyMap<string, readonly ApiCall[]>;
  readonly byFile: ReadonlyMap<string, SpanIndex<NamedAt>>;
}

/** Call that sends a header whose name is at an offset. */
interface NamedAt {
  readonly at: number;
  readonly call: ApiCall;
}

export const placeKey = ({ file, span }: Place): string => `${file}:${span.start}:${span.end}`;

const put = <V>(map: Map<string, V[]>, key: string, value: V): void => {
  addTo(map, key, value);
};

const placesOf = ({ request }: ApiCall, need: HeaderRequirement): readonly Place[] => {
  const { gap } = request.headers;
  const room = gap && { file: gap.file, span: { start: gap.at, end: gap.at } };
  const values = sentEntries(request.headers, need.header).map(({ place }) => place);
  const callers = (request.headers.atCallers ?? []).map(({ at }) => at);
  return [request, request.headersAt, ...values, ...(room ? [room] : []), ...callers];
};

const indices = new WeakMap<FactIndex, Map<HeaderRequirement, Sharers>>();

/** Evidence cannot share text with code. */
const sharersOf = (need: HeaderRequirement, view: FactIndex): Sharers => {
  const known = indices.get(view) ?? new Map<HeaderRequirement, Sharers>();
  indices.set(view, known);
  const found = known.get(need);
  if (found !== undefined) return found;
  const byPlace = new Map<string, ApiCall[]>();
  const inFiles = new Map<string, NamedAt[]>();
  for (const call of view.calls.filter(({ request }) => request.origin !== 'recording')) {
    for (const key of new Set(placesOf(call, need).map(placeKey))) put(byPlace, key, call);
    for (const { name } of call.request.headers.entries)
      put(inFiles, name.file, { at: name.span.start, call });
  }
  const byFile = new Map(
    Array.from(inFiles, ([file, named]) => [
      file,
      new SpanIndex(named, ({ at }) => ({ start: at, end: at + 1 })),
    ]),
  );
  const index = { byPlace, byFile };
  known.set(need, index);
  return index;
};

/** The calls that get their headers, or one of them, from one of the locations or from within one of the literals. */
export const sharing = (
  need: HeaderRequirement,
  places: readonly Place[],
  literals: readonly Place[],
  { view }: CheckContext,
): readonly ApiCall[] => {
  const { byPlace, byFile } = sharersOf(need, view);
  const around = [...new Map(literals.map((literal) => [placeKey(literal), literal])).values()].flatMap(
    ({ file, span }) =>
      byFile
        .get(file)
        ?.overlapping(span)
        .map(({ call }) => call) ?? [],
  );
  return [
    ...new Set([...[...new Set(places.map(placeKey))].flatMap((key) => byPlace.get(key) ?? []), ...around]),
  ];
};

/** True where one of the values that a call sends comes from one of these locations: writing there replaces it. */
const takesFrom = (call: ApiCall, need: HeaderRequirement, places: ReadonlySet<string>): boolean =>
  sentEntries(call.request.headers, need.header).some(({ place }) => places.has(placeKey(place)));

/**
 * True for a call that needs another value of the header than this one, or that sends one which must stay and which
 * comes from one of the locations that would be rewritten: another value of the same parameter.
 */
export const needsOther = (
  call: ApiCall,
  need: HeaderRequirement,
  [value, rewritten]: readonly [value: string, rewritten: ReadonlySet<string>],
  { settings, api }: CheckContext,
): boolean => {
  if (!need.applies(call)) return false;
  const state = requirementState(call, need).kind;
  const written = writtenIn(call, need);
  if (state === 'good' || state === 'unknown') return written !== value && takesFrom(call, need, rewritten);
  return need.wanted(call, written, settings.target, api) !== value;
};

const writtenIn = ({ request }: ApiCall, need: HeaderRequirement): string => {
  const text = entriesOf(request.headers, need.header).at(-1)?.values?.[0];
  return text === undefined ? '' : flatten(text);
};
