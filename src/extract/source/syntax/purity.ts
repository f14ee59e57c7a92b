import { ts } from './tree.ts';

/** True when evaluating the expression twice is the same as once: names, property paths, literals. */
export const isPure = (node: ts.Node): boolean => {
  if (ts.isIdentifier(node) || ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.ThisKeyword)
    return true;
  if (
    ts.isPropertyAccessExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node)
  )
    return isPure(node.expression);
  if (ts.isElementAccessExpression(node)) return isPure(node.expression) && isPure(node.argumentExpression);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind !== ts.SyntaxKind.EqualsToken && isPure(node.left) && isPure(node.right);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every((span) => isPure(span.expression));
  if (ts.isConditionalExpression(node))
    return isPure(node.condition) && isPure(node.whenTrue) && isPure(node.whenFalse);
  return ts.isAsExpression(node) && isPure(node.expression);
};
