import type { Json, JsonObject } from '../../model/index.ts';
import type { Seed, SeedCluster } from '../seed.ts';
import type { Router } from '../routes.ts';
import { routeOf } from '../routes.ts';
import type { Route } from '../routes.ts';
import type { ReplayCall } from './call.ts';

/** Credentials of the service that calls are replayed against. They are nobody's. */
export const REPLAY_CREDENTIALS = {
  key: { publicKey: 'replay', privateKey: 'replay' },
  account: { clientId: 'replay', clientSecret: 'replay' },
  user: { username: 'replay', password: 'replay' },
} as const;

/** The route of a call; `undefined` where the service has none. */
export const routeOfCall = ({ method, path }: ReplayCall, router: Router): Route | undefined => {
  const routed = routeOf(router, method, path.split('/').filter(Boolean).map(decoded));
  return routed.kind === 'route' ? routed.route : undefined;
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const clusterNamed = (name: string, model: JsonObject): JsonObject => ({ ...model, name });

const isNew = ({ operation }: ReplayCall): boolean => operation === 'clusters.create';

/** The name that a body gives; '' where it gives none. */
export const nameIn = (body: Json | undefined): string =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? String((body as JsonObject)['name'] ?? '')
    : '';

/** A state in which everything exists that calls speak of before they make it. `model`: what clusters look like. */
export const seedFor = (calls: readonly ReplayCall[], router: Router, model: SeedCluster): Seed => {
  const groups = new Set<string>();
  const made = new Set<string>();
  const clusters = new Map<string, SeedCluster>();
  const documents: Record<string, Json> = {};
  for (const call of calls) {
    const route = routeOfCall(call, router);
    const groupId = route?.parameters['groupId'];
    if (route === undefined || groupId === undefined) continue;
    groups.add(groupId);
    const name = route.parameters['clusterName'] ?? nameIn(call.body);
    const key = `${groupId}/${name}`;
    if (isNew(call)) made.add(key);
    else if (route.operation.startsWith('clusters.') && route.isItem && !made.has(key))
      clusters.set(key, { ...model, groupId, cluster: clusterNamed(name, model.cluster) });
    else if (route.isItem) documents[route.path] = {};
  }
  return {
    groups: [...groups].map((id) => ({ id })),
    clusters: [...clusters.values()],
    documents,
    apiKeys: [REPLAY_CREDENTIALS.key],
    serviceAccounts: [REPLAY_CREDENTIALS.account],
    discoveryUsers: [REPLAY_CREDENTIALS.user],
  };
};
