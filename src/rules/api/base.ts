import type { ApiHead, Text } from '../../model/index.ts';
import { isHole, segmentsOf, versionOfSegment, wordOf } from './segments.ts';
import type { Segment } from './segments.ts';

/** The parts of the service, and the URLs that name a version their part does not have. */
export type Area =
  | 'legacy'
  | 'versioned'
  | 'token'
  | 'revoke'
  | 'discovery'
  | 'misversioned-token'
  | 'misversioned-revoke'
  | 'misversioned-discovery';

/** A text whose path begins at `root`. */
export interface LocatedBase {
  readonly text: Text;
  readonly flat: string;
  readonly masked: string;
  readonly root: number;
  readonly host: string | undefined;
}

/** Beginning of a URL that identifies the API. Offsets are those of the flattened text. */
export interface Base {
  readonly area: Area;
  readonly product: string;
  readonly version: string | undefined;
  readonly correct: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly versionAt: readonly [from: number, to: number];
  /** End of the path: the query, the fragment or the end of the text. */
  readonly pathEnd: number;
  /** True when more path may follow; `undefined`: depends on the text after the base. */
  readonly open: boolean | undefined;
}

interface Walk extends LocatedBase {
  readonly segments: readonly Segment[];
  readonly start: number;
  readonly pathEnd: number;
}

const walkOf = (located: LocatedBase): Walk => {
  const { masked, root } = located;
  const length = masked.slice(root).search(/[?#]/);
  const pathEnd = length < 0 ? masked.length : root + length;
  const start = masked[root - 1] === '/' ? root - 1 : root;
  return { ...located, segments: segmentsOf(masked, root, pathEnd), start, pathEnd };
};

const TOKEN_AREAS = new Map<string, 'token' | 'revoke'>([
  ['token', 'token'],
  ['revoke', 'revoke'],
]);

/** The token endpoint a segment names. Its path ends there, so a hole glued to it can only be a query. */
const tokenAt = (segment: Segment | undefined) => {
  const area = TOKEN_AREAS.get(wordOf(segment) ?? '');
  return area === undefined ? undefined : { area, end: segment!.end };
};

/** `/api/oauth/token`, or with a version before or after `oauth` where the host is ours without doubt. */
const readOauth = ({ segments, host, start, pathEnd }: Walk, api: ApiHead): Base | undefined => {
  const wrong = segments.length === 4 && host !== undefined;
  const named = segments.length === 3 || wrong ? tokenAt(segments.at(-1)) : undefined;
  if (named === undefined) return undefined;
  const place = { product: api.products[0]!, start, end: named.end, pathEnd, open: false };
  if (!wrong)
    return { ...place, area: named.area, version: undefined, correct: undefined, versionAt: [0, 0] };
  const written = segments.slice(1, 3).find(({ text }) => text !== 'oauth');
  const version = versionOfSegment(written);
  if (written === undefined || version === undefined) return undefined;
  const versionAt = [written.start - 1, written.end] as const;
  return { ...place, area: `misversioned-${named.area}`, version, correct: '', versionAt };
};

/** `/api/<product>/<version>/oauth/token`: the product and version have to go. */
const readMisplacedOauth = (walk: Walk, product: string, version: string): Base | undefined => {
  const { segments, start, pathEnd } = walk;
  const last = segments[4];
  const named = tokenAt(last);
  const mayBeAny = last === undefined || isHole(last);
  if (segments.length > 5 || (named === undefined && !mayBeAny)) return undefined;
  const area = `misversioned-${named?.area ?? 'token'}` as const;
  const end = named?.end ?? segments[3]!.end;
  const versionAt = [segments[1]!.start - 1, segments[2]!.end] as const;
  return { area, product, version, correct: '', start, end, versionAt, pathEnd, open: named === undefined };
};

const holeName = ({ text, flat }: Walk, segment: Segment): string => {
  let offset = 0;
  for (const part of text.parts) {
    if (part.kind === 'hole' && offset === segment.start) return part.name ?? '';
    offset += part.kind === 'hole' ? 1 : part.to - part.from;
  }
  return flat.slice(segment.start, segment.end);
};

/**
 * Product of a path segment. A hole counts if it is named after a product, or on a host of the API before a
 * version that only this API has (`/api/public/v1.0` is another API of the same host).
 */
const productOf = (
  walk: Walk,
  segment: Segment | undefined,
  version: string,
  api: ApiHead,
): string | undefined => {
  if (segment === undefined) return undefined;
  if (!isHole(segment)) return api.products.find((product) => product === segment.text);
  const told = /product/i.test(holeName(walk, segment));
  return told || (walk.host !== undefined && version === api.version) ? api.products[0] : undefined;
};

const readAdministration = (walk: Walk, api: ApiHead): Base | undefined => {
  const { segments, start, pathEnd } = walk;
  const version = versionOfSegment(segments[2]);
  if (version === undefined) return undefined;
  const product = productOf(walk, segments[1], version, api);
  if (product === undefined) return undefined;
  const bare = segments[2]!.end === segments[2]!.start + version.length;
  if (bare && segments[3]?.text === 'oauth') return readMisplacedOauth(walk, product, version);
  const legacy = api.legacyVersions.includes(version);
  if (!legacy && version !== api.version) return undefined;
  const { start: from } = segments[2]!;
  const end = from + version.length;
  const area = legacy ? 'legacy' : 'versioned';
  const correct = legacy ? api.version : undefined;
  return { area, product, version, correct, start, end, versionAt: [from, end], pathEnd, open: undefined };
};

/** `/prometheus/v1.0`, the version taken from the description. */
const discoveryVersion = (api: ApiHead): string | undefined =>
  api.resources.find(({ area }) => area === 'discovery')?.path.split('/')[2];

const readDiscovery = ({ segments, host, start, pathEnd }: Walk, api: ApiHead): Base | undefined => {
  const version = versionOfSegment(segments[1]);
  const [, , groups, , discovery, more] = segments;
  if (version === undefined || more !== undefined) return undefined;
  if (groups === undefined ? host === undefined : groups.text !== 'groups') return undefined;
  if (discovery !== undefined && wordOf(discovery) !== 'discovery') return undefined;
  const right = discoveryVersion(api);
  const area = version === right ? 'discovery' : 'misversioned-discovery';
  const correct = version === right ? undefined : right;
  const { start: from } = segments[1]!;
  const end = from + version.length;
  const product = api.products[0]!;
  const open = discovery === undefined;
  return { area, product, version, correct, start, end, versionAt: [from, end], pathEnd, open };
};

/** API that a URL belongs to, by the first segments of its path; `undefined` for all others. */
export const readBase = (located: LocatedBase, api: ApiHead): Base | undefined => {
  const walk = walkOf(located);
  const [first, second, third] = walk.segments;
  if (first?.text === 'prometheus') return readDiscovery(walk, api);
  if (first?.text !== 'api') return undefined;
  const isOauth =
    second?.text === 'oauth' || (third?.text === 'oauth' && versionOfSegment(second) !== undefined);
  return isOauth ? readOauth(walk, api) : readAdministration(walk, api);
};
