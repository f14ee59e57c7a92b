import type { Api, Endpoint } from '../../model/index.ts';

/** Segments that have another name in the versioned API; `undefined` when the move is not one to one. */
export const renames = (endpoint: Endpoint): readonly { index: number; name: string }[] | undefined => {
  const before = endpoint.path.split('/').filter(Boolean);
  const after = endpoint.v2?.split('/').filter(Boolean);
  if (after === undefined || after.length !== before.length) return undefined;
  return after.flatMap((name, index) => (name === before[index] ? [] : [{ index, name }]));
};

/** Segments of a legacy path, one of which has another name in the versioned API. */
export interface RenamedTemplate {
  readonly endpoint: Endpoint;
  readonly path: readonly string[];
  readonly index: number;
}

/** Segment of legacy paths that has another name in the versioned API, and the endpoints at these paths. */
export interface RenamedSegment {
  readonly before: string;
  readonly after: string;
  readonly endpoints: readonly RenamedTemplate[];
}

const known = new WeakMap<Api, readonly RenamedSegment[]>();

/** Lists the segments of legacy paths that have another name in the versioned API: `whitelist`. */
export const renamedSegments = (api: Api): readonly RenamedSegment[] => {
  const listed = known.get(api);
  if (listed !== undefined) return listed;
  const found = new Map<string, { before: string; after: string; endpoints: RenamedTemplate[] }>();
  for (const endpoint of api.endpoints) {
    if (endpoint.fate !== 'renamed') continue;
    const path = endpoint.path.split('/').filter(Boolean);
    for (const { index, name } of renames(endpoint) ?? []) {
      const before = path[index]!;
      const entry = found.get(before) ?? { before, after: name, endpoints: [] };
      entry.endpoints.push({ endpoint, path, index });
      found.set(before, entry);
    }
  }
  known.set(api, [...found.values()]);
  return known.get(api)!;
};

/** The new path with the names of the parameters that the legacy path has. */
export const renamedPath = ({ v2, template }: Endpoint): string | null => {
  const names = template.match(/\{[^}]*\}/g) ?? [];
  let at = 0;
  return v2 === null ? null : v2.replaceAll('{}', () => names[at++] ?? '{}');
};
