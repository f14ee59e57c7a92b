import { ts } from './parse.ts';
import { some } from './walk.ts';

const TESTS = new Set([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);

/** True where the same condition also looks at the new shape: `a.new ?? a.old`, `if (a.new) … else a.old`. */
export const handlesBoth = (node: ts.Node, successors: ReadonlySet<string>): boolean => {
  for (let at = node.parent; at && !ts.isFunctionLike(at); at = at.parent) {
    const choice =
      ts.isConditionalExpression(at) ||
      ts.isIfStatement(at) ||
      (ts.isBinaryExpression(at) && TESTS.has(at.operatorToken.kind));
    if (choice && mentions(at, successors)) return true;
  }
  return false;
};

const mentions = (root: ts.Node, names: ReadonlySet<string>): boolean =>
  some(root, (node) => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text));
