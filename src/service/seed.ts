import { validate } from '../generated/seed.ts';
import { UsageError } from '../model/index.ts';
import { complaint } from '../rules/load/complaint.ts';
import { isAccessEntry } from './auth/access-list.ts';
import type { Credentials } from './auth/credentials.ts';
import type { StateChange } from './changes.ts';
import { newCluster } from './cluster-bodies.ts';
import { mistakes, shapeIn } from './cluster-shapes.ts';
import { idOf } from './identifiers.ts';
import { groupPath } from './store.ts';
import type { Seed, SeedCluster } from './seed-file.ts';
import type { ServiceContext } from './service-context.ts';

export type { Seed, SeedCluster };

/** A seed, checked. Throws UsageError that names the file and the key, never a value. */
export const checkSeed = (value: unknown, file: string): Seed => {
  if (!validate(value)) throw new UsageError(`${file}: ${complaint(validate.errors![0]!, value)}`);
  const seed = value as Seed;
  const entries = (seed.serviceAccounts ?? []).flatMap(({ accessList }) => accessList ?? []);
  const wrong = entries.find((entry) => !isAccessEntry(entry));
  if (wrong !== undefined)
    throw new UsageError(`${file}: an entry of accessList is no IP address or range: 10.0.0.0/8`);
  return seed;
};

/** Credentials of permitted callers. */
export const seedCredentials = (
  { apiKeys, serviceAccounts, discoveryUsers }: Seed,
  anyone: boolean,
): Credentials => ({
  anyone,
  apiKeys: (apiKeys ?? []).map(({ publicKey, privateKey }) => ({ name: publicKey, secret: privateKey })),
  serviceAccounts: (serviceAccounts ?? []).map(({ clientId, clientSecret, accessList }) => ({
    name: clientId,
    secret: clientSecret,
    accessList,
  })),
  discoveryUsers: (discoveryUsers ?? []).map(({ username, password, groupId }) => ({
    name: username,
    secret: password,
    groupId,
  })),
});

const clusterChange = (entry: SeedCluster, world: ServiceContext, file: string): StateChange => {
  const { groupId, version = '2023-02-01', cluster } = entry;
  const shape = version === 'legacy' ? version : shapeIn(world.shapes, version);
  const broken = mistakes(cluster, shape, 'create', world.shapes);
  const made =
    broken.length > 0
      ? ({ ok: false, reasons: broken } as const)
      : newCluster(cluster, shape, groupId, world);
  if (made.ok) return { kind: 'cluster', groupId, cluster: made.value };
  const [reason] = made.reasons;
  throw new UsageError(
    `${file}: the cluster ${JSON.stringify(cluster['name'])} is not right in ${version}: ${reason?.pointer ?? ''} ${reason?.message ?? ''}`,
  );
};

/** The state that a seed begins with. Throws UsageError for a cluster that its version would not take. */
export const seedChanges = (seed: Seed, world: ServiceContext, file: string): readonly StateChange[] => {
  const groups = (seed.groups ?? []).map(({ id, name = `group-${id.slice(-4)}`, orgId }): StateChange => {
    const value = { id, name, orgId: orgId ?? idOf('org', id), links: [] };
    return { kind: 'document', path: groupPath(id), value };
  });
  const documents = Object.entries(seed.documents ?? {}).map(([path, value]): StateChange => ({
    kind: 'document',
    path: path.replace(/\/+$/, ''),
    value,
  }));
  const clusters = (seed.clusters ?? []).map((entry) => clusterChange(entry, world, file));
  return [...groups, ...documents, ...clusters];
};
