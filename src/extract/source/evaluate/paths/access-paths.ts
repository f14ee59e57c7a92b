import { ts } from '../../syntax/tree.ts';

/** Path of members from a variable: `options.headers['Accept']`. */
export interface AccessPath {
  readonly root: ts.Identifier;
  readonly path: readonly ts.Node[];
}

/** True for an assignment: `=`, `+=`, `??=` and so on. */
export const isAssignment = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.BarBarEqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandEqualsToken;

/** `a.b['c']` → root `a`, path of the literal names; `undefined` when a step is computed or the root is not a name. */
export const accessPath = (node: ts.Expression): AccessPath | undefined => {
  const path: ts.Node[] = [];
  let at: ts.Expression = node;
  while (!ts.isIdentifier(at)) {
    // `(options.headers ??= {}).Accept = …` changes what was assigned.
    if (ts.isBinaryExpression(at) && isAssignment(at)) {
      at = at.left;
      continue;
    }
    if (ts.isPropertyAccessExpression(at)) path.unshift(at.name);
    else if (ts.isElementAccessExpression(at)) path.unshift(at.argumentExpression);
    else if (!ts.isNonNullExpression(at) && !ts.isParenthesizedExpression(at) && !ts.isAsExpression(at))
      return undefined;
    at = at.expression;
  }
  return { root: at, path };
};
