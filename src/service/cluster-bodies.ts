import type { Json, JsonObject } from '../model/index.ts';
import { inNewest, inShape, newestShape } from './cluster-shapes.ts';
import type { Configuration, Instead } from './configuration.ts';
import { overlay } from './configuration.ts';
import { codeOf, hostOf, idOf } from './identifiers.ts';
import type { Moved } from '../payload/values.ts';
import type { ServiceContext } from './service-context.ts';

const without = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const filled = (value: Json, values: Readonly<Record<string, string>>): Json => {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, values)]));
};

/** Members of a cluster that the service itself adds. */
const givenMembers = (
  name: string,
  groupId: string,
  now: number,
  { clusters }: Configuration,
): JsonObject => {
  const values = { host: hostOf(name), code: codeOf(groupId, name), domain: clusters.domain };
  return {
    ...(filled(clusters.given, values) as JsonObject),
    id: idOf(groupId, name, String(now)),
    groupId,
    createDate: new Date(now).toISOString().replace(/\.\d+/, ''),
  };
};

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Every entry of the list of zones with a name and an identifier; entries of the newest shape may share a zone. */
const named = (body: JsonObject, shape: string, seed: string, world: ServiceContext): JsonObject => {
  const zones = body['replicationSpecs'];
  if (!isList(zones)) return body;
  const isShared = shape === newestShape(world.shapes) && body['clusterType'] !== 'GEOSHARDED';
  const complete = (zones as readonly JsonObject[]).map((zone, at) => ({
    ...zone,
    id: zone['id'] ?? idOf(seed, String(at)),
    zoneName: zone['zoneName'] ?? `Zone ${isShared ? 1 : at + 1}`,
  }));
  return { ...body, replicationSpecs: complete };
};

const completed = (moved: Moved, seed: string, world: ServiceContext): Moved =>
  moved.ok ? { ok: true, value: named(moved.value, newestShape(world.shapes), seed, world) } : moved;

/** A new cluster in the newest shape, from a body that is right in `shape`. */
export const newCluster = (
  body: JsonObject,
  shape: string,
  groupId: string,
  world: ServiceContext,
): Moved => {
  const { configuration, shapes, now } = world;
  const { defaults, assumed, readOnly } = configuration.clusters;
  const name = String(body['name']);
  const seed = `${groupId}/${name}`;
  const sent = named(without({ ...assumed[shape], ...body }, readOnly), shape, seed, world);
  const moved = completed(inNewest(sent, shape, shapes), seed, world);
  if (!moved.ok) return moved;
  return {
    ok: true,
    value: { ...defaults, ...moved.value, ...givenMembers(name, groupId, now(), configuration) },
  };
};

const isAt = (path: string, body: JsonObject): boolean => {
  let value: Json | undefined = body;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined;
  return value !== undefined && value !== null;
};

const replacedBy = (body: JsonObject, rules: readonly Instead[]): readonly string[] =>
  rules.filter(({ when }) => when.some((path) => isAt(path, body))).flatMap((rule) => rule.without);

/** A cluster as a modify request leaves it, still in the request's shape; or why that shape cannot say it. */
export const modifiedBody = (
  body: JsonObject,
  cluster: JsonObject,
  shape: string,
  world: ServiceContext,
): Moved => {
  const { readOnly, modify } = world.configuration.clusters;
  const current = inShape(cluster, shape, world.shapes);
  if (!current.ok) return current;
  const rules = modify[shape];
  const sent = without(body, readOnly);
  const whole = (rules?.whole ?? []).filter((name) => sent[name] !== undefined);
  const kept = without(current.value, [...readOnly, ...whole, ...replacedBy(sent, rules?.instead ?? [])]);
  return { ok: true, value: overlay(kept, sent) };
};

/** The modified cluster in the newest shape, from what `modifiedBody` made. */
export const modifiedCluster = (
  modified: JsonObject,
  cluster: JsonObject,
  shape: string,
  world: ServiceContext,
): Moved => {
  const { readOnly } = world.configuration.clusters;
  const seed = `${String(cluster['groupId'])}/${String(cluster['name'])}`;
  const sent = named(modified, shape, seed, world);
  const moved = completed(inNewest(sent, shape, world.shapes), seed, world);
  if (!moved.ok) return moved;
  const own = Object.fromEntries(Object.entries(cluster).filter(([name]) => readOnly.includes(name)));
  return { ok: true, value: { ...moved.value, ...own } };
};
