import { exactValue } from '../../../model/index.ts';
import { type Change, changesOf, isUnconditional } from './changes.ts';
import { argumentsOf } from './arguments.ts';
import { assuming, mentions } from './assumptions.ts';
import { grownBy, growthsIn } from './lists.ts';
import { ts } from '../syntax/parse.ts';
import { withUrlChanges } from './url-objects.ts';
import type { Ctx, Env, ObjectVal, ObjMember, Val } from './values.ts';

const stepName = (ctx: Ctx, node: ts.Node, env: Env | undefined): string | undefined => {
  if (ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
    return node.text;
  const val = ctx.evaluate(node, env)[0];
  return val?.kind === 'text' ? exactValue(val.text) : undefined;
};

/** The member that a change writes at the end of its path. */
const memberOf = (
  ctx: Ctx,
  change: Change,
  certain: boolean,
  env: Env | undefined,
): ObjMember | undefined => {
  const nameNode = change.kind === 'set' ? change.node.arguments[0]! : change.path.at(-1);
  const expression =
    change.kind === 'set' ? change.node.arguments[1]! : (change.node as ts.BinaryExpression).right;
  const name = nameNode && stepName(ctx, nameNode, env);
  if (!nameNode || name === undefined) return undefined;
  return {
    name,
    nameNode,
    expression,
    node: change.node,
    certain,
    value: () => ctx.evaluate(expression, env),
  };
};

const withMembers = (object: ObjectVal, added: readonly ObjMember[], complete: boolean): ObjectVal => ({
  ...object,
  members: [...object.members, ...added],
  complete: object.complete && complete,
});

/** Applies one change at `path` inside an object; unseen names make the object incomplete. */
const applyAt = (
  ctx: Ctx,
  object: ObjectVal,
  change: Change,
  path: readonly ts.Node[],
  certain: boolean,
  env: Env | undefined,
): ObjectVal => {
  if (path.length === 0) {
    if (change.kind === 'push') return object;
    if (change.kind === 'merge') {
      const merged = change.node.arguments.slice(1).flatMap((argument) => ctx.evaluate(argument, env));
      const objects = merged.filter((val) => val.kind === 'object');
      const members = objects
        .flatMap((val) => val.members)
        .map((member) => ({ ...member, certain: member.certain && certain }));
      return withMembers(
        object,
        members,
        objects.length === merged.length && objects.every((val) => val.complete),
      );
    }
    const member = memberOf(ctx, change, certain, env);
    return withMembers(object, member ? [member] : [], member !== undefined);
  }
  const name = stepName(ctx, path[0]!, env);
  if (name === undefined) return { ...object, complete: false };
  const inner = object.members.findLast((member) => member.name === name);
  if (!inner) return object;
  const nested: ObjMember = {
    ...inner,
    value: () =>
      inner.value().map((val) => {
        if (val.kind === 'object') return applyAt(ctx, val, change, path.slice(1), certain, env);
        const grows = val.kind === 'list' && change.kind === 'push' && path.length === 1;
        return grows ? grownBy(ctx, val, [change.node], env) : val;
      }),
  };
  return { ...object, members: object.members.map((member) => (member === inner ? nested : member)) };
};

/** What a function of the project does to an object that it is given: `sign(options);`. */
const applyPassed = (
  ctx: Ctx,
  object: ObjectVal,
  change: Extract<Change, { kind: 'passed' }>,
  env: Env | undefined,
): ObjectVal => {
  const target = ctx.evaluate(change.node.expression, env).find((val) => val.kind === 'function');
  const parameter = target?.node.parameters[change.index]?.name;
  if (!target || !parameter || !ts.isIdentifier(parameter)) return object;
  const inside: Env = {
    fn: target.node,
    call: change.node,
    argument: argumentsOf(ctx, change.node, env),
    next: target.env ?? env,
  };
  return changed(ctx, object, parameter, inside);
};

const isInner = (change: Change): boolean => change.kind !== 'assign' || change.path.length > 0;

/** Nested hand-overs (`a(x)` calls `b(x)`) are followed this far. */
const DEEPEST = 4;
const depthOf = (env: Env | undefined): number => (env ? 1 + depthOf(env.next) : 0);

/** The object after every change that the code makes to the variable `name`. */
const changed = (ctx: Ctx, val: ObjectVal, name: ts.Identifier, env: Env | undefined): ObjectVal => {
  let object = val;
  for (const change of changesOf(name).filter(isInner)) {
    if (change.kind === 'passed') {
      if (depthOf(env) < DEEPEST) object = applyPassed(ctx, object, change, env);
      continue;
    }
    const path = change.kind === 'assign' ? change.path.slice(0, -1) : change.path;
    // `options.headers = { ...options.headers, … }` says what was there before.
    const self = change.kind === 'assign' && mentions(change.node.right, name);
    const under = self ? assuming(name, [object], env) : env;
    object = applyAt(ctx, object, change, path, isUnconditional(change, name), under);
  }
  return object;
};

/** The values of a variable after the assignments to its members: `options.headers.Accept = …`, `headers.set(…)`. */
export const applyMutations = (
  ctx: Ctx,
  name: ts.Identifier,
  vals: readonly Val[],
  env: Env | undefined,
): readonly Val[] => {
  if (!changesOf(name).some(isInner)) return vals;
  return vals.flatMap((val) => {
    if (val.kind === 'object') return changed(ctx, val, name, env);
    if (val.kind === 'list') return grownBy(ctx, val, growthsIn(changesOf(name)), env);
    if (val.kind === 'text') return withUrlChanges(ctx, name, val, env);
    if (val.kind !== 'unknown') return val;
    // Nothing is known of it but what is set here.
    const unseen: ObjectVal = {
      kind: 'object',
      node: name,
      members: [],
      complete: false,
      literal: undefined,
    };
    const seen = changed(ctx, unseen, name, env);
    return seen.members.length > 0 ? seen : val;
  });
};
