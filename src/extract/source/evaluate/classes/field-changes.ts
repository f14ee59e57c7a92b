import { addTo } from '../../../../model/index.ts';
import { strip } from '../arguments.ts';
import { isAssignment } from '../paths/access-paths.ts';
import type { VariableChange } from '../changes.ts';
import type { Branch } from '../paths/branches.ts';
import { branchesToEnd, unknownBranch } from '../paths/conditions.ts';
import { changedAt } from '../mutations.ts';
import { grownBy } from '../lists.ts';
import { dottedName } from '../../syntax/dialect.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, InstanceValue, ListValue, ObjectValue, Value } from '../values.ts';
import { changesByCalls, isByChain } from './method-calls.ts';
import { walk } from '../../syntax/walk.ts';

/**
 * Change that a class makes to an object in one of its fields: `this.headers[key] = value`,
 * `delete this.options.headers.Accept`.
 */
interface FieldChange {
  readonly field: string;
  readonly change: VariableChange;
  /** Branches under which it precedes a method's use: what the constructor and the class body do happens first. */
  readonly branches: readonly Branch[];
}

/** Field of `this.field.path`, and the path. */
const fieldPath = (node: ts.Expression): { field: string; path: readonly ts.Node[] } | undefined => {
  const path: ts.Node[] = [];
  let at = strip(node);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) {
    const name = ts.isPropertyAccessExpression(at) ? at.name : at.argumentExpression;
    if (at.expression.kind === ts.SyntaxKind.ThisKeyword)
      return ts.isPropertyAccessExpression(at) ? { field: at.name.text, path } : undefined;
    path.unshift(name);
    at = strip(at.expression);
  }
  return undefined;
};

/** Field name of `this.field`. */
const fieldIn = (node: ts.Expression): string | undefined => {
  const target = fieldPath(node);
  return target?.path.length === 0 ? target.field : undefined;
};

const branchesIn = (node: ts.Node): readonly Branch[] => {
  const fn = ts.findAncestor(node, ts.isFunctionLike);
  const branches = branchesToEnd(node);
  return !fn || ts.isConstructorDeclaration(fn) ? branches : [...branches, unknownBranch(node)];
};

const found = (
  target: ts.Expression,
  node: ts.Node,
  make: (path: readonly ts.Node[]) => VariableChange | undefined,
): FieldChange | undefined => {
  const at = fieldPath(target);
  const change = at && make(at.path);
  return at && change && { field: at.field, change, branches: branchesIn(node) };
};

const changeByCall = (node: ts.CallExpression): FieldChange | undefined => {
  const { expression: callee, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(callee) || !given[0]) return undefined;
  const [first, second] = given;
  if (callee.name.text === 'assign' && dottedName(callee.expression) === 'Object')
    return found(first, node, (path) => ({ kind: 'merge', node, path }));
  if (callee.name.text === 'delete' && !second)
    return found(callee.expression, node, (path) => ({ kind: 'delete', node, path: [...path, first] }));
  return second && /^(set|append)$/.test(callee.name.text)
    ? found(callee.expression, node, (path) => ({ kind: 'set', node, path }))
    : undefined;
};

const changeAt = (node: ts.Node): FieldChange | undefined => {
  if (ts.isBinaryExpression(node) && isAssignment(node))
    return found(node.left, node, (path) => (path.length > 0 ? { kind: 'assign', node, path } : undefined));
  if (ts.isDeleteExpression(node))
    return found(node.expression, node, (path) =>
      path.length > 0 ? { kind: 'delete', node, path } : undefined,
    );
  return ts.isCallExpression(node) ? changeByCall(node) : undefined;
};

const changesIn = oncePerNode((owner: ts.ClassLikeDeclaration): readonly FieldChange[] => {
  const changes: FieldChange[] = [];
  walk(owner, (node) => {
    const change = changeAt(node);
    if (change) changes.push(change);
  });
  return changes;
});

/** What holds a field: an object of a class, or the class itself. */
type Holder = Partial<Pick<InstanceValue, 'env' | 'calls'>>;

type Growths = ReadonlyMap<string, readonly ts.CallExpression[]>;

/** Calls that add to a list in a field, by field name: `this.list.push(…)`. */
const growthsIn = oncePerNode((owner: ts.ClassLikeDeclaration): Growths => {
  const found = new Map<string, ts.CallExpression[]>();
  walk(owner, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const field = /^(push|unshift)$/.test(node.expression.name.text)
      ? fieldIn(node.expression.expression)
      : undefined;
    if (field !== undefined) addTo(found, field, node);
  });
  return found;
});

/** True for a field whose object or list is changed by methods that return the object they belong to. */
export const isChangedInChains = (owner: ts.ClassLikeDeclaration, field: string): boolean =>
  [
    ...changesIn(owner).flatMap(({ change, field: of }) => (of === field ? [change.node] : [])),
    ...(growthsIn(owner).get(field) ?? []),
  ].some((node) => isByChain(owner, node));

/** Object in a field after the changes that the class makes to it, at any time and in calls that are known. */
const changedObject = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  object: ObjectValue,
  all: readonly FieldChange[],
  instance: Holder,
): ObjectValue => {
  const { anyTime, inCalls } = changesByCalls(owner, instance, all, ({ change }) => change.node);
  const before = anyTime.reduce(
    (at, { change, branches }) => changedAt(ctx, at, change, { branches, env: instance.env }),
    object,
  );
  return inCalls.reduce(
    (at, { of, call, branches }) => changedAt(ctx, at, of.change, { branches, env: call.env }),
    before,
  );
};

const grownList = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  list: ListValue,
  puts: readonly ts.CallExpression[],
  instance: Holder,
): ListValue => {
  const { anyTime, inCalls } = changesByCalls(owner, instance, puts, (put) => put);
  const before = grownBy(ctx, list, anyTime, instance.env);
  return inCalls.reduce((at, { of, call }) => grownBy(ctx, at, [of], call.env), before);
};

/** Values of a field after the changes that the class makes to its object or list. */
export const withFieldChanges = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  field: string,
  vals: readonly Value[],
  instance: Holder,
): readonly Value[] => {
  const changes = changesIn(owner).filter((change) => change.field === field);
  const puts = growthsIn(owner).get(field) ?? [];
  if (changes.length === 0 && puts.length === 0) return vals;
  return vals.map((val) => {
    if (val.kind === 'list') return grownList(ctx, owner, val, puts, instance);
    return val.kind === 'object' ? changedObject(ctx, owner, val, changes, instance) : val;
  });
};
