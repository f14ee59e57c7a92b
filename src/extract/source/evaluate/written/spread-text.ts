import { dialectOf } from '../../syntax/dialect.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import type { Value } from '../values.ts';

const spreadable = (node: ts.Expression): string =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)
    ? node.getText()
    : `(${node.getText()})`;

/** True for a parameter that is nothing by default: `headers=None`. */
const isNothingByDefault = (node: ts.Expression): boolean => {
  const declared = ts.isIdentifier(node) ? declarationOf(node.text, node)?.parent : undefined;
  return (
    declared !== undefined &&
    ts.isParameter(declared) &&
    declared.initializer?.kind === ts.SyntaxKind.NullKeyword
  );
};

/** True for a choice of which one part is written as nothing: `headers or None`. */
const choosesNothing = (node: ts.Expression): boolean => {
  if (node.kind === ts.SyntaxKind.NullKeyword) return true;
  if (ts.isParenthesizedExpression(node)) return choosesNothing(node.expression);
  if (ts.isConditionalExpression(node))
    return choosesNothing(node.whenTrue) || choosesNothing(node.whenFalse);
  return ts.isBinaryExpression(node) && (choosesNothing(node.left) || choosesNothing(node.right));
};

/** Expression whose members a larger object takes over; some languages refuse those of nothing. */
export const spreadText = (node: ts.Expression, vals: readonly Value[]): string => {
  const { orEmpty } = dialectOf(node).insertion;
  const mayBeNothing =
    isNothingByDefault(node) || choosesNothing(node) || vals.some(({ kind }) => kind === 'primitive');
  if (!orEmpty || !mayBeNothing) return spreadable(node);
  return orEmpty(ts.isConditionalExpression(node) ? `(${node.getText()})` : node.getText());
};
