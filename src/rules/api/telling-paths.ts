import type { Api, Endpoint, OperationInfo } from '../../model/index.ts';
import { renames } from './renames.ts';
import { split } from './trie.ts';

/** Segments of a path, one of which identifies the endpoint. */
export interface TellingTemplate {
  readonly path: readonly string[];
  readonly index: number;
}

/** Segment of legacy paths that the versioned API does not have there, and the endpoints at these paths. */
export interface LegacySegment {
  readonly before: string;
  /** Its new name, or null where the endpoints are gone. */
  readonly after: string | null;
  readonly endpoints: readonly (TellingTemplate & { readonly endpoint: Endpoint })[];
}

/** Path of an operation that responds with another media type than JSON. */
export interface OtherMediaTemplate extends TellingTemplate {
  /** How its last segment ends: `.gz` of `{logName}.gz`, or the whole segment. */
  readonly end: string;
  /** Suffix of its media type: `gzip`. */
  readonly suffix: string;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Position of the last segment that has a name: `restores` of `/backup/tenant/restores/{}`. */
const lastNamed = (path: readonly string[]): number => path.findLastIndex((segment) => !isParameter(segment));

type Told = Omit<LegacySegment, 'endpoints'> & LegacySegment['endpoints'][number];

const toldByRename = (endpoint: Endpoint): readonly Told[] => {
  const path = split(endpoint.path);
  return (renames(endpoint) ?? []).map(({ index, name }) => ({
    before: path[index]!,
    after: name,
    endpoint,
    path,
    index,
  }));
};

const toldByName = (endpoint: Endpoint): Told => {
  const path = split(endpoint.path);
  const index = lastNamed(path);
  return { before: path[index]!, after: null, endpoint, path, index };
};

const bySegment = (told: readonly Told[]): readonly LegacySegment[] =>
  [...new Set(told.map(({ before }) => before))].map((before) => {
    const endpoints = told.filter((one) => one.before === before);
    return { before, after: endpoints[0]!.after, endpoints };
  });

/** Paths of which every method is gone. */
const removed = ({ endpoints }: Api): readonly Endpoint[] => {
  const left = new Set(endpoints.flatMap(({ path, fate }) => (fate === 'removed' ? [] : [path])));
  return endpoints.filter(({ path, fate }) => fate === 'removed' && !left.has(path));
};

interface LegacySegments {
  /** Segments that have another name in the versioned API: `whitelist`. */
  readonly renamed: readonly LegacySegment[];
  /** Last names in paths that the versioned API does not have: `interfaceEndpoints`. */
  readonly removed: readonly LegacySegment[];
}

const known = new WeakMap<Api, LegacySegments>();

/** Lists the segments of legacy paths that the versioned API does not have there. */
export const legacySegments = (api: Api): LegacySegments => {
  const listed = known.get(api) ?? {
    renamed: bySegment(api.endpoints.filter(({ fate }) => fate === 'renamed').flatMap(toldByRename)),
    removed: bySegment(removed(api).map(toldByName)),
  };
  known.set(api, listed);
  return listed;
};

const withOtherMedia = ({ path, versions }: OperationInfo): readonly OtherMediaTemplate[] => {
  const [suffix] = versions[0]?.suffixes ?? [];
  if (suffix === undefined || versions.some(({ suffixes }) => suffixes.includes('json'))) return [];
  const segments = split(path);
  const end = segments.at(-1)?.replace(/^\{[^}]*\}/, '') ?? '';
  const template = segments.map((segment) => (isParameter(segment) ? '{}' : segment));
  return end === '' ? [] : [{ path: template, index: segments.length - 1, end, suffix }];
};

const otherMedia = new WeakMap<Api, readonly OtherMediaTemplate[]>();

/** Lists the paths whose operations respond with another media type than JSON in each version: logs and invoices. */
export const otherMediaTemplates = (api: Api): readonly OtherMediaTemplate[] => {
  const listed = otherMedia.get(api) ?? api.operations.flatMap(withOtherMedia);
  otherMedia.set(api, listed);
  return listed;
};
