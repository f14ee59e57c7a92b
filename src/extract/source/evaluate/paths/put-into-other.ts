import { ts } from '../../syntax/tree.ts';

/**
 * True where a name puts the object itself into another one, so that a later change is visible there too; not for
 * the change of a variable that takes it there.
 */
export const putsIntoOther = (use: ts.Node, change: ts.Node): boolean => {
  for (let at = use; at.parent; at = at.parent) {
    const { parent } = at;
    if (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) continue;
    if (ts.isObjectLiteralExpression(parent) || ts.isArrayLiteralExpression(parent)) continue;
    if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) continue;
    return (
      (ts.isVariableDeclaration(parent) && parent !== change) ||
      ts.isBinaryExpression(parent) ||
      ts.isPropertyDeclaration(parent)
    );
  }
  return false;
};
