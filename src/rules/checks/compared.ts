import { contains, flatten, HOLE } from '../../model/index.ts';
import type { Api, ComparisonFact, Place, RequestFact, UsesFact } from '../../model/index.ts';
import { mayBeginWith } from '../api/path-overlap.ts';
import { maySee } from '../api/runtime.ts';
import { accepts } from './answer-type.ts';
import type { CheckContext, RequestNote } from './check.ts';
import { factsOfKind } from './facts-of-kind.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import { sentEntries } from './header-state.ts';
import { because, message } from './message.ts';
import { areNested } from './places.ts';
import { hasMoved } from './remaining.ts';

/** A text with which the URL of a request may be compared. */
interface Compared extends Place {
  readonly value: string;
  readonly isWhole: boolean;
}

/** `Accept` that axios sends by default. */
const DEFAULT_ACCEPT = 'application/json, text/plain, */*';

/** Default Accept of other clients: any type, or no header. */
const DEFAULTS = ['*/*', ''];

/** Media type that callers of the legacy API request. */
const LEGACY_ACCEPT = 'application/json';

const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`);

/** Versions in legacy URLs, and how texts spell them: `v1.0`, `v1`. */
const versionsOf = ({ legacyVersions }: Api): { readonly whole: RegExp; readonly piece: RegExp } => {
  const names = legacyVersions.map(escaped).join('|');
  const majors = [...new Set(legacyVersions.map((version) => version.split('.')[0]!))].join('|');
  return {
    whole: new RegExp(`(?:${names})(?=[/?#\u0000]|$)`),
    piece: new RegExp(`(?:${names}|(?:${majors})(?![\\d.]))`),
  };
};

/** Version in a URL, with its position. */
const versionIn = ({ address }: ResolvedUrl, api: Api): RegExp =>
  address.area === 'legacy' ? versionsOf(api).whole : new RegExp(`${api.version}(?=[/?#\u0000]|$)`);

/** True where both texts may match from their starts; unknown parts match anything. */
const alike = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a[at] === HOLE || b[at] === HOLE) return true;
    if (a[at] !== b[at]) return false;
  }
  return true;
};

const reversed = (text: string): string => [...text].toReversed().join('');

/** Text before and after a version. */
const around = (text: string, version: RegExp): readonly [string, string] | undefined => {
  const found = version.exec(text);
  return found === null ? undefined : [text.slice(0, found.index), text.slice(found.index + found[0].length)];
};

/** A text without the holes that it begins with. */
const withoutStart = (text: string): string =>
  text.startsWith(HOLE) ? withoutStart(text.slice(HOLE.length)) : text;

/** True where a text may be the URL of the request, or the part of it with the version. */
const isPartOf = ({ value, isWhole }: Compared, located: ResolvedUrl, api: Api): boolean => {
  const { text, address } = located;
  const own = around(value, versionsOf(api).piece);
  const url = around(flatten(text), versionIn(located, api));
  if (own === undefined) return false;
  if (url === undefined) return true;
  // What may be anything at the ends of a pattern may be nothing.
  const [before, after] = [withoutStart(own[0]), reversed(withoutStart(reversed(own[1])))];
  if (!alike(reversed(url[0]), reversed(before)) || !alike(url[1], after)) return false;
  const rest = url[1].slice(after.length);
  // A base is compared as a whole too: `config.baseURL === BASE`.
  if (isWhole && after.length > 1 && rest !== '' && !/[?\0]/.test(url[1][after.length] ?? '?')) return false;
  return mayBeginWith(url[1], after, address.open);
};

/** Constants with a URL that are compared with a value, by text. */
const comparedNames = ({ facts, view }: CheckContext): readonly (Compared & { readonly uses: UsesFact })[] =>
  factsOfKind(facts, 'uses').flatMap((uses) => {
    const use = uses.uses.find(({ compared }) => compared === true);
    // A text without a name is compared where it is written, and is a fact of its own.
    if (use === undefined || uses.name === undefined) return [];
    const link = view.links.find(({ url }) => url.file === uses.file && contains(url.span, uses.span));
    return link === undefined ? [] : [{ ...use.at, value: flatten(link.url.text), isWhole: false, uses }];
  });

const spellsOut = ({ urls }: RequestFact, { file, span }: Place): boolean =>
  urls.some(({ parts }) =>
    parts.some(
      (part) => part.kind === 'known' && part.slot.file === file && part.slot.span.start === span.start,
    ),
  );

/** Files that hold a request, or a text of its URL or headers. */
const filesOf = ({ file, urls, headers }: RequestFact): readonly string[] => [
  file,
  ...urls.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? part.slot.file : []))),
  ...headers.entries.map(({ place }) => place.file),
];

/** Comparisons in the projects that a request is made of: its own, and the packages that hold a text of it. */
export const nearTo = <T extends Place>(
  places: readonly T[],
  { request }: ApiCall,
  context: CheckContext,
): readonly T[] => {
  const { projectOf } = context.settings;
  const own = [...new Set(filesOf(request).map(projectOf))];
  return places.filter(
    ({ file }) => maySee(file, request) && own.some((project) => areNested(projectOf(file), project)),
  );
};

export const doubt = (
  { request }: ApiCall,
  at: Place,
  key: 'comparedUrl' | 'comparedHeader' | 'strayHeader' | 'statedCall',
): RequestNote => ({
  kind: 'doubt',
  requests: [request.id],
  note: because(at, message(key)),
});

