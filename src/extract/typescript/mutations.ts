import { exactValue } from '../../model/index.ts';
import { type Change, changesOf, isUnconditional } from './changes.ts';
import { ts } from './parse.ts';
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
      inner
        .value()
        .map((val) => (val.kind === 'object' ? applyAt(ctx, val, change, path.slice(1), certain, env) : val)),
  };
  return { ...object, members: object.members.map((member) => (member === inner ? nested : member)) };
};

/** The values of a variable after the assignments to its members: `options.headers.Accept = …`, `headers.set(…)`. */
export const applyMutations = (
  ctx: Ctx,
  name: ts.Identifier,
  vals: readonly Val[],
  env: Env | undefined,
): readonly Val[] => {
  const changes = changesOf(name).filter((change) => change.kind !== 'assign' || change.path.length > 0);
  if (changes.length === 0) return vals;
  return vals.map((val) => {
    if (val.kind !== 'object') return val;
    let object = val;
    for (const change of changes) {
      const path = change.kind === 'assign' ? change.path.slice(0, -1) : change.path;
      object = applyAt(ctx, object, change, path, isUnconditional(change, name), env);
    }
    return object;
  });
};
