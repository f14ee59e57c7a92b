import { addTo } from '../../model/index.ts';
import { split } from '../api/trie.ts';
import type { Api, Origin, Rule } from '../../model/index.ts';
import { identify } from '../api/identify.ts';
import type { Check, PendingFinding, RequestNote } from './check.ts';
import { because, findingAt, message } from './message.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { addressWords } from '../api/address-words.ts';

const mayBe = (segment: string, template: string): boolean =>
  segment === template || segment.includes('{}') || template.includes('{}');

/** Templates that go on with the segment. A hole is a parameter where there can be one, else it may be any name. */
const goingOn = (
  templates: readonly (readonly string[])[],
  segment: string,
  at: number,
): readonly (readonly string[])[] => {
  const named = segment === '{}' ? templates.filter((template) => template[at] === '{}') : [];
  return named.length > 0 ? named : templates.filter((template) => mayBe(segment, template[at]!));
};

/** Segments of the API's paths. */
interface Templates {
  readonly byLength: ReadonlyMap<number, readonly (readonly string[])[]>;
  readonly all: readonly (readonly string[])[];
  /** Every segment that is no parameter. */
  readonly names: ReadonlySet<string>;
}

const indices = new WeakMap<Api, Templates>();

const templatesOf = (api: Api): Templates => {
  const known = indices.get(api);
  if (known !== undefined) return known;
  const found = new Map<number, string[][]>();
  const paths = [
    ...api.operations.map(({ path }) => path.replaceAll(/\{[^}]*\}/g, '{}')),
    ...api.endpoints.map(({ path }) => path),
  ];
  for (const path of new Set(paths)) {
    const segments = [...split(path)];
    addTo(found, segments.length, segments);
  }
  const every = [...found.values()].flat();
  const templates = { byLength: found, all: every, names: new Set(every.flat()) };
  indices.set(api, templates);
  return templates;
};

/** True for a complete path that no endpoint of either API can match. */
const isInvented = ({ address, identity }: ResolvedUrl, api: Api): boolean => {
  if (address.open || identity.endpoint !== undefined || identity.info !== undefined) return false;
  // `groups&pageNum=1`: a query that is added on a way which is not taken.
  if (/[&=]/.test(address.path)) return false;
  const segments = split(address.path);
  const templates = templatesOf(api).byLength.get(segments.length) ?? [];
  return segments.reduce(goingOn, templates).length === 0;
};

/** The name of a resource, as people write it in code. */
const RESOURCE = /^[a-z][A-Za-z]{0,31}$/;

/**
 * Path as a template, with `{}` for parameters and for segments that may not be names: a recorded segment may
 * be a token.
 */
const templateOf = ({ path }: ResolvedUrl['address'], origin: Origin, api: Api): string => {
  const { all, names } = templatesOf(api);
  let templates = all;
  const shown = split(path).map((segment, at) => {
    const here = templates.filter((template) => template.length > at);
    const named = here.filter((template) => template[at] === segment);
    const holes = here.filter((template) => template[at] === '{}');
    templates = named.length > 0 ? named : holes;
    if (names.has(segment)) return segment;
    return holes.length === 0 && origin !== 'recording' && RESOURCE.test(segment) ? segment : '{}';
  });
  return shown.map((segment) => `/${segment}`).join('');
};

const draftOf = (rule: Rule, { request }: ApiCall, { address }: ResolvedUrl, api: Api): PendingFinding => {
  const path = templateOf(address, request.origin, api);
  const finding = findingAt(rule, request, {
    data: { path, asOf: api.asOf },
    anchor: `${request.method ?? ''} ${path}`,
    exchange: request.exchange,
  });
  return {
    finding,
    part: 'alone',
    requests: [request.id],
    blocks: true,
    reason: message('unlistedEndpoint'),
  };
};

/** The oldest resource version: what it has, the legacy API may have as well. */
const firstDate = ({ operations }: Api): string =>
  operations.flatMap(({ versions }) => versions.map(({ date }) => date)).reduce((a, b) => (a < b ? a : b));

/** True for a call of the legacy API that only the versioned one has: later than its first version, and listed nowhere. */
const isLaterCall = (
  { request: { method } }: ApiCall,
  { address, identity }: ResolvedUrl,
  api: Api,
): boolean =>
  address.area === 'legacy' &&
  method !== undefined &&
  identity.endpoint === undefined &&
  identity.info !== undefined &&
  identity.info.versions.every(({ date }) => date > firstDate(api)) &&
  api.legacyVersions.every(
    (version) => identify(method, { ...address, version }, api).endpoint === undefined,
  );

const laterNotes = (call: ApiCall, api: Api): readonly RequestNote[] => {
  const later = call.located.find((located) => isLaterCall(call, located, api));
  if (later === undefined) return [];
  const note = because(call.request, message('laterCall', { operation: later.identity.operation ?? '' }));
  return [{ kind: 'doubt', requests: [call.request.id], note }];
};

/** A call of a path that no endpoint has, neither in the legacy form nor in the versioned one. */
export const unlistedEndpoint: Check<object> = {
  name: 'unlisted-endpoint',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run: (rule, { view, api }) =>
    view.calls
      .filter(({ request }) => request.origin !== 'generated')
      .flatMap((call) => {
        const located = call.located.find((one) => isAdministration(one) && isInvented(one, api));
        return located === undefined ? [] : [draftOf(rule, call, located, api)];
      }),
  notes: (_, { view, api }) =>
    view.calls
      .filter(({ request }) => request.origin !== 'generated' && request.origin !== 'recording')
      .flatMap((call) => laterNotes(call, api)),
};
