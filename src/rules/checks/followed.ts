import { addTo } from '../../model/index.ts';
import { split } from '../api/trie.ts';
import type { Place } from '../../model/index.ts';
import type { CheckContext } from './check.ts';
import { slotKey, spells } from './places.ts';
import type { VersionPlace } from './version-places.ts';
import type { ApiCall, FactIndex, TestExpectation, UrlLiteral, ResolvedUrl } from './fact-index.ts';

const segmentsOf = ({ address }: ResolvedUrl): readonly string[] => split(address.path);

const isHole = (segment: string): boolean => segment.includes('{');

/** True when both may be the same URL, as far as they are known. */
const sameAddress = (a: ResolvedUrl, b: ResolvedUrl): boolean => {
  if (a.address.area !== b.address.area) return false;
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  if (left.length !== right.length) return a.address.open || b.address.open;
  return left.every((segment, at) => segment === right[at] || isHole(segment) || isHole(right[at]!));
};

const samePlace = (a: Place, b: Place): boolean => a.file === b.file && a.span.start === b.span.start;

/** True when the headers of a call come with the call, where a spy sees them, and not from an instance. */
export const givesHeaders = ({ request }: ApiCall): boolean =>
  [request, ...request.trail].some((place) => samePlace(request.headersAt, place));

const isAbout = (call: ApiCall, { fact, located }: TestExpectation): boolean => {
  if (fact.instance === true)
    return !givesHeaders(call) && call.located.some((one) => one.address.area === located[0]?.address.area);
  const { method } = call.request;
  const sameMethod = method === undefined || fact.method === undefined || method === fact.method;
  return sameMethod && call.located.some((one) => located.some((other) => sameAddress(one, other)));
};

/** The projects of a request and of the functions that it is made through: a package sends for those that call it. */
const projectsOf = ({ request }: ApiCall, { settings }: CheckContext): readonly string[] =>
  [request, ...request.trail].map(({ file }) => settings.projectOf(file));

const byProject = new WeakMap<FactIndex, ReadonlyMap<string, readonly ApiCall[]>>();

/** Requests of an index by project, in order. */
const callsByProject = (context: CheckContext): ReadonlyMap<string, readonly ApiCall[]> => {
  const known = byProject.get(context.view);
  if (known !== undefined) return known;
  const found = new Map<string, ApiCall[]>();
  for (const call of context.view.calls)
    for (const project of new Set(projectsOf(call, context))) addTo(found, project, call);
  byProject.set(context.view, found);
  return found;
};

/** Requests of the code that a file of tests may be about. */
const callsNear = (file: string, context: CheckContext): readonly ApiCall[] =>
  callsByProject(context).get(context.settings.projectOf(file)) ?? [];

/** The requests of the code that an expectation of a test is about. */
export const followed = (expectation: TestExpectation, context: CheckContext): readonly ApiCall[] =>
  callsNear(expectation.fact.file, context).filter((call) => isAbout(call, expectation));

/**
 * Expectations of tests about requests whose URL contains one of the ranges; not what they expect of an instance's
 * defaults.
 */
export const expectationsOn = (
  { ranges }: VersionPlace,
  { view }: CheckContext,
): readonly TestExpectation[] =>
  view.expectations.filter(
    ({ fact, located }) =>
      fact.instance !== true && located.some(({ text }) => ranges.some((range) => spells(text, range))),
  );

const isOn = ({ url }: UrlLiteral, { located }: TestExpectation): boolean =>
  located.some(({ text }) =>
    text.parts.some((part) =>
      url.text.parts.some(
        (own) => part.kind === 'known' && own.kind === 'known' && slotKey(part.slot) === slotKey(own.slot),
      ),
    ),
  );

/** Requests of the link's project to its endpoint, or to any when the URL is only a base. */
export const callsTo = ({ url, located }: UrlLiteral, context: CheckContext): readonly ApiCall[] => {
  // A mock names its method elsewhere: the path identifies the endpoint.
  const path = located.identity.endpoint?.path;
  return callsNear(url.file, context).filter((call) =>
    call.located.some(
      ({ identity, address }) =>
        address.area === 'legacy' && (path === undefined || path === identity.endpoint?.path),
    ),
  );
};

const isStub = ({ request }: ApiCall): boolean => request.headers.unwritten === true;

/**
 * Ids of the requests that stubs in `calls` match: calls of the same project to the same endpoints. What one matches has
 * to move with the other.
 */
export const stubbedCalls = ({ calls }: VersionPlace, context: CheckContext): readonly string[] => {
  const stubs = calls.filter(isStub);
  if (stubs.length === 0) return [];
  const paths = new Set(
    stubs.flatMap(({ located }) => located.flatMap(({ identity }) => identity.endpoint?.path ?? [])),
  );
  const near = new Set(stubs.flatMap(({ request }) => callsNear(request.file, context)));
  return [...near]
    .filter((call) => !isStub(call))
    .filter(({ located }) =>
      located.some(
        ({ identity, address }) =>
          address.area === 'legacy' && identity.endpoint !== undefined && paths.has(identity.endpoint.path),
      ),
    )
    .map(({ request }) => request.id);
};

/** Ids of the requests that a URL in tests only is about: those that its mocks and assertions name, or may name. */
export const followedCalls = (place: VersionPlace, context: CheckContext): readonly string[] => {
  if (place.links.some(({ url }) => url.follows !== true)) return [];
  const expectations = expectationsOn(place, context);
  const calls = place.links.flatMap((link) => {
    const own = expectations.filter((expectation) => isOn(link, expectation));
    return own.length === 0
      ? callsTo(link, context)
      : own.flatMap((expectation) => followed(expectation, context));
  });
  return [...new Set(calls.map(({ request }) => request.id))];
};
