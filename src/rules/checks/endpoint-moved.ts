import { groupBy, judgedFix } from '../../model/index.ts';
import type { Edit, Endpoint, Finding, Fix, Origin, Place, Rule, SlotRange } from '../../model/index.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { because, findingAt, message } from './message.ts';
import { knownRanges, placeOfRange, rewriteRanges, slotKey } from './places.ts';
import { segmentsIn } from './segments/written-segments.ts';
import { unplacedPaths, unplacedSegmentNotes } from './segments/unplaced-segments.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { callsTo, followed } from './followed.ts';
import { addressWords } from '../api/address-words.ts';
import { RENAMED_SEGMENTS } from '../../generated/renamed-segments.ts';
import { adviceOn, renamedPath, renames } from '../api/renames.ts';

interface Options {
  readonly fate: 'renamed' | 'removed' | 'deprecated';
}

/** A legacy endpoint that is used somewhere, and the request that uses it when there is one. */
interface Use {
  readonly located: ResolvedUrl;
  readonly endpoint: Endpoint;
  readonly call: ApiCall | undefined;
  /** Requests that a mock or an assertion of a test names: both move together. */
  readonly followed: readonly ApiCall[];
  readonly file: string;
  readonly origin: Origin;
}

interface Renaming {
  readonly ranges: readonly SlotRange[];
  readonly name: string;
}

const renamingsOf = ({ located, endpoint }: Use): readonly Renaming[] | undefined => {
  const segments = segmentsIn(located);
  const found = renames(endpoint)?.map(({ index, name }) => {
    const segment = segments[index];
    const ranges = segment === undefined ? [] : knownRanges(located.text, segment.from, segment.to);
    return { ranges, name };
  });
  return found?.every(({ ranges }) => ranges.length > 0) ? found : undefined;
};

/** The last literal segment of a path. */
const lastRange = (located: ResolvedUrl): SlotRange | undefined =>
  segmentsIn(located)
    .flatMap(({ from, to }) => knownRanges(located.text, from, to))
    .at(-1);

/** Segment that identifies the endpoint: the renamed one, or the last literal one. */
const tellingRange = (use: Use): SlotRange | undefined =>
  renamingsOf(use)?.[0]?.ranges[0] ?? lastRange(use.located) ?? use.located.address.versionRanges[0];

const rangeKey = ({ slot, from }: SlotRange): string => `${slotKey(slot)}:${from}`;

/** Methods with which known requests use a written path, by its last segment. */
const methodsByPath = ({ view }: CheckContext): ReadonlyMap<string, ReadonlySet<string>> => {
  const methods = new Map<string, Set<string>>();
  for (const { request, located } of view.calls)
    for (const range of located.flatMap((each) => lastRange(each) ?? [])) {
      const key = rangeKey(range);
      if (request.method !== undefined) methods.set(key, (methods.get(key) ?? new Set()).add(request.method));
    }
  return methods;
};

const fixOf = (use: Use, context: CheckContext): Fix | undefined => {
  if (use.endpoint.fate !== 'renamed') return undefined;
  const renamings = use.origin === 'authored' || use.origin === 'collection' ? renamingsOf(use) : undefined;
  const edits = renamings?.map(({ ranges, name }) => rewriteRanges(ranges, name, context.text));
  if (edits === undefined || edits.length === 0 || edits.some((edit) => edit === undefined)) return undefined;
  const names = renamings!.map(({ name }) => name).join(', ');
  const all: readonly Edit[] = edits.flatMap((edit) => edit ?? []);
  const fix = { title: message('fixEndpoint', { names }), edits: all, group: undefined };
  const at = placeOf(use, context);
  const isUsed = use.call !== undefined || use.followed.length > 0;
  return judgedFix(fix, isUsed ? undefined : because(at, message('noCall')));
};

const nameOf = ({ endpoint, call, located }: Use): string => {
  const path = `/api/${located.address.product}/${endpoint.base}${endpoint.template}`;
  return call === undefined ? path : `${endpoint.method} ${path}`;
};

const dataOf = (use: Use): Finding['data'] => {
  const { endpoint, located } = use;
  const renamed = located.identity.info?.path ?? renamedPath(endpoint);
  return {
    endpoint: nameOf(use),
    replacement: endpoint.fate === 'renamed' ? renamed : endpoint.successor,
    note: adviceOn(endpoint),
  };
};

