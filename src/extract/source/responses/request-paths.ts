import { addTo } from '../../../model/index.ts';

/** Call path of a request, as its id names it. */
interface Way {
  readonly id: string;
  readonly rank: number;
  readonly links: readonly string[];
}

/** Call paths to the requests that one call sends. */
interface Ways {
  readonly all: Way[];
  readonly byLink: Map<string, Way[]>;
}

const indices = new WeakMap<readonly string[], ReadonlyMap<string, Ways>>();

/** Ids of requests by the calls that send them. */
export const byCall = (ids: readonly string[]): ReadonlyMap<string, Ways> => {
  const known = indices.get(ids);
  if (known !== undefined) return known;
  const found = new Map<string, Ways>();
  for (const [rank, id] of [...new Set(ids)].entries()) {
    const [own = id, ...links] = id.split('<');
    const ways: Ways = found.get(own) ?? { all: [], byLink: new Map() };
    found.set(own, ways);
    const way = { id, rank, links };
    ways.all.push(way);
    for (const link of links) addTo(ways.byLink, link, way);
  }
  indices.set(ids, found);
  return found;
};

/** Call paths that share the most calls with a response. */
export const nearestPaths = (
  ways: readonly Way[],
  through: ReadonlySet<string>,
  past: readonly ReadonlySet<string>[],
): readonly string[] => {
  const shared = ways
    .filter(({ links }) =>
      links.every((link) => through.has(link) || !past.some((around) => around.has(link))),
    )
    .map(({ id, links }) => ({ id, count: links.filter((link) => through.has(link)).length }));
  const most = shared.reduce((best, { count }) => Math.max(best, count), 0);
  return shared.filter(({ count }) => count === most).map(({ id }) => id);
};
