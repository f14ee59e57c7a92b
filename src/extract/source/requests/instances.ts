import type { ClientRow } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import { chainedCalls } from '../evaluate/paths/later-calls.ts';
import type { HeaderSource } from '../headers/headers.ts';
import { middlewareInOptions } from '../middleware/find-middleware.ts';
import { possibleChanges, changesToInstance, changesToPackage } from './changes-by-client.ts';
import { type InstanceChange, stepText } from './instance-changes.ts';
import { createdBy, prefixedWith } from './instance-creation.ts';
import {
  asPossible,
  type PrecedingChange,
  precedingChanges,
  headersAdded,
  headersIntercepted,
  possibleHeaders,
  type ClientContext,
} from './instance-headers.ts';
import { type Instance, NO_INSTANCE, defaultsWith, mergeDefaults } from './instance.ts';
import { handledBy } from './request-handlers.ts';
import { insertionPointInPackage } from './package-insertion.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ExternalValue, ObjectValue, ObjMember } from '../evaluate/values.ts';

/** `….defaults.baseURL = …`, `Object.assign(….defaults, { … })` as members of the defaults. */
const membersSet = ({ ctx, env }: ClientContext, changes: readonly PrecedingChange[]): readonly ObjMember[] =>
  changes.flatMap(({ change, branches }): readonly ObjMember[] => {
    const { kind, path, value, node } = change;
    const certain = branches.length === 0 && kind !== 'fallback';
    if (kind === 'merge' && path.length === 0)
      return ctx
        .evaluate(value, env)
        .flatMap((val) => (val.kind === 'object' ? val.members : []))
        .map((member) => ({ ...member, certain: member.certain && certain }));
    // The defaults of got are one level deeper.
    const [step, ...more] = path.filter((at) => stepText(at) !== 'options');
    const name = step && stepText(step);
    if ((kind !== 'assign' && kind !== 'fallback') || name === undefined || more.length > 0) return [];
    return [
      { name, nameNode: step!, expression: value, node, certain, value: () => ctx.evaluate(value, env) },
    ];
  });

/** Changes by handlers that statements set on a client; they may affect all existing headers. */
const headersHandled = (
  { ctx, env }: ClientContext,
  changes: readonly PrecedingChange[],
): readonly HeaderSource[] =>
  changes.flatMap(({ change }) => (change.kind === 'handle' ? handledBy(ctx, change.value, env) : []));

/** Settings by statements, as a layer of defaults. */
const setLater = (from: ClientContext, changes: readonly InstanceChange[]): Instance => {
  const all = precedingChanges(from, changes);
  if (all.length === 0) return NO_INSTANCE;
  const defaults = defaultsSet(from, all);
  return {
    ...NO_INSTANCE,
    defaults,
    headers: headersAdded(from, all),
    hooks: [...headersIntercepted(from, all), ...headersHandled(from, all), ...waysSet(from, defaults)],
  };
};

const defaultsSet = (from: ClientContext, all: readonly PrecedingChange[]): ObjectValue | undefined => {
  const members = membersSet(from, all);
  return members.length > 0 ? defaultsWith(all[0]!.change.node, members) : undefined;
};

/** Code in defaults: `axios.defaults.adapter = …`. */
const waysSet = (
  { ctx, row, env }: ClientContext,
  defaults: ObjectValue | undefined,
): readonly HeaderSource[] =>
  defaults ? middlewareInOptions({ ctx, row, node: defaults.node, env }, defaults) : [];

/** Change that sets the base: `….defaults.baseURL = …`. */
const baseOf = (changes: readonly InstanceChange[], { options }: ClientRow): InstanceChange | undefined =>
  changes.find(({ path }) => path.some((at) => options.base.includes(stepText(at) ?? '')));

/** Settings on the package itself: `axios.defaults.baseURL = …`. */
const packageDefaults = (
  ctx: Ctx,
  external: ExternalValue,
  call: ts.CallExpression,
  { row }: Match,
  method: string | undefined,
): Instance => {
  const { module } = external;
  const changes = changesToPackage(ctx, module, call);
  const based = baseOf(changes, row);
  const made = call.getSourceFile();
  const from = { ctx, env: undefined, method, call, row, made, based: based?.node };
  const later = setLater(from, changes);
  // An instance inherits settings made before its creation, but no interceptors.
  if (external.made.length > 0)
    return {
      ...later,
      headers: asPossible(later.headers),
      hooks: waysSet(from, later.defaults),
    };
  if (!based) return later;
  const room = insertionPointInPackage(ctx, module, based, changes);
  const headers = room ? { ...later.headers, ...room } : later.headers;
  return { ...later, headers, created: room ? based.node : undefined, shared: true };
};

/** HTTP method of a call whose name determines it. */
const namedMethod = ({ row, shape }: Match): string | undefined =>
  Object.entries(row.calls).some(([name, other]) => other === shape && name.toUpperCase() === shape.method)
    ? shape.method
    : undefined;

/** Defaults of the callee's instance, or of the package itself (`axios.defaults…`) where there is none. */
export const instanceOf = (
  ctx: Ctx,
  external: ExternalValue | undefined,
  call: ts.CallExpression,
  match: Match,
  env: Env | undefined,
): Instance => {
  if (!external || external.module === '') return madeInstance(ctx, external, call, match, NO_INSTANCE);
  return withUnplaced(seenInstance(ctx, external, call, match, env), ctx, external, call, match);
};

/** Adds changes of an unknown client that may be this one. */
const withUnplaced = (
  instance: Instance,
  ctx: Ctx,
  external: ExternalValue,
  call: ts.CallExpression,
  match: Match,
): Instance => {
  const { row } = match;
  const from = { ctx, env: undefined, method: namedMethod(match), call, row, made: call.getSourceFile() };
  const changes = possibleChanges(ctx, external, call);
  const ways = changes.flatMap((change) => waysSet(from, defaultsSet(from, [{ change, branches: [] }])));
  const hooks = [...possibleHeaders(from, changes), ...ways.map(asPossible)];
  return hooks.length === 0 ? instance : { ...instance, hooks: [...instance.hooks, ...hooks] };
};

const seenInstance = (
  ctx: Ctx,
  external: ExternalValue,
  call: ts.CallExpression,
  match: Match,
  env: Env | undefined,
): Instance => {
  const made = (base: Instance): Instance => madeInstance(ctx, external, call, match, base);
  const prefixed = match.row.prefixes ? prefixedWith(ctx, match, chainedCalls(call), env) : NO_INSTANCE;
  if (prefixed.defaults) return mergeDefaults(made(NO_INSTANCE), prefixed);
  return made(packageDefaults(ctx, external, call, match, namedMethod(match)));
};

const madeInstance = (
  ctx: Ctx,
  external: ExternalValue | undefined,
  call: ts.CallExpression,
  match: Match,
  base: Instance,
): Instance =>
  (external?.made ?? []).reduce((lower, made) => {
    const created = createdBy(ctx, made, match.row);
    const changes = changesToInstance(ctx, made.call);
    const based = baseOf(changes, match.row)?.node;
    const from = {
      ctx,
      env: made.env,
      method: namedMethod(match),
      call,
      row: match.row,
      made: made.call,
      based,
    };
    return mergeDefaults(mergeDefaults(lower, created), setLater(from, changes));
  }, base);