const urlNote = (
  call: ApiCall,
  texts: readonly Compared[],
  { api }: CheckContext,
): readonly RequestNote[] => {
  const legacy = call.located.filter(({ address }) => address.area === 'legacy');
  const at = texts.find((text) => legacy.some((url) => isPartOf(text, url, api)));
  return at === undefined ? [] : [doubt(call, at, 'comparedUrl')];
};

/** Texts that only a legacy URL has, in files that look for no versioned one, of a request that has moved. */
const staleUrlNotes = (
  call: ApiCall,
  texts: readonly Compared[],
  { api }: CheckContext,
): readonly RequestNote[] => {
  const { whole } = versionsOf(api);
  const handled = new Set(texts.flatMap(({ file, value }) => (value.includes(api.version) ? [file] : [])));
  return texts
    .filter(({ file, value }) => whole.test(value) && !handled.has(file))
    .filter((text) => call.located.some((url) => isPartOf(text, url, api)))
    .map((at) => {
      const version = whole.exec(at.value)![0];
      return {
        ...doubt(call, at, 'comparedUrl'),
        remains: { base: version, replacement: api.version, version },
      };
    });
};

/** The values that the request may send now. */
const sentNow = ({ request }: ApiCall): readonly string[] => {
  const entries = sentEntries(request.headers, HEADER_REQUIREMENTS.version.header);
  if (entries.length === 0) return request.client.startsWith('axios') ? [DEFAULT_ACCEPT] : DEFAULTS;
  return entries.flatMap(({ values = [] }) => values.map((value) => flatten(value).toLowerCase()));
};

/** True for what may compare the header in a way that cannot be seen. */
const mayCompare = ({ how }: ComparisonFact): boolean => how === 'unknown';

const headerNote = (
  call: ApiCall,
  tests: readonly ComparisonFact[],
  { settings, api }: CheckContext,
): readonly RequestNote[] => {
  const need = HEADER_REQUIREMENTS.version;
  if (!need.applies(call) || requirementState(call, need).kind === 'good') return [];
  const at = tests.find(
    (test) =>
      mayCompare(test) ||
      sentNow(call).some(
        (now) => accepts(test, now) && !accepts(test, need.wanted(call, now, settings.target, api)),
      ),
  );
  return at === undefined ? [] : [doubt(call, at, 'comparedHeader')];
};

/**
 * Comparisons that match what was sent to the legacy API, if no comparison in the same file matches what is
 * sent now.
 */
const staleHeaderNotes = (call: ApiCall, tests: readonly ComparisonFact[]): readonly RequestNote[] => {
  const { header } = HEADER_REQUIREMENTS.version;
  const sent = sentNow(call);
  const [value] = sent;
  if (value === undefined || requirementState(call, HEADER_REQUIREMENTS.version).kind !== 'good') return [];
  const takes = (test: ComparisonFact): boolean => sent.some((now) => accepts(test, now));
  const handled = new Set(tests.filter(takes).map(({ file }) => file));
  return tests
    .filter((test) => !handled.has(test.file) && accepts(test, LEGACY_ACCEPT))
    .map((at) => ({ ...doubt(call, at, 'comparedHeader'), remains: { header, value } }));
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/**
 * Positions of the headers of known requests and expectations: these are edited together with the request.
 */
const headerPlacesIn = ({ facts }: CheckContext): ReadonlySet<string> =>
  new Set(
    [
      ...factsOfKind(facts, 'request'),
      ...factsOfKind(facts, 'foreign'),
      ...factsOfKind(facts, 'expectation'),
    ].flatMap(({ headers }) => headers.entries.map(({ place }) => keyOf(place))),
  );

export const comparisonsOf = (of: ComparisonFact['of'], { facts }: CheckContext): readonly ComparisonFact[] =>
  factsOfKind(facts, 'comparison').filter((fact) => fact.of === of && fact.origin === 'authored');

/** Doubts about requests whose URL is compared with a text that stays: what that decides would come out differently. */
export const comparedUrlNotes = (context: CheckContext): readonly RequestNote[] => {
  const written = comparisonsOf('url', context).map((fact) => ({ ...fact, isWhole: fact.how === 'equals' }));
  const named = comparedNames(context);
  if (written.length + named.length === 0) return [];
  return context.view.calls.flatMap((call) => {
    const others = named.filter(({ uses }) => !spellsOut(call.request, uses));
    const kept = nearTo<Compared>(
      written.filter((fact) => !spellsOut(call.request, fact)),
      call,
      context,
    );
    if (!hasMoved(call)) return urlNote(call, [...kept, ...nearTo<Compared>(others, call, context)], context);
    return staleUrlNotes(call, kept, context);
  });
};

/** Doubts about requests whose Accept header is compared with a text that stays. */
export const comparedHeaderNotes = (context: CheckContext): readonly RequestNote[] => {
  const all = comparisonsOf('accept', context);
  if (all.length === 0) return [];
  const written = headerPlacesIn(context);
  const tests = all.filter((fact) => !written.has(keyOf(fact)));
  return context.view.calls.flatMap((call) => {
    const near = nearTo(tests, call, context);
    return hasMoved(call) ? staleHeaderNotes(call, near) : headerNote(call, near, context);
  });
};
