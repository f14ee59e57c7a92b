import type { Json, JsonObject } from '../model/index.ts';

/** Node of a cluster in a discovery response (specification §2.2). */
export interface ClusterNode {
  /** Number of its shard, and of itself in the shard. */
  readonly shard: number;
  readonly number: number;
  readonly type: 'ELECTABLE' | 'READ_ONLY' | 'ANALYTICS';
  readonly provider: string;
  readonly region: string;
}

const KINDS = [
  ['electableSpecs', 'ELECTABLE'],
  ['readOnlySpecs', 'READ_ONLY'],
  ['analyticsSpecs', 'ANALYTICS'],
] as const;

/** Number of nodes of a shared instance, which does not specify it. */
const SHARED = 3;

const itemsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonObject[]) : [];

const countOf = (specs: Json | undefined): number => {
  if (typeof specs !== 'object' || specs === null) return 0;
  const count = (specs as JsonObject)['nodeCount'];
  return Math.min(typeof count === 'number' ? count : SHARED, 50);
};

const nodesOfRegion = (region: JsonObject): readonly Omit<ClusterNode, 'shard' | 'number'>[] => {
  const provider = String(region['backingProviderName'] ?? region['providerName']);
  const place = { provider, region: String(region['regionName']) };
  return KINDS.flatMap(([member, type]) =>
    Array.from({ length: countOf(region[member]) }, () => ({ ...place, type })),
  );
};

/** The nodes of a cluster in the newest shape: each entry of its list is a shard. */
export const clusterNodes = (cluster: JsonObject): readonly ClusterNode[] =>
  itemsOf(cluster['replicationSpecs']).flatMap((zone, shard) =>
    itemsOf(zone['regionConfigs'])
      .flatMap(nodesOfRegion)
      .map((node, number) => ({ ...node, shard, number })),
  );
