import { BUDGETS } from '../../../model/index.ts';
import type { Branch } from './paths/branches.ts';
import { branchesTo, branchesToEnd, unknownBranch } from './paths/conditions.ts';
import { changesOf, isChangedInside, isInner, type VariableChange } from './changes.ts';
import { applyHere, type ChangeContext, stepName } from './member-changes.ts';
import { isRequestValue, uncertain, withMembers } from './members.ts';
import { argumentValues } from './arguments.ts';
import { type Assigned, isBeforeAssigned } from './paths/assigned-values.ts';
import { assuming, mentions } from './assumed-values.ts';
import { isImmutable } from './header-objects.ts';
import { grownBy, growthsIn } from './lists.ts';
import { ts } from '../syntax/tree.ts';
import { urlOfRequest, withUrlChanges } from './url-objects.ts';
import { type RequestChange, changedRequest, requestChangesOf } from './other-languages/request-changes.ts';
import { changesInProject } from './paths/passed-outside.ts';
import { putsIntoOther } from './paths/put-into-other.ts';
import { isRequestObject } from '../syntax/dialect.ts';
import { withFields } from './classes/instance-fields.ts';
import type { Ctx, Env, FunctionValue, InstanceValue, ObjectValue, ObjMember, Value } from './values.ts';

const emptyObject = (node: ts.Node, complete: boolean): ObjectValue => ({
  kind: 'object',
  node,
  members: [],
  complete,
  literal: undefined,
});

/** Change inside an unknown member: `options.headers.Accept = …` of options that come from outside. */
const unseenAt = (
  ctx: Ctx,
  object: ObjectValue,
  change: VariableChange,
  path: readonly ts.Node[],
  happening: ChangeContext,
): ObjectValue => {
  if (object.over) return withMembers(object, [], false);
  const [nameNode] = path;
  const name = stepName(ctx, nameNode!, happening.env)!;
  if (object.complete || change.kind === 'push' || change.kind === 'passed') return object;
  const value = () => [applyAt(ctx, emptyObject(nameNode!, false), change, path.slice(1), happening)];
  const member = {
    name,
    nameNode: nameNode!,
    expression: undefined,
    node: change.node,
    certain: true,
    value,
  };
  return { ...object, members: [...object.members, member] };
};

/** Applies one change at `path` inside an object; unknown names make the object incomplete. */
const applyAt = (
  ctx: Ctx,
  object: ObjectValue,
  change: VariableChange,
  path: readonly ts.Node[],
  happening: ChangeContext,
): ObjectValue => {
  const moved = urlOfRequest(ctx, object, change, path, happening);
  if (moved) return moved;
  if (path.length === 0)
    return change.kind === 'passed'
      ? applyPassed(ctx, object, change, happening)
      : applyHere(ctx, object, change, happening);
  if (change.kind === 'passed' && calledFunction(ctx, change.node, happening.env) === undefined)
    return object;
  const name = stepName(ctx, path[0]!, happening.env);
  if (name === undefined) return withMembers(object, [], false);
  const inner = object.members.findLast((member) => member.name === name);
  if (!inner) return unseenAt(ctx, object, change, path, happening);
  const nested: ObjMember = {
    ...inner,
    value: () =>
      inner.value().map((val) => {
        if (val.kind === 'object') return applyAt(ctx, val, change, path.slice(1), happening);
        const grows = val.kind === 'list' && change.kind === 'push' && path.length === 1;
        return grows ? grownBy(ctx, val, [change.node], happening.env) : val;
      }),
  };
  return { ...object, members: object.members.map((member) => (member === inner ? nested : member)) };
};

/** Object after one change inside it, at the change's path. */
export const changedAt = (
  ctx: Ctx,
  object: ObjectValue,
  change: VariableChange,
  happening: ChangeContext,
): ObjectValue => {
  const named = change.kind === 'assign' || change.kind === 'delete';
  return applyAt(ctx, object, change, named ? change.path.slice(0, -1) : change.path, happening);
};

/** Object after the call of a function that receives it; `undefined` where that cannot be followed. */
const leftIn = (
  ctx: Ctx,
  object: ObjectValue,
  { node: call, index }: { readonly node: ts.CallExpression; readonly index: number },
  target: FunctionValue,
  env: Env | undefined,
): ObjectValue | undefined => {
  const parameter = target.node.parameters[index]?.name;
  if (!parameter || !ts.isIdentifier(parameter) || depthOf(env) >= MAX_DEPTH) return undefined;
  const inside: Env = {
    fn: target.node,
    call,
    argument: argumentValues(ctx, call, env),
    self: target.self,
    next: target.env ?? env,
  };
  return leftBy(ctx, object, parameter, inside);
};

/** Function of the project that a call calls. */
const calledFunction = (ctx: Ctx, { expression }: ts.CallExpression, env: Env | undefined) =>
  ctx.evaluate(expression, env).find((val) => val.kind === 'function');

/** Change that a project function makes to an object argument: `sign(options);`. */
const applyPassed = (
  ctx: Ctx,
  object: ObjectValue,
  { node, index }: Extract<VariableChange, { kind: 'passed' }>,
  { branches, env }: ChangeContext,
): ObjectValue => {
  const target = calledFunction(ctx, node, env);
  const after = target && leftIn(ctx, object, { node, index }, target, env);
  return after ? afterBranches(object, after, branches) : object;
};

