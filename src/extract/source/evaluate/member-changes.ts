import { isMapObject } from './elements.ts';
import { exactValue } from '../../../model/index.ts';
import type { VariableChange } from './changes.ts';
import type { Branch } from './paths/branches.ts';
import { underBranches, withMembers } from './members.ts';
import { withoutMembers } from './removed-members.ts';
import { assignObjects } from './objects.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ObjectValue, ObjMember } from './values.ts';
import { unknown } from './values.ts';

/** `headers` of `options.headers` and of `const { headers } = options`. */
const isNameOnly = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node;
  return ts.isPropertyAccessExpression(parent) && parent.name === node;
};

/** Name of a step of a path; `undefined` where it is unknown, or one of several. */
export const stepName = (ctx: Ctx, node: ts.Node, env: Env | undefined): string | undefined => {
  if (ts.isIdentifier(node) && isNameOnly(node)) return node.text;
  const [val, ...others] = ctx.evaluate(node, env);
  return val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
};

/** Context of a change: its branches, and the environment. */
export interface ChangeContext {
  readonly branches: readonly Branch[];
  readonly env: Env | undefined;
}

const SETS = new Set(['set', 'setHeader']);

/** Member that a change writes at the end of its path. */
const memberOf = (
  ctx: Ctx,
  change: Extract<VariableChange, { kind: 'set' | 'assign' }>,
  env: Env | undefined,
): ObjMember | undefined => {
  const nameNode = change.kind === 'set' ? change.node.arguments[0]! : change.path.at(-1);
  const expression = change.kind === 'set' ? change.node.arguments[1]! : change.node.right;
  const name = nameNode && stepName(ctx, nameNode, env);
  if (!nameNode || name === undefined) return undefined;
  const method =
    change.kind === 'set' ? (change.node.expression as ts.PropertyAccessExpression).name.text : '';
  return {
    name,
    nameNode,
    expression,
    node: change.node,
    certain: true,
    ...(change.kind === 'set' && { by: SETS.has(method) ? ('set' as const) : ('append' as const) }),
    value: () => ctx.evaluate(expression, env),
  };
};

/** `x.name ??= value`: written where nothing is there. */
const isFallback = (change: VariableChange): boolean =>
  change.kind === 'assign' && change.node.operatorToken.kind !== ts.SyntaxKind.EqualsToken;

const isAppended = (change: VariableChange): boolean =>
  change.kind === 'assign' && change.node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;

/** `map.set(key, value)` under an unknown key: one of the values of the map. */
const withKeyed = (
  ctx: Ctx,
  object: ObjectValue,
  change: Extract<VariableChange, { kind: 'set' | 'assign' }>,
  env: Env | undefined,
): ObjectValue => {
  const expression = change.kind === 'set' ? change.node.arguments[1] : change.node.right;
  if (!expression || !isMapObject(object)) return object;
  return { ...object, keyed: [...(object.keyed ?? []), () => ctx.evaluate(expression, env)] };
};

const written = (
  ctx: Ctx,
  object: ObjectValue,
  change: Extract<VariableChange, { kind: 'set' | 'assign' }>,
  { branches, env }: ChangeContext,
): ObjectValue => {
  const member = memberOf(ctx, change, env);
  if (!member) return withKeyed(ctx, withMembers(object, [], false), change, env);
  if (isAppended(change))
    return withMembers(
      object,
      [underBranches({ ...member, value: () => unknown(member.name) }, branches, env)],
      true,
    );
  if (!isFallback(change)) return withMembers(object, [underBranches(member, branches, env)], true);
  const standing = object.members.some(({ name, certain }) => certain && name === member.name);
  // Whether there is another value is not evaluated.
  return standing ? object : withMembers(object, [{ ...member, certain: false }], true);
};

const merged = (
  ctx: Ctx,
  object: ObjectValue,
  { node }: Extract<VariableChange, { kind: 'merge' }>,
  { branches, env }: ChangeContext,
): ObjectValue => {
  const columns = node.arguments.slice(1).map((argument) => ctx.evaluate(argument, env));
  const [sum] = assignObjects(columns, node);
  if (sum?.kind !== 'object') return object;
  const base = sum.complete ? object : withMembers(object, [], false);
  const added = sum.members.map((member) => underBranches(member, branches, env));
  return { ...withMembers(base, added, true), complete: base.complete };
};

const removed = (
  ctx: Ctx,
  object: ObjectValue,
  change: Extract<VariableChange, { kind: 'delete' }>,
  { branches, env }: ChangeContext,
): ObjectValue => {
  const { node } = change;
  const nameNode = change.path.at(-1)! as ts.Expression | ts.MemberName;
  const name = stepName(ctx, nameNode, env);
  if (name === undefined) return withMembers(object, [], false);
  const folds = ts.isCallExpression(node);
  return withoutMembers(object, { name, nameNode, folds, node }, branches, env);
};

/** Applies one change to the members of the object itself. */
export const applyHere = (
  ctx: Ctx,
  object: ObjectValue,
  change: VariableChange,
  happening: ChangeContext,
): ObjectValue => {
  switch (change.kind) {
    case 'merge':
      return merged(ctx, object, change, happening);
    case 'delete':
      return removed(ctx, object, change, happening);
    case 'set':
    case 'assign':
      return written(ctx, object, change, happening);
    default:
      return object;
  }
};
