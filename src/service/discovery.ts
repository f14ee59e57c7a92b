import type { JsonObject } from '../model/index.ts';
import { isFilled, matching, readBasic } from './auth/basic.ts';
import { challenge } from './auth/digest.ts';
import { codeOf, hostOf } from './identifiers.ts';
import { headerValue } from './message.ts';
import type { Reply } from './message.ts';
import { clusterNodes } from './nodes.ts';
import type { ClusterNode } from './nodes.ts';
import { queryParameter } from './query.ts';
import { refusal } from './refusals.ts';
import type { Group } from './store.ts';
import type { RoutedCall, ServiceContext } from './service-context.ts';

const refuse = (world: ServiceContext, code: string, parameters: readonly string[] = []): Reply =>
  refusal(world.configuration, code, parameters, { assumptions: ['discovery-error'] });

const zoneOf = ({ provider, region, number }: ClusterNode, { configuration }: ServiceContext): string => {
  const template = configuration.discovery.zones[provider] ?? '{region}';
  const values: Readonly<Record<string, string>> = {
    region,
    number: String((number % 3) + 1),
    letter: 'abc'[number % 3]!,
  };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
};

const two = (number: number): string => String(number).padStart(2, '0');

const entryOf = (
  node: ClusterNode,
  cluster: JsonObject,
  group: Group,
  scheme: string,
  world: ServiceContext,
) => {
  const { configuration } = world;
  const name = String(cluster['name']);
  const code = codeOf(group.id, name);
  const way = scheme === 'PRIVATE' ? '-pri' : '';
  const host = `${hostOf(name)}-shard-${two(node.shard)}-${two(node.number)}${way}.${code}.${configuration.clusters.domain}`;
  const optional = {
    group_name: group.name,
    replica_set_name: `atlas-${code}-shard-${node.shard}`,
  };
  return {
    targets: [`${host}:${configuration.discovery.port}`],
    labels: {
      availability_zone: zoneOf(node, world),
      cl_name: name,
      group_id: group.id,
      node_type: node.type,
      org_id: group.orgId,
      provider: node.provider,
      region: node.region,
      ...(configuration.discovery.optionalLabels ? optional : {}),
    },
  };
};

const SCHEMES = new Set(['PUBLIC', 'PRIVATE']);

const unauthorized = (world: ServiceContext): Reply => {
  const { configuration, store, now } = world;
  const { realm } = configuration;
  return {
    ...refuse(world, 'UNAUTHORIZED'),
    headers: [['www-authenticate', challenge({ realm, key: store.key, now: now() }, false)]],
  };
};

/** `GET /prometheus/v1.0/groups/{group_id}/discovery` (specification §4.1): one entry a node. */
export const answerDiscovery = ({ world, request, route, query }: RoutedCall): Reply => {
  const { discoveryUsers, anyone } = world.credentials;
  const given = readBasic(headerValue(request, 'authorization'));
  const stranger = anyone && isFilled(given) ? { groupId: undefined } : undefined;
  const user = matching(discoveryUsers, given) ?? stranger;
  if (user === undefined) return unauthorized(world);
  const scheme = queryParameter(query, 'targetScheme') ?? 'PUBLIC';
  if (!SCHEMES.has(scheme)) return refuse(world, 'INVALID_QUERY_PARAMETER', ['targetScheme']);
  const id = route.parameters['groupId'] ?? '';
  const group = world.store.group(id);
  if (group === undefined || (user.groupId ?? id) !== id) return refuse(world, 'GROUP_NOT_FOUND', [id]);
  const entries = world.store
    .clusters(id)
    .flatMap((cluster) => clusterNodes(cluster).map((node) => entryOf(node, cluster, group, scheme, world)));
  return {
    status: 200,
    type: 'application/json',
    body: { kind: 'document', value: entries },
    assumptions: ['discovery-authentication', 'discovery-entries'],
  };
};