/** Renamed endpoints that mocks match below a base: `nock(BASE).get('/groups/G1/whitelist')`. */
const mocksIn = (context: CheckContext): readonly Use[] =>
  context.view.expectations.flatMap((expectation) => {
    const { file } = expectation.fact;
    const origin = context.view.originOf(file);
    if (expectation.fact.instance === true || origin === undefined) return [];
    const renamed = expectation.located.filter(
      (located) => isAdministration(located) && located.identity.endpoint?.fate === 'renamed',
    );
    const calls = renamed.length === 0 ? [] : followed(expectation, context);
    if (calls.length === 0) return [];
    return renamed.map((located) => ({
      located,
      endpoint: located.identity.endpoint!,
      call: undefined,
      followed: calls,
      file,
      origin,
    }));
  });

const usesIn = (context: CheckContext, fate: Options['fate']): readonly Use[] => {
  const { view } = context;
  const called = view.calls.flatMap((call) =>
    call.located.map((located) => ({
      located,
      call,
      link: undefined,
      file: call.request.file,
      origin: call.request.origin,
    })),
  );
  const written = view.links.map((link) => ({
    located: link.located,
    call: undefined,
    link,
    file: link.url.file,
    origin: link.url.origin,
  }));
  const used = [...called, ...written].flatMap(({ link, ...use }) => {
    const { endpoint } = use.located.identity;
    const counts = isAdministration(use.located) && use.origin !== 'generated';
    if (!counts || endpoint?.fate !== fate) return [];
    return [{ ...use, endpoint, followed: link?.url.follows === true ? callsTo(link, context) : [] }];
  });
  return fate === 'renamed' ? [...used, ...mocksIn(context)] : used;
};

/**
 * Uses by the position of the segment that identifies their endpoint; calls first, because a group is named
 * after its first use.
 */
const byPlace = (uses: readonly Use[]): readonly (readonly Use[])[] => {
  const groups = groupBy(uses, (use) => {
    const range = tellingRange(use);
    return range === undefined ? use.file : rangeKey(range);
  });
  return [...groups.values()];
};

const placeOf = (use: Use, context: CheckContext): Place => {
  const range = tellingRange(use);
  return range === undefined
    ? (use.call?.request ?? { file: use.file, span: { start: 0, end: 0 } })
    : placeOfRange(range, context.text);
};

/** A written URL whose requests are known, and none of which has the method of the endpoint: `GET /users`. */
const isOfOtherMethod = (
  { call, located, endpoint }: Use,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
): boolean => {
  const range = call === undefined ? lastRange(located) : undefined;
  const known = range && methods.get(rangeKey(range));
  return known !== undefined && !known.has(endpoint.method);
};

const draftOf = (rule: Rule, uses: readonly Use[], named: boolean, context: CheckContext): PendingFinding => {
  const [first] = uses as readonly [Use];
  const calls = uses.flatMap(({ call, followed }) => call ?? followed);
  const exchanges = new Set(calls.map(({ request }) => request.exchange));
  const operations = new Set(uses.flatMap(({ located, call }) => (call ? [located.identity.operation] : [])));
  const usual = named ? first.located.identity.operation : undefined;
  const finding = findingAt(rule, placeOf(first, context), {
    data: dataOf(first),
    anchor: `${first.endpoint.base}${first.endpoint.path}`,
    operation: operations.size === 1 ? [...operations][0] : usual,
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
    fix: fixOf(first, context),
  });
  // What is only deprecated moves like everything else.
  const part = first.endpoint.fate === 'deprecated' ? 'alone' : 'move';
  return { finding, part, requests: part === 'alone' ? [] : calls.map(({ request }) => request.id) };
};

/** A legacy endpoint that has another name in the versioned API, no twin there, or one that is deprecated. */
export const endpointMoved: Check<Options> = {
  name: 'endpoint-moved',
  vocabulary: ({ fate }, api) => ({
    addresses: addressWords(api),
    distinctive: [],
    common: [],
    successors: [],
    // The table of endpoints is not read before there is a call.
    paths: fate === 'renamed' ? RENAMED_SEGMENTS.map((segment) => `/${segment}`) : [],
  }),
  run(rule, context) {
    const { fate } = rule.options;
    const uses = usesIn(context, fate);
    const methods = uses.length === 0 ? new Map<string, ReadonlySet<string>>() : methodsByPath(context);
    const isOther = (use: Use): boolean => isOfOtherMethod(use, methods);
    // What moves or goes is reported for any method; another method may well not be deprecated.
    const counted = fate === 'deprecated' ? uses.filter((use) => !isOther(use)) : uses;
    const found = byPlace(counted).map((own) => draftOf(rule, own, !isOther(own[0]!), context));
    return fate === 'deprecated' ? found : [...found, ...unplacedPaths(rule, context, fate)];
  },
  notes: ({ options: { fate } }, context) => (fate === 'renamed' ? unplacedSegmentNotes(context) : []),
};
