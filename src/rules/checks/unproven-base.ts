import type { CheckContext, PendingFinding } from './check.ts';
import { agreedOperation } from './fact-index.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import type { HeaderRule } from './header-rule.ts';
import { isHidden } from './header-state.ts';
import { fill, findingAt, message } from './message.ts';
import { spanOfBase } from './moved-base.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import { fileHolding } from './places.ts';
import { MediaTypes } from './headers/sent-media-types.ts';
import { strayUrls } from './headers/stray-urls.ts';
import { versionPlaces } from './version-places.ts';
import type { VersionPlace } from './version-places.ts';
import { entriesOf, flatten, isInside, programFiles } from '../../model/index.ts';
import type { Finding, Place, RequestFact } from '../../model/index.ts';

const CODE = /\.[cm]?[jt]sx?$/;

/** Programs, in which what a request writes for itself is seen. */
const PROGRAM = programFiles(['ipynb']);

/** A URL of the versioned API that goes on existing. */
const lives = ({ address, identity }: ResolvedUrl): boolean =>
  address.area === 'versioned' && identity.endpoint?.fate !== 'removed';

/** True for a base, with nothing or only an unknown text after it: `BASE + path`. */
const isBase = ({ path }: ResolvedUrl['address']): boolean => /^\/?(?:\{\})*$/.test(path);

/** True where people wrote a URL that no request is seen to be built on, neither for a test nor for a reader. */
const isBare = ({ links, calls }: VersionPlace): boolean =>
  calls.length === 0 &&
  links.every(({ url }) => url.follows !== true && url.origin === 'authored') &&
  links.some(
    ({ url, located: { address } }) =>
      isBase(address) ||
      url.unseen === true ||
      !CODE.test(url.file) ||
      (url.described === true && address.host !== undefined),
  );

/**
 * True where unknown headers may include the version header. False if all entries are known and only their
 * order or conditions are not: `{ Accept, accept }`.
 */
const hidesOne = ({ headers }: RequestFact): boolean => {
  const entries = entriesOf(headers, HEADER_REQUIREMENTS.version.header);
  const spellings = new Set(entries.map(({ name }) => name.value));
  return (
    !headers.complete ||
    entries.some(({ values }) => values === undefined || values.some((value) => isHidden(flatten(value)))) ||
    (spellings.size < 2 && entries.some(({ open }) => open === true))
  );
};

/** A call of the versioned API of which it is not known whether it sends the header on every way. */
const isOpen = ({ request, located }: ApiCall): boolean =>
  request.origin === 'authored' && located.length > 0 && located.every(lives);

/** True where the call itself is seen to send another media type: code that is not available would have to replace it. */
const sendsAnother = ({ headers: { entries, callLayer = 0 } }: RequestFact): boolean =>
  entries.some(
    ({ name, values = [], layer = 0, certain }) =>
      certain &&
      layer >= callLayer &&
      name.value.toLowerCase() === HEADER_REQUIREMENTS.version.header.toLowerCase() &&
      values.length > 0 &&
      values.every((value) => HEADER_REQUIREMENTS.version.judge(flatten(value)) === 'bad'),
  );

/** True where the header that is not seen may be a media type that other code shares, or the request goes to elsewhere alone. */
const isExcused = ({ request, foreign }: ApiCall, types: MediaTypes): boolean =>
  hidesOne(request) &&
  !sendsAnother(request) &&
  (foreign ? types.isSent(request.file) : types.isShared(request.file));

const stateOf = (call: ApiCall) => requirementState(call, HEADER_REQUIREMENTS.version).kind;

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
    header: HEADER_REQUIREMENTS.version.header,
    value: HEADER_REQUIREMENTS.version.wanted({ located }, '', settings.target, api),
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

/** Files that configure other programs: they pass on the variables that they read. */
const HANDS_ON = /\.ya?ml$|(?:^|\/)package\.json$/;

