import type { Ctx, ExternalValue, Value } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';
import { clientsOfExpression } from './clients-of-expression.ts';
import { changesIn, type InstanceChange } from './instance-changes.ts';
import { packagesGiven } from './packages-given.ts';
import { isTest } from '../project/test-files.ts';

/** Key of a client: the call that made an instance; for a package used directly its name and its project. */
type Key = ts.Node | string;

/** True for a member which is the client itself: `http.axiosRef`. */
const isOwnMember = (ctx: Ctx, { module, path }: ExternalValue): boolean =>
  ctx.clients
    .rowsOf(module)
    .some(({ calls }) => Object.keys(calls).some((name) => name.startsWith(`${path.join('.')}.`)));

const keysOf = (ctx: Ctx, val: ExternalValue, from: ts.Node): readonly Key[] => {
  const { made, path, module } = val;
  if (path.length > 0 && !isOwnMember(ctx, val)) return [];
  const last = made.at(-1);
  if (last) return [last.call];
  return module === '' ? [] : [packageKey(ctx, module, from)];
};

const projectKey = (ctx: Ctx, from: ts.Node): string => ctx.program.projectOf(from.getSourceFile().fileName);

/** Key of a package: settings on it apply to the project that makes them. */
const packageKey = (ctx: Ctx, module: string, from: ts.Node): string => `${projectKey(ctx, from)}\n${module}`;

interface Index {
  files: number;
  readonly byKey: Map<Key, InstanceChange[]>;
  /** Changes of unknown clients, by project and by package where it is known. */
  readonly unplaced: Map<string, InstanceChange[]>;
  /** Changes of all instances of a package in a project. */
  readonly ofInstances: Map<string, InstanceChange[]>;
}
const indices = new WeakMap<Ctx, Index>();

const put = <K>(map: Map<K, InstanceChange[]>, key: K, change: InstanceChange): void => {
  const known = map.get(key);
  if (!known) map.set(key, [change]);
  else if (!known.includes(change)) known.push(change);
};

/** True for code that only applies to clients: `x.interceptors.request.use(…)`, `x.defaults.headers = …`. */
const isTelling = ({ kind, path }: InstanceChange): boolean =>
  kind !== 'set' && kind !== 'handle' && (kind !== 'intercept' || path.length > 1);

const isUnplaced = (val: Value | undefined): boolean =>
  val === undefined || val.kind === 'unknown' || (val.kind === 'external' && val.typed);

/** Indexes a change of a possible client. */
const place = (ctx: Ctx, index: Index, change: InstanceChange, val: Value | undefined): void => {
  const module = val?.kind === 'external' ? val.module : '';
  if (isTelling(change) && isUnplaced(val)) put(index.unplaced, packageKey(ctx, module, change.node), change);
  if (val?.kind !== 'external') return;
  for (const key of keysOf(ctx, val, change.node)) put(index.byKey, key, change);
  if (val.made.length > 0) put(index.ofInstances, packageKey(ctx, module, change.node), change);
};

/** Index of changes, updated with the files loaded since the last call. */
const indexOf = (ctx: Ctx): Index => {
  const index = indices.get(ctx) ?? {
    files: 0,
    byKey: new Map(),
    unplaced: new Map(),
    ofInstances: new Map(),
  };
  indices.set(ctx, index);
  const loaded = ctx.program.loaded();
  const fresh = loaded.slice(index.files);
  index.files = loaded.length;
  for (const { file } of fresh)
    for (const change of changesIn(file))
      for (const { client, call } of clientsOfExpression(ctx, change.holder, loaded))
        place(ctx, index, call ? { ...change, call } : change, client);
  return index;
};

/** True where a call is affected by a change of a client: a change in a test affects only calls in tests. */
export const isSeenFrom =
  (call: ts.Node) =>
  (change: InstanceChange): boolean =>
    !isTest((change.call ?? change.node).getSourceFile().fileName) || isTest(call.getSourceFile().fileName);

/** Changes that the loaded files make to the instance created by a call. */
export const changesToInstance = (ctx: Ctx, made: ts.Node): readonly InstanceChange[] =>
  indexOf(ctx).byKey.get(made) ?? [];

/** Changes that the project around `from` makes to a package used directly as a client. */
export const changesToPackage = (ctx: Ctx, module: string, from: ts.Node): readonly InstanceChange[] =>
  (indexOf(ctx).byKey.get(packageKey(ctx, module, from)) ?? []).filter(isSeenFrom(from));

/** True for a client that code other than its calls may have: an instance, or a package that its project gives on. */
const mayBePassed = (ctx: Ctx, { module, made, typed }: ExternalValue, from: ts.Node): boolean =>
  made.length > 0 ||
  typed ||
  ctx.program
    .loaded()
    .some(({ file }) => packagesGiven(file).has(module) && projectKey(ctx, file) === projectKey(ctx, from));

/**
 * Changes in the project around `from` that may affect this client: those of an unknown client
 * (`clients.forEach(intercept)`), and those of all instances where it is unknown itself (`api: AxiosInstance`).
 */
export const possibleChanges = (
  ctx: Ctx,
  client: ExternalValue,
  from: ts.Node,
): readonly InstanceChange[] => {
  const { module, typed } = client;
  const { unplaced, ofInstances } = indexOf(ctx);
  if (unplaced.size === 0 && !typed) return [];
  if (!mayBePassed(ctx, client, from)) return [];
  return [
    ...(unplaced.get(packageKey(ctx, '', from)) ?? []),
    ...(unplaced.get(packageKey(ctx, module, from)) ?? []),
    ...(typed ? (ofInstances.get(packageKey(ctx, module, from)) ?? []) : []),
  ].filter(isSeenFrom(from));
};
