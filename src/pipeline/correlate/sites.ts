import type { ApiCall, ResolvedUrl } from '../../rules/checks/fact-index.ts';
import { compareText } from '../../model/index.ts';
import type { Place } from '../../model/index.ts';
import { matchPath } from './path-match.ts';
import type { PathMatches } from './path-match.ts';
import { addPath, emptyPaths } from './paths.ts';
import type { PathNode } from './paths.ts';
import { discriminatorsOf } from './discriminators.ts';
import type { Discriminators } from './discriminators.ts';

/** Call site; for a wrapper of the project, the call of the wrapper. */
export interface Site extends Place {
  readonly call: ApiCall;
  readonly operation: string | undefined;
}

/** Sites whose calls have the same path and method. */
export interface IndistinguishableSites {
  /** True where the path may continue after its known part. */
  readonly open: boolean;
  readonly method: string | undefined;
  readonly operation: string | undefined;
  readonly members: { readonly site: Site; readonly traits: Discriminators }[];
}

/** Index of call sites by their URLs. */
export interface SiteIndex {
  readonly sites: readonly Site[];
  readonly roots: ReadonlyMap<string, PathNode<IndistinguishableSites>>;
}

/** Compares by file and span. */
export const byPlace = (a: Place, b: Place): number =>
  compareText(a.file, b.file) || a.span.start - b.span.start || a.span.end - b.span.end;

/** Mocks make no calls. */
const makesCalls = ({ request, located }: ApiCall): boolean =>
  request.origin !== 'recording' && request.headers.unwritten !== true && located.length > 0;

const operationOf = ({ located }: ApiCall): string | undefined => {
  const names = new Set(located.map(({ identity }) => identity.operation));
  return names.size === 1 ? [...names][0] : undefined;
};

const siteOf = (call: ApiCall): Site => {
  const { file, span } = call.request.trail[0] ?? call.request;
  return { file, span, call, operation: operationOf(call) };
};

/** The part of the service and its version: a call of one is no call of another. */
export const rootKey = ({ address }: ResolvedUrl): string =>
  [address.area, address.product, address.version ?? ''].join(' ');

/** The call sites among the calls, by their URLs. */
export const sitesIn = (calls: readonly ApiCall[]): SiteIndex => {
  const sites = calls.filter(makesCalls).map(siteOf).toSorted(byPlace);
  const roots = new Map<string, PathNode<IndistinguishableSites>>();
  const alike = new Map<string, IndistinguishableSites>();
  for (const site of sites) {
    for (const located of site.call.located) {
      const { method } = site.call.request;
      const { address, identity } = located;
      const key = [rootKey(located), method, address.open, address.path, identity.operation].join('\n');
      let group = alike.get(key);
      if (group === undefined) {
        group = { open: address.open, method, operation: identity.operation, members: [] };
        alike.set(key, group);
        const root = roots.get(rootKey(located)) ?? emptyPaths<IndistinguishableSites>();
        roots.set(rootKey(located), root);
        addPath(root, address, group);
      }
      group.members.push({ site, traits: discriminatorsOf(site.call.request, address.query) });
    }
  }
  return { sites, roots };
};

const NOTHING: PathMatches<IndistinguishableSites> = { whole: [], open: [] };

/** The groups of sites that may have made a recorded call, by method and path. */
export const matchesOf = (
  { roots }: SiteIndex,
  located: ResolvedUrl,
  method: string | undefined,
): PathMatches<IndistinguishableSites> => {
  const root = roots.get(rootKey(located));
  if (root === undefined) return NOTHING;
  const { operation } = located.identity;
  const isSame = (group: IndistinguishableSites): boolean =>
    (group.method === undefined || method === undefined || group.method === method) &&
    (group.operation === undefined || operation === undefined || group.operation === operation);
  const { whole, open } = matchPath(root, located.address.path);
  return { whole: whole.filter(isSame), open: open.filter(isSame) };
};
