import { HOLE } from '../model/index.ts';
import type { Signature, SignedUrl } from '../model/index.ts';

/**
 * Verdict on a request after a fix: `same`; `migrated`, also for corrections of token and discovery requests;
 * `unknown`, which proves nothing; `broken`, which rejects the fix. `why` is a sentence.
 */
export type RequestVerdict =
  | { readonly kind: 'same' | 'migrated' }
  | { readonly kind: 'unknown' | 'broken'; readonly why: string };

const SAME: RequestVerdict = { kind: 'same' };
const MIGRATED: RequestVerdict = { kind: 'migrated' };
const broken = (why: string): RequestVerdict => ({ kind: 'broken', why });
const unknown = (why: string): RequestVerdict => ({ kind: 'unknown', why });

/** Headers that a migration may write, in lower case. */
const VERSION_HEADER = 'accept';
const OURS: ReadonlySet<string> = new Set([VERSION_HEADER, 'content-type']);

const changedHeaders = (before: Signature, after: Signature): readonly string[] =>
  [...new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])].filter(
    (name) => before.headers[name] !== after.headers[name],
  );

interface Pair {
  readonly before: Signature;
  readonly after: Signature;
  /** URLs before and after that differ. */
  readonly urls: readonly { readonly from: SignedUrl; readonly to: SignedUrl }[];
  /** Names of headers that differ, in lower case. */
  readonly headers: readonly string[];
}

const pairOf = (before: Signature, after: Signature): Pair => ({
  before,
  after,
  urls: before.urls
    .map((from, at) => ({ from, to: after.urls[at]! }))
    .filter(({ from, to }) => from.text !== to.text),
  headers: changedHeaders(before, after),
});

const isSame = ({ before, after, urls, headers }: Pair): boolean =>
  urls.length === 0 &&
  headers.length === 0 &&
  before.complete === after.complete &&
  before.body === after.body &&
  before.query === after.query;

const withoutQuery = (url: string | undefined): string | undefined => url?.replace(/[?#].*$/s, '');

/**
 * True when a URL maps to the one in the endpoint table; outside the administration API its query may change.
 */
const isMoved = ({ from, to }: Pair['urls'][number]): boolean => {
  if (from.to !== 'beside') return from.moved === to.text;
  return [from.moved, from.text].some((wanted) => withoutQuery(wanted) === withoutQuery(to.text));
};

const ofUrls = ({ urls }: Pair): RequestVerdict | undefined => {
  const wrong = urls.find((change) => !isMoved(change));
  if (wrong === undefined) return undefined;
  if (wrong.from.to === 'unknown')
    return unknown('Its URL is unknown and would change, so it is unknown where it would go.');
  if (wrong.from.to === 'legacy' && wrong.to.to === 'legacy')
    return unknown('Its URL would change, and still go to the legacy API.');
  if (wrong.from.to === 'legacy' && wrong.from.moved === undefined)
    return unknown('It calls an endpoint that the versioned API does not have: it would get 404.');
  if (wrong.from.to === 'legacy' && !wrong.from.listed)
    return unknown('Its path is not a known endpoint, so it is unknown what its URL should be.');
  return broken('Its URL would not be the one of the versioned API.');
};

/** A request that also goes elsewhere must not change; one with an unknown destination proves nothing. */
const ofStrangers = ({ before, after, urls, headers }: Pair): RequestVerdict | undefined => {
  const carried = headers.length > 0 || before.body !== after.body || before.query !== after.query;
  const touched = (to: SignedUrl['to']): boolean =>
    before.urls.some((url) => url.to === to) && (carried || urls.some(({ from }) => from.to === to));
  if (touched('elsewhere')) return broken('It goes to another service, and would change.');
  return touched('unknown')
    ? unknown('It is unknown where this request goes, and it would change.')
    : undefined;
};

/** Path and query of a URL. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '');

/** A header's text with its holes as those of URLs: without names. */
const withoutNames = (header: string | undefined): string | undefined =>
  header?.replaceAll(/\$\{[^}]*\}/g, HOLE);

/** True for a login that contains the path of the URL, and moves with it: `Digest …, uri="/api/atlas/v1.0/groups"`. */
const isDigest = ({ before, after, urls }: Pair, name: string): boolean =>
  name === 'authorization' &&
  urls.some(
    ({ from, to }) =>
      withoutNames(before.headers[name])?.replaceAll(pathOf(from.text), pathOf(to.text)) ===
      withoutNames(after.headers[name]),
  );

const ofHeaders = (pair: Pair): RequestVerdict | undefined => {
  const { before, after, headers } = pair;
  const other = headers.find((name) => !OURS.has(name) && !isDigest(pair, name));
  if (other !== undefined) return broken(`Its header ${other} would change.`);
  if (headers.includes('content-type') && after.headers['content-type'] === undefined)
    return broken('Its Content-Type would no longer be sent.');
  return before.complete && !after.complete
    ? unknown('It would be unknown which headers it sends.')
    : undefined;
};

const PROOFS: Readonly<Partial<Record<Signature['version'], RequestVerdict>>> = {
  repeated: broken('It would send more than one version header.'),
  absent: unknown('It would be rejected: it sends no dated Accept header, and no fix adds one.'),
  partly: unknown('It would be rejected on the code paths that send no dated Accept header.'),
  wrong: unknown('It would be rejected: its Accept header is not a dated media type of its endpoint.'),
  unknown: unknown('It is unknown whether it sends a dated Accept header on all code paths.'),
};

/** The version header afterwards, where URL or header change. */
const ofVersion = ({ before, after, urls, headers }: Pair): RequestVerdict | undefined => {
  const isNew = urls.length > 0 || headers.includes(VERSION_HEADER);
  if (!isNew || after.version === 'unneeded') return undefined;
  if (before.version === 'proven' && after.version !== 'proven')
    return broken('It would no longer send exactly one dated Accept header on all code paths.');
  if (after.version === 'wrong' && headers.includes(VERSION_HEADER))
    return broken('It would request a media type that its endpoint does not have.');
  const verdict = PROOFS[after.version];
  if (verdict !== undefined) return verdict;
  if (before.version === 'proven' && headers.includes(VERSION_HEADER))
    return unknown('It would request another resource version than it does.');
  return after.urls.some(({ to }) => to === 'legacy')
    ? unknown('It would send a dated Accept header and still go to the legacy API.')
    : undefined;
};

const ofBody = ({ before, after }: Pair): RequestVerdict | undefined =>
  before.body !== after.body && after.urls.some(({ to }) => to === 'legacy')
    ? unknown('Its payload would change and still go to the legacy API.')
    : undefined;

/** Compares one request before and after a fix: the same call, or the same call migrated, or why it is neither. */
export const compareRequests = (before: Signature, after: Signature): RequestVerdict => {
  if (before.method !== after.method) return broken('Its method would change.');
  if (before.urls.length !== after.urls.length) return broken('It would go to other URLs.');
  const pair = pairOf(before, after);
  if (isSame(pair)) return SAME;
  const verdicts = [ofStrangers, ofUrls, ofHeaders, ofVersion, ofBody].flatMap((judge) => judge(pair) ?? []);
  return verdicts.find(({ kind }) => kind === 'broken') ?? verdicts[0] ?? MIGRATED;
};
