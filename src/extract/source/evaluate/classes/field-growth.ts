import { assuming } from '../assumed-values.ts';
import { concatenate, withinBudget } from '../texts.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Ctx, Env, Value } from '../values.ts';
import { declaredConstructor, type FieldAssignment } from './members-by-name.ts';

// Fields that a constructor makes of what they had before: `this.url += '/groups'`, `this.base = this.base + path`.

/** Reads of fields of `this` in an expression that is evaluated at once. */
const ownReads = oncePerNode((node: ts.Node): readonly ts.PropertyAccessExpression[] => {
  const found: ts.PropertyAccessExpression[] = [];
  walk(node, (at) => {
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return false;
    if (ts.isPropertyAccessExpression(at) && at.expression.kind === ts.SyntaxKind.ThisKeyword) found.push(at);
  });
  return found;
});

const readsOf = ({ name, value }: FieldAssignment): readonly ts.PropertyAccessExpression[] =>
  ownReads(value).filter((read) => read.name.text === name);

const isPlain = ({ node }: FieldAssignment): boolean => node.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** Assignments in the constructor of a class itself, in order, if one of them adds to what the field had before. */
export const growthOf = (
  owner: ts.ClassLikeDeclaration,
  assigned: readonly FieldAssignment[],
): readonly FieldAssignment[] => {
  const made = declaredConstructor(owner);
  const own = assigned.filter(({ node }) => made && ts.findAncestor(node, ts.isFunctionLike) === made);
  return own.some((one) => one.appends || (isPlain(one) && readsOf(one).length > 0)) ? own : [];
};

const isCertain = (owner: ts.ClassLikeDeclaration, { node }: FieldAssignment): boolean =>
  ts.isExpressionStatement(node.parent) && node.parent.parent === declaredConstructor(owner)?.body;

/** Values of a field after the assignments of a constructor; `before` gives those that it has until then. */
export const grownField = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  growth: readonly FieldAssignment[],
  before: () => readonly Value[],
  env: Env | undefined,
): readonly Value[] => {
  let vals: readonly Value[] | undefined;
  for (const one of growth) {
    const known = (): readonly Value[] => (vals ??= before());
    const under = readsOf(one).reduce<Env | undefined>((at, read) => assuming(read, known(), at), env);
    const right = ctx.evaluate(one.value, under);
    const next = one.appends ? concatenate([known(), right], one.node) : right;
    vals = isCertain(owner, one) && (one.appends || isPlain(one)) ? next : [...known(), ...next];
    vals = withinBudget(vals);
  }
  return vals ?? before();
};