const afterBranches = (before: ObjectValue, after: ObjectValue, branches: readonly Branch[]): ObjectValue =>
  branches.length === 0 ? after : eitherOf(before, after);

/** Object that a call may or may not have changed. */
const eitherOf = (before: ObjectValue, after: ObjectValue): ObjectValue => {
  const kept = new Set(after.members);
  const own = new Set(before.members);
  return {
    ...after,
    members: [
      ...before.members.map((member) => (kept.has(member) ? member : uncertain(member))),
      ...after.members.filter((member) => !own.has(member)).map(uncertain),
    ],
  };
};

/** Maximum depth of nested calls that pass on an object (`a(x)` calls `b(x)`). */
const MAX_DEPTH = 4;
const depthOf = (env: Env | undefined): number => (env ? 1 + depthOf(env.next) : 0);

/** State of an object after the call of a function that receives it. */
export const leftBy = (
  ctx: Ctx,
  object: ObjectValue,
  parameter: ts.Identifier,
  env: Env | undefined,
): ObjectValue => changed(ctx, object, parameter, env, (change) => branchesToEnd(change));

/** Returns the branches under which a change has happened. */
type Reach = (change: ts.Node) => readonly Branch[] | 'never';

/** Changes of a variable; for a request also the calls on it and with it, in source order. */
const happeningsOf = (
  ctx: Ctx,
  name: ts.Identifier,
  val: ObjectValue,
): readonly (VariableChange | RequestChange)[] => {
  const changes = changesInProject(ctx, name);
  if (!isRequestObject(val.node)) return changes;
  const own = changes.filter(({ kind }) => kind !== 'passed');
  return [...own, ...requestChangesOf(name)].toSorted((a, b) => a.node.getEnd() - b.node.getEnd());
};

/** Object after every change that the code makes to the variable `name`; after too many of them it is unknown. */
const changed = (
  ctx: Ctx,
  val: ObjectValue,
  name: ts.Identifier,
  env: Env | undefined,
  reach: Reach,
  counts: (change: VariableChange) => boolean = isInner,
): ObjectValue => {
  const all = happeningsOf(ctx, name, val).filter((each) => each.kind === 'touch' || counts(each));
  if (all.length > BUDGETS.objectChanges.max) return { ...val, members: [], complete: false };
  let object = val;
  for (const change of all) {
    const branches = reach(change.node);
    if (branches === 'never') continue;
    if (change.kind === 'touch') {
      const after = changedRequest(ctx, object, change, env, (fn, of) => leftIn(ctx, object, of, fn, env));
      object = afterBranches(object, after, branches);
      continue;
    }
    if (change.kind === 'set' && change.path.length === 0 && isImmutable(object)) continue;
    // `options.headers = { ...options.headers, … }` refers to the previous value.
    const self = change.kind === 'assign' && mentions(change.node.right, name);
    const under = self ? assuming(name, [object], env) : env;
    object = changedAt(ctx, object, change, { branches, env: under });
  }
  return object;
};

/** Instance after the fields set from outside of its class: `client.base = OTHER`. */
const instanceAfter = (
  ctx: Ctx,
  instance: InstanceValue,
  name: ts.Identifier,
  env: Env | undefined,
  reach: Reach,
): InstanceValue => {
  const empty = emptyObject(name, true);
  const seen = changed(ctx, empty, name, env, reach, setsField);
  return seen.members.length > 0 || !seen.complete ? withFields(instance, seen) : instance;
};

/** True for a change that certainly sets a field: a method named `set` may do anything. */
const setsField = (change: VariableChange): boolean =>
  change.kind === 'merge' ? change.path.length === 0 : change.kind === 'assign' && change.path.length === 1;

/**
 * Values of a variable at `use`, after the assignments to its members: `options.headers.Accept = …`, `headers.set(…)`.
 */
export const applyMutations = (
  ctx: Ctx,
  name: ts.Identifier,
  vals: readonly Value[],
  env: Env | undefined,
  use: ts.Node | undefined,
  assigned: Assigned,
): readonly Value[] => {
  if (!isChangedInside(name) && !vals.some(isRequestValue)) return vals;
  const reach: Reach = (change) => {
    const branches = branchesTo(change, use, name);
    return branches === 'never' && use && putsIntoOther(use, change) ? [unknownBranch(change)] : branches;
  };
  return vals.flatMap((val) => {
    const by = assigned.get(val);
    const since: Reach = (change) => (isBeforeAssigned(change, by, name) ? 'never' : reach(change));
    if (val.kind === 'object') return changed(ctx, val, name, env, since);
    if (val.kind === 'list') return grownBy(ctx, val, growthsIn(changesOf(name)), env);
    if (val.kind === 'instance') return instanceAfter(ctx, val, name, env, reach);
    if (val.kind === 'text') return withUrlChanges(ctx, name, val, env, reach);
    if (val.kind !== 'unknown') return val;
    // Object of which only the changes made here are known.
    const seen = changed(ctx, emptyObject(name, false), name, env, reach);
    return seen.members.length > 0 ? seen : val;
  });
};
