import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Value } from './values.ts';
import { unknown } from './values.ts';

type Property = ts.ShorthandPropertyAssignment | ts.PropertyAssignment;

const valuesOfPattern = (
  ctx: Ctx,
  pattern: ts.ObjectLiteralExpression,
  env: Env | undefined,
): readonly Value[] => {
  let at: ts.Node = pattern;
  while (ts.isParenthesizedExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isBinaryExpression(parent)) return ctx.evaluate(parent.right, env);
  return ts.isPropertyAssignment(parent) ? assignedValues(ctx, parent, env) : unknown();
};

/** Values of a property of an assignment pattern: `({ name } = answer)`. */
export const assignedValues = (ctx: Ctx, property: Property, env: Env | undefined): readonly Value[] => {
  const { name } = property;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return unknown();
  const source = valuesOfPattern(ctx, property.parent, env);
  return source.flatMap((val) => ctx.property(val, name.text, name, false));
};

/** True for an object literal that is an assignment target: `({ … } = answer)`, also nested. */
const isPattern = (literal: ts.ObjectLiteralExpression): boolean => {
  const { parent } = literal;
  if (ts.isBinaryExpression(parent))
    return parent.left === literal && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return ts.isPropertyAssignment(parent) && parent.initializer === literal && isPattern(parent.parent);
};

const propertiesOf = (pattern: ts.ObjectLiteralExpression): readonly Property[] =>
  pattern.properties.flatMap((property): readonly Property[] => {
    if (ts.isShorthandPropertyAssignment(property)) return [property];
    if (!ts.isPropertyAssignment(property)) return [];
    const { initializer } = property;
    return [property, ...(ts.isObjectLiteralExpression(initializer) ? propertiesOf(initializer) : [])];
  });

/** Properties of every assignment pattern of a file. */
export const assignedProperties = (file: ts.SourceFile): readonly Property[] =>
  nodesOf(file).changing.flatMap((node) =>
    ts.isBinaryExpression(node) && ts.isObjectLiteralExpression(node.left) ? propertiesOf(node.left) : [],
  );

/** The node as a property of an assignment pattern. */
export const assignedProperty = (node: ts.Node): Property | undefined =>
  (ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)) && isPattern(node.parent)
    ? node
    : undefined;
