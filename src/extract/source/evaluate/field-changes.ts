import { exactValue } from '../../../model/index.ts';
import { grownBy } from './lists.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/parse.ts';
import type { Ctx, Env, ObjectVal, ObjMember, Val } from './values.ts';
import { walk } from '../syntax/walk.ts';

/** What a class does to an object in one of its fields: `this.headers[key] = value`, `this.headers.set(key, value)`. */
interface FieldChange {
  readonly field: string;
  readonly key: ts.Expression | ts.MemberName;
  readonly value: ts.Expression;
  readonly node: ts.Node;
  /** True in the constructor: it happens to every instance. */
  readonly certain: boolean;
}

/** The field's name in `this.field`. */
const fieldIn = (node: ts.Expression): string | undefined =>
  ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword
    ? node.name.text
    : undefined;

const isInConstructor = (node: ts.Node): boolean => {
  const fn = ts.findAncestor(node, ts.isFunctionLike);
  return fn !== undefined && ts.isConstructorDeclaration(fn);
};

const changeAt = (node: ts.Node): Omit<FieldChange, 'certain'> | undefined => {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right: value } = node;
    if (!ts.isPropertyAccessExpression(left) && !ts.isElementAccessExpression(left)) return undefined;
    const field = fieldIn(left.expression);
    const key = ts.isPropertyAccessExpression(left) ? left.name : left.argumentExpression;
    return field === undefined ? undefined : { field, key, value, node };
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const field = /^(set|append)$/.test(node.expression.name.text)
    ? fieldIn(node.expression.expression)
    : undefined;
  const [key, value] = node.arguments;
  return field === undefined || !key || !value ? undefined : { field, key, value, node };
};

const changesIn = oncePerNode((owner: ts.ClassLikeDeclaration): readonly FieldChange[] => {
  const found: FieldChange[] = [];
  walk(owner, (node) => {
    const change = changeAt(node);
    if (change) found.push({ ...change, certain: isInConstructor(node) });
  });
  return found;
});

const keyText = (ctx: Ctx, key: FieldChange['key'], env: Env | undefined): string | undefined => {
  if (ts.isIdentifier(key) && ts.isPropertyAccessExpression(key.parent) && key.parent.name === key)
    return key.text;
  const vals = ctx.evaluate(key, env);
  return vals.length === 1 && vals[0]?.kind === 'text' ? exactValue(vals[0].text) : undefined;
};

const changed = (ctx: Ctx, object: ObjectVal, change: FieldChange, env: Env | undefined): ObjectVal => {
  const name = keyText(ctx, change.key, env);
  // A key that cannot be seen may be any of them.
  if (name === undefined) return { ...object, complete: false };
  const { key: nameNode, value: expression, node, certain } = change;
  const member: ObjMember = {
    name,
    nameNode,
    expression,
    node,
    certain,
    value: () => ctx.evaluate(expression, env),
  };
  return { ...object, members: [...object.members, member] };
};

type Growths = ReadonlyMap<string, readonly ts.CallExpression[]>;

/** Calls that put something into a list in a field, by the field's name: `this.list.push(…)`. */
const growthsIn = oncePerNode((owner: ts.ClassLikeDeclaration): Growths => {
  const found = new Map<string, ts.CallExpression[]>();
  walk(owner, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const field = /^(push|unshift)$/.test(node.expression.name.text)
      ? fieldIn(node.expression.expression)
      : undefined;
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), node]);
  });
  return found;
});

/** The values of a field after what the class does to the object or list in it. */
export const withFieldChanges = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  field: string,
  vals: readonly Val[],
  env: Env | undefined,
): readonly Val[] => {
  const changes = changesIn(owner).filter((change) => change.field === field);
  const puts = growthsIn(owner).get(field) ?? [];
  if (changes.length === 0 && puts.length === 0) return vals;
  return vals.map((val) =>
    val.kind === 'list'
      ? grownBy(ctx, val, puts, env)
      : val.kind === 'object'
        ? changes.reduce<ObjectVal>((object, change) => changed(ctx, object, change, env), val)
        : val,
  );
};
