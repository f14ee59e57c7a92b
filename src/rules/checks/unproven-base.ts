import type { CheckContext, PendingFinding } from './check.ts';
import { agreedOperation, factsOfKind } from './fact-index.ts';
import type { ApiCall, ResolvedUrl, UrlLiteral } from './fact-index.ts';
import type { HeaderRule } from './header-rule.ts';
import { isHidden } from './header-state.ts';
import { vendorTypes } from './media.ts';
import { fill, findingAt, message } from './message.ts';
import { spanOfBase } from './moved-base.ts';
import { NEEDS, needState } from './header-needs.ts';
import { slotKey } from './places.ts';
import { versionPlaces } from './version-places.ts';
import type { VersionPlace } from './version-places.ts';
import { entriesOf, flatten, isInside } from '../../model/index.ts';
import type { Finding, Place, RequestFact, Text } from '../../model/index.ts';

const CODE = /\.[cm]?[jt]sx?$/;

/** An address of the versioned API that goes on existing. */
const lives = ({ address, identity }: ResolvedUrl): boolean =>
  address.area === 'versioned' && identity.endpoint?.fate !== 'removed';

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || outer === '' || inner.startsWith(`${outer}/`);

/** Where the version headers of a request are written. */
const ownTypes = ({ headers }: RequestFact): readonly Place[] =>
  entriesOf(headers, NEEDS.version.header).flatMap(({ values = [] }) =>
    values.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []))),
  );

const sendsOne = ({ headers }: RequestFact): boolean =>
  headers.entries.some(({ values = [] }) => values.some((value) => vendorTypes(flatten(value)).length > 0));

const isOurs = ({ located, foreign }: ApiCall): boolean => located.length > 0 && !foreign;

/** What the project of a place writes and sends of vendor media types. */
class MediaTypes {
  private readonly context: CheckContext;
  private readonly written: readonly Place[];
  private readonly requests: readonly RequestFact[];
  /** Requests that are seen to go to the API and nowhere else: what they write they keep for themselves. */
  private readonly ours: readonly RequestFact[];

  constructor(context: CheckContext) {
    this.context = context;
    this.written = factsOfKind(context.facts, 'media-type');
    this.ours = context.view.calls.filter(isOurs).map(({ request }) => request);
    this.requests = factsOfKind(context.facts, 'request').filter(({ origin }) => origin !== 'recording');
  }

  /** True where one is written that no request seen is known to keep for itself: another one may send it. */
  isLoose(file: string, besides: RequestFact | undefined): boolean {
    const own = besides === undefined ? [] : ownTypes(besides);
    return this.written.some(
      (place) =>
        this.isNear(place.file, file) &&
        !own.some((slot) => isInside(place, slot)) &&
        !this.ours.some((request) => isInside(request, place)),
    );
  }

  /** True where a request of the same file sends one: it may be built on the base in a way that is not seen. */
  isBeside(file: string): boolean {
    return this.ours.some((request) => request.file === file && sendsOne(request));
  }

  /** True where one is written that requests may share: outside of a call that no function makes for others. */
  isShared(file: string): boolean {
    const alone = this.ours.filter(({ trail }) => trail.length === 0);
    return this.written.some(
      (place) => this.isNear(place.file, file) && !alone.some((request) => isInside(request, place)),
    );
  }

  /** True where one is written or sent at all. */
  isSent(file: string): boolean {
    return (
      this.isLoose(file, undefined) ||
      this.requests.some((request) => this.isNear(request.file, file) && sendsOne(request))
    );
  }

  /** True for files of one project, or of projects of which one lies in the other. */
  private isNear(a: string, b: string): boolean {
    const { projectOf } = this.context.settings;
    return isWithin(projectOf(a), projectOf(b)) || isWithin(projectOf(b), projectOf(a));
  }
}

/** True where people wrote an address that no request is seen to be built on, neither for a test nor for a reader. */
const isBare = ({ links, calls }: VersionPlace): boolean =>
  calls.length === 0 &&
  links.every(({ url }) => url.follows !== true && url.origin === 'authored') &&
  links.some(
    ({ url, located: { address } }) =>
      address.path === '' ||
      url.unseen === true ||
      !CODE.test(url.file) ||
      (url.described === true && address.host !== undefined),
  );

const isKnown = (part: Text['parts'][number]): part is Extract<typeof part, { kind: 'known' }> =>
  part.kind === 'known';

/** True where a request is seen to go to what a URL writes behind its base. */
const isSent = ({ url, located }: UrlLiteral, calls: readonly ApiCall[]): boolean => {
  const base = new Set(located.address.baseRanges.map(({ slot }) => slotKey(slot)));
  const keys = url.text.parts.filter(isKnown).map(({ slot }) => slotKey(slot));
  const own = keys.filter((key) => !base.has(key));
  const wanted = new Set(own.length > 0 ? own : keys);
  return calls.some(({ located: all }) =>
    all.some(({ text }) => text.parts.some((part) => isKnown(part) && wanted.has(slotKey(part.slot)))),
  );
};

/**
 * URLs that people wrote in code, path and all, to which no request is seen to go, while a call that sends, or may, gets
 * them: `[{ url: `${BASE}/groups` }].map(({ url }) => fetch(url))`.
 */
