import { ts } from '../syntax/tree.ts';
import { isNotUnderstood } from './operations.ts';

const isPassive = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSpreadElement(node) ||
  ts.isArrayLiteralExpression(node);

const isMember = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isSpreadAssignment(node);

const asksWhether = (node: ts.Node): boolean =>
  ts.isTypeOfExpression(node) ||
  ts.isIfStatement(node) ||
  ts.isWhileStatement(node) ||
  ts.isExpressionStatement(node) ||
  ts.isPrefixUnaryExpression(node);

/** Node that receives the value of a node, by syntax alone; `end` where only its presence is tested. */
export const throughSyntax = (node: ts.Node): ts.Node | 'end' | undefined => {
  const { parent } = node;
  if (isPassive(parent)) return parent;
  if (isMember(parent)) return parent.parent;
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'end' : parent;
  return asksWhether(parent) && !isNotUnderstood(parent) ? 'end' : undefined;
};
