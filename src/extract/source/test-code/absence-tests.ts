import { ts } from '../syntax/tree.ts';

const ABSENT = /^(toBeUndefined|toBeFalsy|toBeNull|undefined)$/;
const EQUALS = /^={2,3}$/;

const isNothing = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || node.getText() === 'undefined';

/** True for a read that tests that a member is missing: `!body.a`, `body.a === undefined`, `expect(body.a).toBeUndefined()`. */
export const isAbsenceTest = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isBinaryExpression(parent))
    return EQUALS.test(parent.operatorToken.getText()) && [parent.left, parent.right].some(isNothing);
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.parent) &&
    ABSENT.test(parent.parent.name.text)
  );
};
