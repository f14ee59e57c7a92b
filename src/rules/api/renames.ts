import type { Api, Endpoint } from '../../model/index.ts';

/** Segments that have another name in the versioned API; `undefined` when the move is not one to one. */
export const renames = (endpoint: Endpoint): readonly { index: number; name: string }[] | undefined => {
  const before = endpoint.path.split('/').filter(Boolean);
  const after = endpoint.v2?.split('/').filter(Boolean);
  if (after === undefined || after.length !== before.length) return undefined;
  return after.flatMap((name, index) => (name === before[index] ? [] : [{ index, name }]));
};

/** Segment of legacy paths that has another name in the versioned API, and the endpoints at these paths. */
export interface RenamedSegment {
  readonly before: string;
  readonly after: string;
  readonly endpoints: readonly { readonly path: readonly string[]; readonly index: number }[];
}

const known = new WeakMap<Api, readonly RenamedSegment[]>();

/** Lists the segments of legacy paths that have another name in the versioned API: `whitelist`. */
export const renamedSegments = (api: Api): readonly RenamedSegment[] => {
  const listed = known.get(api);
  if (listed !== undefined) return listed;
  const found = new Map<
    string,
    { before: string; after: string; endpoints: { path: string[]; index: number }[] }
  >();
  for (const endpoint of api.endpoints) {
    if (endpoint.fate !== 'renamed') continue;
    const path = endpoint.path.split('/').filter(Boolean);
    for (const { index, name } of renames(endpoint) ?? []) {
      const before = path[index]!;
      const entry = found.get(before) ?? { before, after: name, endpoints: [] };
      entry.endpoints.push({ path, index });
      found.set(before, entry);
    }
  }
  known.set(api, [...found.values()]);
  return known.get(api)!;
};
