import type { Json, JsonObject } from '../model/index.ts';
import type { Moved } from '../payload/values.ts';
import type { Remark } from '../payload/outcome.ts';
import { modifiedBody, modifiedCluster, newCluster } from './cluster-bodies.ts';
import { inShape, mistakes } from './cluster-shapes.ts';
import type { StateChange } from './changes.ts';
import type { Reply, ReplyStep } from './message.ts';
import { pass, stop } from './message.ts';
import { listAnswer } from './paging.ts';
import { refusal } from './refusals.ts';
import type { RoutedCall } from './service-context.ts';

/** A call of the clusters resource. */
export interface ClusterCall extends RoutedCall {
  /** Cluster format of the requested version. */
  readonly shape: string;
  readonly body: Json | undefined;
}

const ASSUMED = ['clusters-payload'];

const groupOf = ({ route }: RoutedCall): string => route.parameters['groupId'] ?? '';
const nameOf = ({ route }: RoutedCall): string => route.parameters['clusterName'] ?? '';

const refuse = ({ world }: RoutedCall, code: string, parameters: readonly string[] = []): ReplyStep<never> =>
  stop(refusal(world.configuration, code, parameters));

/** Name of the whole body, whose JSON pointer is empty. */
const BODY = '(body)';

const invalid = (call: RoutedCall, [first]: readonly Remark[]): ReplyStep<never> =>
  refuse(call, 'INVALID_ATTRIBUTE', [first?.pointer || BODY, first?.message ?? 'it makes no sense.']);

const succeed = (
  call: ClusterCall,
  status: number,
  value: Json,
  changes: readonly StateChange[] = [],
): Reply => ({
  status: call.world.configuration.administration.successes[call.route.operation] ?? status,
  body: { kind: 'document', value },
  assumptions: ASSUMED,
  changes,
});

const settled = (call: RoutedCall, moved: Moved): ReplyStep<JsonObject> =>
  moved.ok ? pass(moved.value) : invalid(call, moved.reasons);

const shown = (call: ClusterCall, cluster: JsonObject): ReplyStep<JsonObject> => {
  const moved = inShape(cluster, call.shape, call.world.shapes);
  if (moved.ok) return pass({ ...moved.value, links: [] });
  const reason = moved.reasons[0]?.message ?? '';
  return refuse(call, 'UNREPRESENTABLE_CLUSTER', [String(cluster['name']), reason]);
};

const bodyOf = (call: ClusterCall, use: 'create' | 'modify'): ReplyStep<JsonObject> => {
  const { body, shape, world } = call;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(call, 'INVALID_JSON');
  const broken = mistakes(body as JsonObject, shape, use, world.shapes);
  return broken.length === 0 ? pass(body as JsonObject) : invalid(call, broken);
};

const clusterOf = (call: RoutedCall): ReplyStep<JsonObject> => {
  const cluster = call.world.store.cluster(groupOf(call), nameOf(call));
  return cluster === undefined
    ? refuse(call, 'CLUSTER_NOT_FOUND', [nameOf(call), groupOf(call)])
    : pass(cluster);
};

const kept = (call: ClusterCall, status: number, cluster: JsonObject): Reply => {
  const answer = shown(call, cluster);
  if (!answer.ok) return answer.reply;
  return succeed(call, status, answer.value, [{ kind: 'cluster', groupId: groupOf(call), cluster }]);
};

const create = (call: ClusterCall): Reply => {
  const body = bodyOf(call, 'create');
  if (!body.ok) return body.reply;
  const name = String(body.value['name']);
  if (call.world.store.cluster(groupOf(call), name) !== undefined)
    return refusal(call.world.configuration, 'DUPLICATE_CLUSTER_NAME', [name, groupOf(call)]);
  const made = settled(call, newCluster(body.value, call.shape, groupOf(call), call.world));
  return made.ok ? kept(call, 201, made.value) : made.reply;
};

/** Clusters that the request's version cannot say are left out, as the unversioned API hides them. */
const list = (call: ClusterCall): Reply => {
  const clusters = call.world.store
    .clusters(groupOf(call))
    .map((cluster) => shown(call, cluster))
    .filter((answer) => answer.ok)
    .map(({ value }) => value);
  const page = listAnswer(clusters, call.query, call.world.configuration);
  return page.ok ? { status: 200, body: page.value, assumptions: ASSUMED } : page.reply;
};

const get = (call: ClusterCall): Reply => {
  const cluster = clusterOf(call);
  const answer = cluster.ok ? shown(call, cluster.value) : cluster;
  return answer.ok ? succeed(call, 200, answer.value) : answer.reply;
};

const merged = (call: ClusterCall, body: JsonObject, cluster: JsonObject): ReplyStep<JsonObject> => {
  const { shape, world } = call;
  const changed = modifiedBody(body, cluster, shape, world);
  if (!changed.ok) return settled(call, changed);
  if (changed.value['name'] !== cluster['name'])
    return refuse(call, 'INVALID_ATTRIBUTE', ['/name', 'the name of a cluster cannot be changed.']);
  const broken = mistakes(changed.value, shape, 'create', world.shapes);
  if (broken.length > 0) return invalid(call, broken);
  return settled(call, modifiedCluster(changed.value, cluster, shape, world));
};

const modify = (call: ClusterCall): Reply => {
  const cluster = clusterOf(call);
  if (!cluster.ok) return cluster.reply;
  const body = bodyOf(call, 'modify');
  if (!body.ok) return body.reply;
  const changed = merged(call, body.value, cluster.value);
  return changed.ok ? kept(call, 200, changed.value) : changed.reply;
};

/** The response is the deleted cluster (specification §9.5), if the version can represent it. */
const remove = (call: ClusterCall): Reply => {
  const cluster = clusterOf(call);
  if (!cluster.ok) return cluster.reply;
  const last = shown(call, cluster.value);
  return succeed(call, 202, last.ok ? last.value : {}, [
    { kind: 'cluster-gone', groupId: groupOf(call), name: nameOf(call) },
  ]);
};

/** The five operations of the clusters resource (specification §4.4, §9.5), by their names. */
export const CLUSTER_OPERATIONS: Readonly<Record<string, (call: ClusterCall) => Reply>> = {
  'clusters.create': create,
  'clusters.list': list,
  'clusters.get': get,
  'clusters.modify': modify,
  'clusters.delete': remove,
};
