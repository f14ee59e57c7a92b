import { judgedFix, entryNamed } from '../../model/index.ts';
import type { Edit, Finding, Fix, Note, Origin, Place, Rule, SlotRange } from '../../model/index.ts';
import type { Area } from '../api/identify.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import { because, fill, findingAt, message, milder } from './message.ts';
import { unmatchedHeaderEdits } from './expected-header.ts';
import { comparedUrlNotes } from './compared.ts';
import { expectationsOn, followed, followedCalls, stubbedCalls } from './followed.ts';
import { placeOfRange, slotKey } from './places.ts';
import { unprovenHostNotes } from './unproven-host.ts';
import { addressWords } from '../api/address-words.ts';
import { contenderOf, holdsBase, versionEdits, versionPlaces } from './version-places.ts';
import type { VersionPlace } from './version-places.ts';
import { agreedOperation } from './fact-index.ts';
import type { ResolvedUrl } from './fact-index.ts';

interface Options {
  /** Areas of URLs whose version is wrong. */
  readonly areas: readonly Area[];
  /** Message for generated files. */
  readonly generated: string;
  /** The message for a base whose requests all send a version header already. */
  readonly halfDone?: string;
  /** Messages for bases that are given to a package which calls the API by itself. */
  readonly givenTo?: Readonly<Record<string, string>>;
  /** Addition to the message for a URL passed to unknown code. */
  readonly unseen?: string;
  /** Note for a URL in a test that no known request goes to. */
  readonly unfollowed?: string;
}

type MovedRule = Rule & { readonly options: Options };

/** A removed endpoint has no new URL: its own rule reports it. */
const isGone = ({ identity }: ResolvedUrl): boolean => identity.endpoint?.fate === 'removed';

/** Calls decide which endpoint a URL is for; without calls, its own path decides. */
const leadsNowhere = ({ calls, located }: VersionPlace): boolean => {
  const telling = calls.length > 0 ? calls.flatMap((call) => call.located) : located;
  return telling.length > 0 && telling.every(isGone);
};

/** Part of the base in the literal with the version. */
export const spanOfBase = ({ ranges, located }: VersionPlace, context: CheckContext): Place => {
  const key = slotKey(ranges[0]!.slot);
  const base = located[0]!.address.baseRanges.filter(({ slot }) => slotKey(slot) === key);
  const inSlot = [...base, ...ranges.filter(({ slot }) => slotKey(slot) === key)];
  const whole: SlotRange = {
    slot: ranges[0]!.slot,
    from: Math.min(...inSlot.map(({ from }) => from)),
    to: Math.max(...inSlot.map(({ to }) => to)),
  };
  return placeOfRange(whole, context.text);
};

const ownText = (ranges: readonly SlotRange[]): string =>
  ranges.map(({ slot, from, to }) => slot.value.slice(from, to)).join('');

const dataOf = ({ located }: VersionPlace): Finding['data'] => {
  const { address } = located[0]!;
  const written = ownText(address.versionRanges);
  const base = ownText(address.baseRanges);
  const replacement = base.replace(written, address.correct ?? '');
  return { base, replacement, version: address.version ?? null };
};

/** True for a URL of mocks and assertions alone. */
const isOfTest = ({ calls, links }: VersionPlace): boolean =>
  calls.length === 0 && links.length > 0 && links.every(({ url }) => url.follows === true);

/** Edits of headers that tests expect beside the URL, where the code's requests do not decide them. */
const headersBeside = (place: VersionPlace, context: CheckContext): readonly Edit[] => {
  if (place.calls.length > 0) return [];
  const { file } = place.ranges[0]!.slot;
  const edits = expectationsOn(place, context)
    .filter((expectation) => followed(expectation, context).length === 0)
    .flatMap((expectation) => unmatchedHeaderEdits(expectation, file, context));
  // Interceptors of one mock share its headers.
  return [...new Map(edits.map((edit) => [edit.span.start, edit])).values()];
};

/** Call of unknown code that receives the URL. */
interface UnseenCall extends Place {
  readonly callee: string;
}

/** A function, or what is no function: a path of a program, the action of a workflow. */
const calleeText = (callee: string): string => (/[@/]/.test(callee) ? callee : `${callee}()`);

const unseenCalls = ({ links, calls }: VersionPlace): readonly UnseenCall[] => [
  ...calls.flatMap(({ request }) =>
    request.heuristic === true ? [{ ...request, callee: `${request.client}()` }] : [],
  ),
  ...links.flatMap(({ url }) =>
    url.unseen === true
      ? [{ ...url, callee: url.callee ? calleeText(url.callee) : message('unseenCode') }]
      : [],
  ),
];

/** Unknowns about the requests of a base. */
const doubtOf = (
  place: VersionPlace,
  requests: readonly string[],
  context: CheckContext,
): Note | undefined => {
  const [unseen] = unseenCalls(place);
  if (unseen !== undefined) return because(unseen, message('unseen', { callee: unseen.callee }));
  return requests.length === 0 ? because(spanOfBase(place, context), message('noRequest')) : undefined;
};

