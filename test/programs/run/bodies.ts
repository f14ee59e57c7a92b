/**
 * What a body asks of a cluster, said once more than the tool says it: a legacy body and its conversion have to ask for
 * the same, and what the versioned API is sent names nothing that it has removed.
 */

type Bag = Readonly<Record<string, unknown>>;

interface Region {
  readonly provider: unknown;
  readonly backing: unknown;
  readonly name: unknown;
  readonly size: unknown;
  readonly nodes: number;
  readonly readOnly: number;
  readonly priority: unknown;
  readonly scalesDisk: unknown;
}

const bagOf = (value: unknown): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};
const listOf = (value: unknown): readonly Bag[] => (Array.isArray(value) ? value.map(bagOf) : []);

const REMOVED = [
  'providerSettings',
  'replicationSpec',
  'numShards',
  'replicationFactor',
  'autoScaling',
  'providerBackupEnabled',
] as const;

/** Members that the versioned API refuses in a body. */
export const removedIn = (body: unknown): readonly string[] => {
  const given = bagOf(body);
  const inSpecs = listOf(given['replicationSpecs']).some((spec) => 'regionsConfig' in spec);
  return [...REMOVED.filter((name) => name in given), ...(inSpecs ? ['regionsConfig'] : [])];
};

const isTenant = ({ provider }: Pick<Region, 'provider'>): boolean => provider === 'TENANT';

const legacyRegions = (body: Bag): readonly (readonly Region[])[] => {
  const settings = bagOf(body['providerSettings']);
  const scalesDisk = bagOf(body['autoScaling'])['diskGBEnabled'];
  const region = (name: unknown, config: Bag): Region => ({
    provider: settings['providerName'],
    backing: settings['backingProviderName'],
    name,
    size: settings['instanceSizeName'],
    nodes: isTenant({ provider: settings['providerName'] }) ? 0 : Number(config['electableNodes'] ?? 0),
    readOnly: Number(config['readOnlyNodes'] ?? 0),
    priority: config['priority'],
    scalesDisk,
  });
  const specs = listOf(body['replicationSpecs']);
  if (specs.length > 0)
    return specs.map((spec) =>
      Object.entries(bagOf(spec['regionsConfig'])).map(([name, config]) => region(name, bagOf(config))),
    );
  if (settings['regionName'] === undefined) return [];
  const nodes = Number(body['replicationFactor'] ?? 3);
  return [[region(settings['regionName'], { electableNodes: nodes, priority: 7 })]];
};

const versionedRegions = (body: Bag): readonly (readonly Region[])[] =>
  listOf(body['replicationSpecs']).map((spec) =>
    listOf(spec['regionConfigs']).map((config) => {
      const specs = bagOf(config['electableSpecs']);
      return {
        provider: config['providerName'],
        backing: config['backingProviderName'],
        name: config['regionName'],
        size: specs['instanceSize'],
        nodes: Number(specs['nodeCount'] ?? 0),
        readOnly: Number(bagOf(config['readOnlySpecs'])['nodeCount'] ?? 0),
        priority: config['priority'],
        scalesDisk: bagOf(bagOf(config['autoScaling'])['diskGB'])['enabled'],
      };
    }),
  );

/** The number of shards of each zone, one where it is not said. */
const shardsOf = (body: Bag): readonly unknown[] => {
  const specs = listOf(body['replicationSpecs']).map((spec) => spec['numShards'] ?? 1);
  return specs.length > 0 ? specs : 'providerSettings' in body ? [body['numShards'] ?? 1] : [];
};

const asked = (body: Bag, regions: readonly (readonly Region[])[]): string => {
  const kept = ['name', 'diskSizeGB', 'paused', 'mongoDBMajorVersion', 'clusterType'] as const;
  const sharded = shardsOf(body).some((shards) => Number(shards) > 1);
  const rest = {
    ...Object.fromEntries(kept.map((name) => [name, body[name] ?? null])),
    clusterType: body['clusterType'] ?? (regions.length === 0 ? null : sharded ? 'SHARDED' : 'REPLICASET'),
    backup: body['providerBackupEnabled'] ?? body['backupEnabled'] ?? null,
  };
  return JSON.stringify([rest, shardsOf(body), regions]);
};

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isClusters = (method: string, url: string): boolean =>
  /^(?:POST|PATCH)$/.test(method) &&
  /\/groups\/[^/]+\/clusters(?:\/(?!tenantUpgrade)[^/?]+)?(?:\?|$)/.test(url);

/** Members of the body of a clusters request that the versioned API refuses. */
export const refusedIn = (method: string, url: string, body: string | undefined): readonly string[] =>
  isClusters(method, url) ? removedIn(parsed(body)) : [];

/** True where a body is what it was, or asks the versioned API for the same. */
export const asksTheSame = (
  { method, url }: { readonly method: string; readonly url: string },
  before: string | undefined,
  after: string | undefined,
): boolean => {
  if (before === after) return refusedIn(method, url, after).length === 0;
  const [was, is] = [bagOf(parsed(before)), bagOf(parsed(after))];
  if (!isClusters(method, url) || removedIn(is).length > 0) return false;
  return asked(was, legacyRegions(was)) === asked(is, versionedRegions(is));
};