/** True where a script that writes no media type itself reads the base: `source .env; curl "$BASE/groups"`. */
const isReadBare = (at: Place, { facts }: CheckContext): boolean => {
  const typed = new Set(factsOfKind(facts, 'media-type').map(({ file }) => fileHolding(file)));
  return factsOfKind(facts, 'uses').some(
    ({ file, span, uses }) =>
      isInside({ file, span }, at) &&
      uses.some(
        ({ at: { file: reader }, as }) =>
          as === 'other' &&
          !CODE.test(reader) &&
          !HANDS_ON.test(reader) &&
          !typed.has(reader) &&
          // Programs share the media types of their project.
          (reader === at.file || !PROGRAM.test(at.file)),
      ),
  );
};

/** Scripts, of which each writes the headers of its own calls. */
const SCRIPT = /\.(?:sh|bash|zsh|ksh|mk)$|(?:^|\/)(?:[Mm]akefile|[^/.]+)$/;

/** Programs that send the request themselves, with the headers that their command names. */
const SENDS = /^(?:.*\/)?(?:wget2?|https?|httpie|xhs?|aria2c|curlie|hurl|lynx|links|w3m|ab|hey|wrk|siege)$/;

/** Action that a step of a workflow gives its inputs to: `owner/name@v1`. */
const ACTION = /^(?:[\w.-]+\/[\w./-]+@|\.\/|docker:)/;

/**
 * True for a URL that a script gives to a program, or a workflow to an action, which sends the request, where the same
 * file names no media type for it.
 */
const isSentBare = ({ links }: VersionPlace, types: MediaTypes): boolean =>
  links.some(
    ({ url: { unseen, callee = '', file } }) =>
      unseen === true && (SENDS.test(callee) || ACTION.test(callee)) && !types.isLooseIn(file),
  );

/** True where what sends requests to a base may send a media type that is written elsewhere. */
const isExcusedBase = ({ file }: Place, types: MediaTypes): boolean =>
  PROGRAM.test(file) || SCRIPT.test(file)
    ? types.isShared(file) || (SCRIPT.test(file) && types.isWrittenIn(file, PROGRAM))
    : types.isSent(file);

const unprovenUrl = (text: string): string =>
  `${text} ${message('sendIt', { header: '{header}', value: '{value}' })}`;

const onePerPlace = (drafts: readonly PendingFinding[]): readonly PendingFinding[] => [
  ...new Map(drafts.map((draft) => [`${draft.finding.file}:${draft.finding.span.start}`, draft])).values(),
];

/**
 * Finds URLs of the versioned API without proof that the header is sent: requests with unknown headers, and
 * bases without a request, unless something else in the project may send it.
 */
export const unprovenBases = (rule: HeaderRule, context: CheckContext): readonly PendingFinding[] => {
  const { unproven, unprovenCall } = rule.options;
  if (unproven === undefined || unprovenCall === undefined) return [];
  const all = versionPlaces(context.view, lives);
  const places = all.filter(isBare);
  const calls = context.view.calls.filter((call) => isOpen(call) && stateOf(call) === 'unknown');
  if (all.length + calls.length === 0) return [];
  const types = new MediaTypes(context);
  const bases = places
    .map((place) => ({ place, at: spanOfBase(place, context) }))
    .filter(
      ({ place, at }) =>
        isSentBare(place, types) ||
        !isExcusedBase(at, types) ||
        (!CODE.test(at.file) && isReadBare(at, context)),
    );
  const told = new Set(bases.map(({ place }) => place));
  const ofBases = bases.map(({ place, at }) =>
    // What other requests send they keep for themselves.
    draftAt(rule, at, place.located, context, {
      message: types.isSent(at.file) ? unprovenUrl(message('noRequest')) : unproven,
    }),
  );
  const sent = calls
    .filter((call) => !isExcused(call, types))
    .map(({ request, located }) =>
      draftAt(rule, request.headersAt, located, context, {
        message: unprovenCall,
        operation: agreedOperation(located),
      }),
    );
  const besides = all.filter((place) => !told.has(place));
  const stray = strayUrls(besides, context, (file) => types.isWrittenIn(file, PROGRAM))
    .filter(({ at, reads }) => (reads === true ? !types.isLooseIn(at.file) : !types.isShared(at.file)))
    .map(({ at, located, text }) => draftAt(rule, at, [located], context, { message: unprovenUrl(text) }));
  return onePerPlace([...ofBases, ...stray, ...sent]);
};
