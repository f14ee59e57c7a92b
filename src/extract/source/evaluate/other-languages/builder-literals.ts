import { markedInsertionPoint } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, ObjectValue } from '../values.ts';

/**
 * Literal that one more member of an object is inserted into: its own, or the one that it continues, as in
 * `builder("/groups").header(…)`, so that all calls that continue a builder have one insertion point.
 */
export const builderLiteral = (
  ctx: Ctx,
  node: ts.ObjectLiteralExpression,
  env: Env | undefined,
): ObjectValue['literal'] => {
  const [first] = node.properties;
  if (!first || !ts.isSpreadAssignment(first) || !markedInsertionPoint(node)) return node;
  const [only, ...others] = ctx.evaluate(first.expression, env);
  const begun = others.length === 0 && only?.kind === 'object' ? only.literal : undefined;
  return begun && markedInsertionPoint(begun) ? begun : node;
};
