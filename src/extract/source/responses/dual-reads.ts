import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { some } from '../syntax/walk.ts';

const TESTS = new Set([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);

/** True for a variable that is initialized from the new shape: `const uri = c.connectionStrings?.standard`. */
const isNamedAfter = (node: ts.Identifier, successors: ReadonlySet<string>): boolean => {
  const declared = declarationOf(node.text, node);
  if (!declared || !ts.isIdentifier(declared)) return false;
  const { parent } = declared;
  if (ts.isVariableDeclaration(parent)) return !!parent.initializer && names(parent.initializer, successors);
  return ts.isBindingElement(parent) && names(ts.findAncestor(parent, isOutermostPattern)!, successors);
};

const isOutermostPattern = (node: ts.Node): boolean =>
  (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) && !ts.isBindingElement(node.parent);

const names = (root: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(root, (node) => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && successors.has(node.text));

const isSuccessor = (node: ts.Node, successors: ReadonlySet<string>): boolean =>
  ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && successors.has(node.text)) ||
  (ts.isIdentifier(node) && isNamedAfter(node, successors));

const mentions = (root: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(root, (node) => isSuccessor(node, successors));

const { SyntaxKind: KIND } = ts;
const COMPARES = new Set([
  KIND.EqualsEqualsToken,
  KIND.EqualsEqualsEqualsToken,
  KIND.ExclamationEqualsToken,
  KIND.ExclamationEqualsEqualsToken,
]);

/** True for a side that a value is compared with to see whether it is there: `null`, `undefined`, `0` of a length. */
const isPresenceValue = (node: ts.Expression): boolean =>
  ts.isTypeOfExpression(node) ||
  ts.isNumericLiteral(node) ||
  node.kind === KIND.NullKeyword ||
  node.kind === KIND.TrueKeyword ||
  node.kind === KIND.FalseKeyword ||
  ts.isVoidExpression(node) ||
  (ts.isIdentifier(node) && node.text === 'undefined');

/** True for `c.new.size !== size`, which fails where `new` is absent instead of asking for it. */
const comparesValue = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  COMPARES.has(node.operatorToken.kind) &&
  !isPresenceValue(node.left) &&
  !isPresenceValue(node.right);

/** True where a node stands in a comparison of values within `root`. */
const isCompared = (node: ts.Node, root: ts.Node): boolean => {
  for (let at = node; ; at = at.parent) {
    if (comparesValue(at)) return true;
    if (at === root) return false;
  }
};

/** True for a condition that looks whether the new shape is there. */
const asksFor = (condition: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(condition, (node) => isSuccessor(node, successors) && !isCompared(node, condition));

/** True for a statement that leaves: `return`, `throw`, `continue`, or a block that ends in one. */
const leaves = (node: ts.Statement): boolean => {
  if (ts.isBlock(node)) return node.statements.length > 0 && leaves(node.statements.at(-1)!);
  return (
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node)
  );
};

/** True when an earlier statement leaves the block if the new shape is present: `if (c.new) return c.new;`. */
const isGuarded = (statement: ts.Node, successors: ReadonlySet<string>): boolean => {
  const { parent } = statement;
  if (!parent || (!ts.isBlock(parent) && !ts.isSourceFile(parent))) return false;
  return parent.statements.some(
    (before) =>
      before.pos < statement.pos &&
      ts.isIfStatement(before) &&
      leaves(before.thenStatement) &&
      asksFor(before.expression, successors),
  );
};

/** Condition and arms of a conditional; none for other nodes. */
const partsOf = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse];
  if (ts.isIfStatement(node))
    return [node.expression, node.thenStatement, ...(node.elseStatement ? [node.elseStatement] : [])];
  return ts.isBinaryExpression(node) && TESTS.has(node.operatorToken.kind) ? [node.left, node.right] : [];
};

/** True for a conditional between the shapes: its condition or an arm without `from` reads the new one. */
const choosesBetween = (
  node: ts.Node,
  from: ts.Node,
  read: ts.Node,
  successors: ReadonlySet<string>,
): boolean => {
  const parts = partsOf(node);
  if (ts.isBinaryExpression(node)) return parts.some((part) => part !== from && mentions(part, successors));
  const [condition, ...arms] = parts;
  if (condition === undefined) return false;
  if (asksFor(condition, successors)) return true;
  // A condition that compares the old value has read it already.
  const isAsked = from !== condition || !isCompared(read, condition);
  return isAsked && arms.some((part) => part !== from && mentions(part, successors));
};

/** True for `{ old }` of a pattern that also destructures the new shape. */
const isBoundWithBoth = (node: ts.Node, successors: ReadonlySet<string>): boolean => {
  const pattern = ts.findAncestor(node, isOutermostPattern);
  return pattern !== undefined && names(pattern, successors);
};

/**
 * True where the same conditional also reads the new shape: `a.new ?? a.old`, `if (a.new) … else a.old`, or
 * an earlier return; and where one pattern destructures both shapes.
 */
export const handlesBoth = (node: ts.Node, successors: ReadonlySet<string>): boolean => {
  if (ts.isBindingElement(node.parent) && isBoundWithBoth(node, successors)) return true;
  let from = node;
  for (let at = node.parent; at && !ts.isFunctionLike(at); from = at, at = at.parent)
    if (choosesBetween(at, from, node, successors) || isGuarded(at, successors)) return true;
  return false;
};
