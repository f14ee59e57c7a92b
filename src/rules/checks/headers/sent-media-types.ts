import { entriesOf, flatten, HOLE, isInside, slotsOf, SpanIndex } from '../../../model/index.ts';
import type { Fact, ForeignFact, Place, RequestFact, UsesFact } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import type { ApiCall } from '../fact-index.ts';
import { HEADER_REQUIREMENTS } from '../header-requirements.ts';
import { vendorTypes } from '../media.ts';

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || outer === '' || inner.startsWith(`${outer}/`);

/** True for one project, or for projects of which one lies in the other. */
const areNear = (a: string, b: string): boolean => isWithin(a, b) || isWithin(b, a);

/** Locations at which the version headers of a request are written. */
const ownTypes = ({ headers }: RequestFact): readonly Place[] =>
  entriesOf(headers, HEADER_REQUIREMENTS.version.header).flatMap(({ values = [] }) =>
    values.flatMap(slotsOf),
  );

/** Test for requests that send a media type of one of these products. */
const sendsOneOf =
  (products: readonly string[]) =>
  ({ headers }: RequestFact): boolean =>
    headers.entries.some(({ values = [] }) =>
      values.some((value) =>
        vendorTypes(flatten(value)).some(
          ({ product }) => product.includes(HOLE) || products.includes(product.toLowerCase()),
        ),
      ),
    );

/** True for a request to a host that is written out, which is another one. */
const namesHost = ({ urls }: ForeignFact): boolean =>
  urls.length > 0 && urls.every((url) => /^https?:\/\/\w/.test(flatten(url)));

const isOurs = ({ located, foreign }: ApiCall): boolean => located.length > 0 && !foreign;

/** Location of a call with the version headers that follow its URL: `curl "$BASE/groups" -H 'Accept: …'`. */
const wholeCall = (request: RequestFact): Place => {
  const { file, span } = request;
  const after = ownTypes(request).filter((own) => own.file === file && own.span.start >= span.start);
  return { file, span: { start: span.start, end: Math.max(span.end, ...after.map((own) => own.span.end)) } };
};

/** Test for locations inside one of these calls; many requests are one call, by the ways that lead to it. */
const insideOneOf = (requests: readonly Place[]): ((place: Place) => boolean) => {
  const calls = new Map<string, Map<string, Place>>();
  for (const request of requests) {
    const { file, span } = request;
    const ofFile = calls.get(file) ?? new Map<string, Place>();
    calls.set(file, ofFile.set(`${span.start}:${span.end}`, request));
  }
  const spans = new Map([...calls].map(([file, found]) => [file, [...found.values()]]));
  return (place) => spans.get(place.file)?.some((call) => isInside(call, place)) ?? false;
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/** Version headers of these requests that nothing else is seen to use, whether constants or parts of a wrapper. */
const usedOnlyIn = (
  requests: readonly RequestFact[],
  facts: readonly Fact[],
): ((place: Place) => boolean) => {
  const calls = new Set(requests.flatMap((request) => [request, ...request.trail].map(keyOf)));
  const own = new Set(requests.flatMap(ownTypes).map(keyOf));
  const kept = new Map<string, UsesFact[]>();
  for (const fact of factsOfKind(facts, 'uses'))
    if (own.has(keyOf(fact)) && fact.uses.every(({ as, at }) => as === 'request' && calls.has(keyOf(at)))) {
      const ofFile = kept.get(fact.file) ?? [];
      ofFile.push(fact);
      kept.set(fact.file, ofFile);
    }
  const spans = new Map([...kept].map(([file, found]) => [file, new SpanIndex(found, ({ span }) => span)]));
  return ({ file, span }) => (spans.get(file)?.overlapping(span).length ?? 0) > 0;
};

type PlacesByProject = ReadonlyMap<string, readonly Place[]>;

/** Vendor media types that the project of a location writes and sends. */
export class MediaTypes {
  private readonly context: CheckContext;
  private readonly requests: readonly RequestFact[];
  /** Requests that are seen to go to the API and nowhere else: what they write they keep for themselves. */
  private readonly ours: readonly RequestFact[];
  /** Media types outside of those: something may send them. */
  private readonly loose: PlacesByProject;
  /** Media types that other requests may share: outside of those, or in a wrapper, and not known to be used by those alone. */
  private readonly shared: PlacesByProject;
  /** Cache by project, as many texts ask for it. */
  private readonly sent = new Map<string, boolean>();
  private readonly sendsOne: (request: RequestFact) => boolean;

  constructor(context: CheckContext) {
    this.context = context;
    this.sendsOne = sendsOneOf(context.api.products);
    const written = factsOfKind(context.facts, 'media-type');
    this.ours = context.view.calls.filter(isOurs).map(({ request }) => request);
    this.requests = factsOfKind(context.facts, 'request').filter(({ origin }) => origin !== 'recording');
    this.loose = this.byProject(written, this.ours);
    const isUsedByOurs = usedOnlyIn(this.ours, context.facts);
    // What a test expects is not sent.
    const isExpected = insideOneOf(factsOfKind(context.facts, 'expectation'));
    this.shared = this.byProject(
      written.filter((place) => !isUsedByOurs(place) && !isExpected(place)),
      [
        ...this.ours.filter(({ trail }) => trail.length === 0).map(wholeCall),
        ...factsOfKind(context.facts, 'foreign').filter((call) => namesHost(call) && call.trail.length === 0),
      ],
    );
  }

  /** True for a version header that several requests may share: outside a call, or in a wrapper. */
  isShared(file: string): boolean {
    return this.isAnyNear(this.shared, file);
  }

  /** True where one is written or sent at all. */
  isSent(file: string): boolean {
    const project = this.context.settings.projectOf(file);
    const known = this.sent.get(project);
    if (known !== undefined) return known;
    const found =
      this.isAnyNear(this.loose, file) ||
      this.requests.some((request) => this.isNear(request.file, file) && this.sendsOne(request));
    this.sent.set(project, found);
    return found;
  }

  /** True where a file writes one outside of the calls that are seen. */
  isLooseIn(file: string): boolean {
    return [...this.loose.values()].some((places) => places.some((place) => place.file === file));
  }

  /** True where one is written in a file of the project whose name matches. */
  isWrittenIn(file: string, names: RegExp): boolean {
    return factsOfKind(this.context.facts, 'media-type').some(
      (place) => names.test(place.file) && this.isNear(place.file, file),
    );
  }

  /** True for files of one project, or of projects of which one lies in the other. */
  private isNear(a: string, b: string): boolean {
    const { projectOf } = this.context.settings;
    return areNear(projectOf(a), projectOf(b));
  }

  private isAnyNear(places: PlacesByProject, file: string): boolean {
    const here = this.context.settings.projectOf(file);
    return [...places.keys()].some((project) => areNear(project, here));
  }

  /** Locations outside of the calls of these requests, by the project of their file. */
  private byProject(places: readonly Place[], requests: readonly Place[]): PlacesByProject {
    const isKept = insideOneOf(requests);
    const { projectOf } = this.context.settings;
    const found = new Map<string, Place[]>();
    for (const place of places) {
      if (isKept(place)) continue;
      const project = projectOf(place.file);
      (found.get(project) ?? found.set(project, []).get(project)!).push(place);
    }
    return found;
  }
}
