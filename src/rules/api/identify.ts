import type { Address } from './address.ts';
import { lookUp, lookUpBeginning, lookUpBelow, split, trieOf } from './trie.ts';
import type { TrieNode, Templated } from './trie.ts';
import type { Api, Endpoint, OperationInfo } from '../../model/index.ts';

export { addressOf } from './address.ts';
export type { Address } from './address.ts';
export type { Area } from './base.ts';

/** Call of the service that a URL and a method make. */
export interface CallIdentity {
  /** Operation name (contract §5); `undefined` when it is unknown, or the service has no such call. */
  readonly operation: string | undefined;
  /**
   * Legacy endpoint, also for its path on a versioned base. For an unknown method one of the endpoints at the
   * path, if all have the same fate and new path; only these two are reliable then.
   */
  readonly endpoint: Endpoint | undefined;
  /** The versioned operation: for a legacy call the one that replaces it. */
  readonly info: OperationInfo | undefined;
}

const UNKNOWN: CallIdentity = { operation: undefined, endpoint: undefined, info: undefined };

interface OperationRow extends Templated {
  readonly info: OperationInfo;
}

interface Index {
  readonly endpoints: ReadonlyMap<string, TrieNode<Endpoint>>;
  readonly operations: TrieNode<OperationRow>;
  /** Cache of results, as most calls of a project are alike. */
  readonly known: Map<string, CallIdentity>;
}

/** Limit of cached results: recordings contain any number of paths. */
const MAX_KNOWN = 10_000;

const indices = new WeakMap<Api, Index>();

const operationRow = (info: OperationInfo): OperationRow => ({
  method: info.method,
  path: info.path.replaceAll(/\{[^}]*\}/g, '{}'),
  info,
});

const indexOf = (api: Api): Index => {
  const known = indices.get(api);
  if (known !== undefined) return known;
  const byBase = api.legacyVersions.map(
    (base) => [base, trieOf(api.endpoints.filter((endpoint) => endpoint.base === base))] as const,
  );
  const index = {
    endpoints: new Map(byBase),
    operations: trieOf(api.operations.map(operationRow)),
    known: new Map(),
  };
  indices.set(api, index);
  return index;
};

/** Table rows that match a URL; the last segment may end in a hole that represents more of the path. */
const candidates = <Row>(
  node: TrieNode<Row>,
  { path, open }: Address,
  method: string | undefined,
): readonly Row[] => {
  const segments = split(path);
  const above = segments.slice(0, -1);
  if (segments.at(-1) === '{}{}') return lookUpBelow(node, [...above, '{}'], method);
  const exact = lookUp(node, segments, method);
  const beginning = /^([^{]+)(?:\{\})+$/.exec(segments.at(-1) ?? '')?.[1];
  if (exact.length > 0 || !open || beginning === undefined) return exact;
  return lookUpBeginning(node, above, beginning, method);
};

/** Effect of a rule on an endpoint: its fate, and the first `depth` segments afterwards. */
const moveOf = (endpoint: Endpoint, depth: number): string =>
  [endpoint.fate, ...split(endpoint.v2 ?? '').slice(0, depth)].join('/');

const agreed = (endpoints: readonly Endpoint[], depth: number): Endpoint | undefined => {
  const moves = new Set(endpoints.map((endpoint) => moveOf(endpoint, depth)));
  return moves.size === 1 ? endpoints[0] : undefined;
};

const single = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

const nameOf = (info: OperationInfo): string => info.name ?? `${info.method} ${info.path || '/'}`;

const versioned = (rows: readonly OperationRow[]): CallIdentity => {
  const info = single(rows)?.info;
  return info === undefined ? UNKNOWN : { operation: nameOf(info), endpoint: undefined, info };
};

const legacy = (endpoints: readonly Endpoint[], depth: number, index: Index): CallIdentity => {
  const endpoint = agreed(endpoints, depth);
  const sure = single(endpoints);
  if (sure === undefined) return { ...UNKNOWN, endpoint };
  if (sure.v2 === null) return { operation: `${sure.method} ${sure.template}`, endpoint, info: undefined };
  const info = single(lookUp(index.operations, split(sure.v2), sure.method))?.info;
  return { operation: info === undefined ? `${sure.method} ${sure.template}` : nameOf(info), endpoint, info };
};

const resource = ({ area, open }: Address, api: Api): CallIdentity => {
  const plain = area.replace('misversioned-', '');
  const found = open ? undefined : api.resources.find((candidate) => candidate.area === plain);
  return found === undefined ? UNKNOWN : { ...UNKNOWN, operation: found.name };
};

/**
 * Identifies the operation of a method (upper case; `undefined` if unknown) and a URL. A literal template
 * segment wins over a parameter. Without a method, only a path with one method is identified. Legacy paths
 * that are not in the endpoint table are looked up among the versioned operations.
 */
export const identify = (method: string | undefined, address: Address, api: Api): CallIdentity => {
  if (address.area !== 'legacy' && address.area !== 'versioned') return resource(address, api);
  // A base that nothing is seen to call is not a call of the API's root.
  if (method === undefined && address.path === '' && address.open) return UNKNOWN;
  const index = indexOf(api);
  const key = `${method} ${address.area} ${address.version} ${address.open} ${address.path}`;
  const known = index.known.get(key);
  if (known !== undefined) return known;
  const found = lookUpCall(method, address, index);
  if (index.known.size < MAX_KNOWN) index.known.set(key, found);
  return found;
};

const lookUpCall = (method: string | undefined, address: Address, index: Index): CallIdentity => {
  const endpoints = index.endpoints.get(address.area === 'legacy' ? address.version! : '');
  const listed = endpoints === undefined ? [] : candidates(endpoints, address, method);
  if (listed.length > 0) return legacy(listed, split(address.path).length, index);
  const operations = candidates(index.operations, address, method);
  if (operations.length > 0 || address.area === 'legacy' || address.open) return versioned(operations);
  const isThere = candidates(index.operations, address, undefined).length > 0;
  return isThere ? UNKNOWN : leftBehind(method, address, index);
};

/** A path that only the legacy API has, on a base of the versioned one: a partial migration, which returns 404. */
const leftBehind = (method: string | undefined, address: Address, index: Index): CallIdentity => {
  for (const endpoints of index.endpoints.values()) {
    const listed = candidates(endpoints, address, method);
    const found = listed.length > 0 ? legacy(listed, split(address.path).length, index) : UNKNOWN;
    if (found.endpoint?.fate === 'renamed' || found.endpoint?.fate === 'removed') return found;
  }
  return UNKNOWN;
};