/** A base that other URLs share may still get a fix for review; a version that they share gets none. */
const fixOf = (
  place: VersionPlace,
  data: Finding['data'],
  context: CheckContext,
  requests: readonly string[],
): Fix | undefined => {
  const contender = contenderOf(place, context.view);
  const legacy = place.located[0]!.address.area === 'legacy';
  if (contender !== undefined && !(legacy && holdsBase(place))) return undefined;
  const moved = versionEdits(place, context.text);
  if (moved === undefined) return undefined;
  const title = message('fixBase', { base: String(data['base']), replacement: String(data['replacement']) });
  const edits = legacy ? [...moved, ...headersBeside(place, context)] : moved;
  const contested = contender && because(contender, message('contested'));
  const doubt = contested ?? (legacy ? doubtOf(place, requests, context) : undefined);
  return judgedFix({ title, edits, group: undefined }, doubt);
};

const originOf = ({ ranges, calls, links }: VersionPlace, context: CheckContext): Origin =>
  context.view.originOf(ranges[0]!.slot.file) ??
  calls[0]?.request.origin ??
  links[0]?.url.origin ??
  'authored';

const anchorOf = ({ links, calls, located }: VersionPlace): string => {
  const own = links[0]?.located ?? (calls.length === 1 ? located[0] : undefined);
  return `${located[0]!.address.area} ${own?.address.path ?? ''}`.trim();
};

/** True for a partial migration: every request built on the base already sends its version header. */
const isHalfDone = ({ calls }: VersionPlace): boolean =>
  calls.length > 0 &&
  calls.every((call) => requirementState(call, HEADER_REQUIREMENTS.version).kind === 'good');

/** Addition to the message for a base passed to a package, whose headers are unknown. */
const libraryFor = ({ links }: VersionPlace, { givenTo }: Options): string | undefined => {
  const names = links.flatMap(({ url }) => url.givenTo ?? []);
  const name = names.find((own) => givenTo !== undefined && Object.hasOwn(givenTo, own));
  return name === undefined ? undefined : entryNamed(givenTo, name);
};

const messageOf = ({ message, options }: MovedRule, place: VersionPlace, generated: boolean): string => {
  if (generated) return options.generated;
  const library = libraryFor(place, options);
  if (library !== undefined) return library;
  return isHalfDone(place) ? (options.halfDone ?? message) : message;
};

/** Reason why the fix of a base is unsafe, unless another finding states it. */
const unfollowedFor = (
  place: VersionPlace,
  { unfollowed }: Options,
  requests: readonly string[],
): readonly string[] =>
  requests.length === 0 && isOfTest(place) && unfollowed !== undefined ? [unfollowed] : [];

/** Lists the calls that are not known to send the header. */
const unseenFor = (place: VersionPlace, { unseen }: Options, { names }: CheckContext): readonly string[] => {
  const where = (call: UnseenCall): string => `${call.callee} (${names.line(call)})`;
  const [first, ...others] = new Set(unseenCalls(place).map(where));
  if (unseen === undefined || first === undefined || place.located[0]!.address.area !== 'legacy') return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [fill(unseen, { calls: `${first}${more}` })];
};

const draftOf = (rule: MovedRule, place: VersionPlace, context: CheckContext): PendingFinding => {
  const data = dataOf(place);
  const origin = originOf(place, context);
  const generated = origin === 'generated';
  const telling = place.calls.length > 0 ? place.calls.flatMap((call) => call.located) : place.located;
  const requests =
    place.calls.length > 0
      ? [...place.calls.map(({ request }) => request.id), ...stubbedCalls(place, context)]
      : followedCalls(place, context);
  const exchanges = new Set(place.calls.map(({ request }) => request.exchange));
  const isWritten = origin === 'authored' || origin === 'collection';
  const mayEdit = isWritten && libraryFor(place, rule.options) === undefined;
  const finding = findingAt(rule, spanOfBase(place, context), {
    data,
    anchor: anchorOf(place),
    severity: generated ? milder('info', rule.severity) : rule.severity,
    message: fill(
      [
        messageOf(rule, place, generated),
        ...unfollowedFor(place, rule.options, requests),
        ...(mayEdit ? unseenFor(place, rule.options, context) : []),
      ].join(' '),
      data,
    ),
    operation: agreedOperation(telling),
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
    fix: mayEdit ? fixOf(place, data, context, requests) : undefined,
  });
  const part = place.located[0]!.address.area === 'legacy' ? 'move' : 'alone';
  return { finding, part, requests };
};

/** A base or URL with a version that the service no longer has, or never had, there: once where it is written. */
export const movedBase: Check<Options> = {
  name: 'moved-base',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run(rule, context) {
    const wanted = ({ address }: ResolvedUrl): boolean => rule.options.areas.includes(address.area);
    return versionPlaces(context.view, wanted)
      .filter((place) => !leadsNowhere(place))
      .map((place) => draftOf(rule, place, context));
  },
  notes: ({ options }, context) =>
    options.areas.includes('legacy') ? [...unprovenHostNotes(context), ...comparedUrlNotes(context)] : [],
};