const strayLinks = (places: readonly VersionPlace[], { facts }: CheckContext): readonly UrlLiteral[] => {
  const stray = places.flatMap(({ links, calls }) =>
    links.filter(
      (link) =>
        CODE.test(link.url.file) &&
        link.url.origin === 'authored' &&
        link.url.follows !== true &&
        link.located.address.path !== '' &&
        !isSent(link, calls),
    ),
  );
  if (stray.length === 0) return [];
  const sent = new Set(
    factsOfKind(facts, 'uses')
      .filter(({ uses }) => uses.some(({ sends }) => sends === true))
      .map(({ file, span }) => `${file}:${span.start}`),
  );
  return stray.filter(
    ({ url }) =>
      url.unseen === true ||
      url.text.parts.some((part) => isKnown(part) && sent.has(`${part.slot.file}:${part.slot.span.start}`)),
  );
};

/**
 * True where what is not seen may be the version header. Not where all its entries are, and only their order or their
 * conditions leave open which one is sent: `{ Accept, accept }`.
 */
const hidesOne = ({ headers }: RequestFact): boolean => {
  const entries = entriesOf(headers, NEEDS.version.header);
  const spellings = new Set(entries.map(({ name }) => name.value));
  return (
    !headers.complete ||
    entries.some(({ values }) => values === undefined || values.some((value) => isHidden(flatten(value)))) ||
    (spellings.size < 2 && entries.some(({ open }) => open === true))
  );
};

/** A call of the versioned API of which it is not known whether it sends the header on every way. */
const isOpen = ({ request, located, foreign }: ApiCall): boolean =>
  request.origin === 'authored' &&
  (!foreign || !hidesOne(request)) &&
  located.length > 0 &&
  located.every(lives);

const stateOf = (call: ApiCall) => needState(call, NEEDS.version).kind;

const draftAt = (
  rule: HeaderRule,
  place: Place,
  located: readonly ResolvedUrl[],
  context: CheckContext,
  known: Partial<Finding>,
): PendingFinding => {
  const { settings, api } = context;
  const { product, version } = located[0]!.address;
  const data = {
    header: NEEDS.version.header,
    value: NEEDS.version.wanted({ located }, '', settings.target, api),
    base: `/api/${product}/${version ?? api.version}`,
  };
  const finding = findingAt(rule, place, {
    data,
    message: fill(known.message ?? rule.message, data),
    certainty: 'likely',
    anchor: `${data.header} ${located[0]!.address.path}`,
    operation: known.operation,
  });
  return { finding, part: 'alone', requests: [] };
};

/** Files that set up what others run: what they read of a variable they hand on. */
const HANDS_ON = /\.ya?ml$|(?:^|\/)package\.json$/;

/** True where a script that writes no media type itself reads the base: `source .env; curl "$BASE/groups"`. */
const isReadBare = (at: Place, { facts }: CheckContext): boolean => {
  const typed = new Set(factsOfKind(facts, 'media-type').map(({ file }) => file));
  return factsOfKind(facts, 'uses').some(
    ({ file, span, uses }) =>
      isInside({ file, span }, at) &&
      uses.some(
        ({ at: { file: reader }, as }) =>
          as === 'other' && !CODE.test(reader) && !HANDS_ON.test(reader) && !typed.has(reader),
      ),
  );
};

const unprovenUrl = (text: string): string =>
  `${text} ${message('sendIt', { header: '{header}', value: '{value}' })}`;

const onePerPlace = (drafts: readonly PendingFinding[]): readonly PendingFinding[] => [
  ...new Map(drafts.map((draft) => [`${draft.finding.file}:${draft.finding.span.start}`, draft])).values(),
];

/**
 * Addresses of the versioned API of which nothing proves that the header is sent: half a migration, however it came
 * about. A request whose header cannot be seen, and a base without a request, where nothing else in the project can be
 * what sends it.
 */
export const unprovenBases = (rule: HeaderRule, context: CheckContext): readonly PendingFinding[] => {
  const { unproven, unprovenCall } = rule.options;
  if (unproven === undefined || unprovenCall === undefined) return [];
  const all = versionPlaces(context.view, lives);
  const places = all.filter(isBare);
  const stray = strayLinks(all, context);
  const calls = context.view.calls.filter((call) => isOpen(call) && stateOf(call) === 'unknown');
  if (all.length + calls.length === 0) return [];
  const types = new MediaTypes(context);
  const bases = places
    .map((place) => ({ place, at: spanOfBase(place, context) }))
    .filter(({ at }) =>
      CODE.test(at.file)
        ? !types.isLoose(at.file, undefined) && !types.isBeside(at.file)
        : !types.isSent(at.file) || isReadBare(at, context),
    )
    .map(({ place, at }) => draftAt(rule, at, place.located, context, { message: unproven }));
  const sent = calls
    .filter(({ request }) => !hidesOne(request) || !types.isLoose(request.file, request))
    .map(({ request, located }) =>
      draftAt(rule, request.headersAt, located, context, {
        message: unprovenCall,
        operation: agreedOperation(located),
      }),
    );
  const loose = stray
    .filter(({ url }) => !types.isShared(url.file))
    .map(({ url, located }) =>
      draftAt(rule, url, [located], context, { message: unprovenUrl(message('noRequest')) }),
    );
  return onePerPlace([...bases, ...loose, ...sent]);
};
