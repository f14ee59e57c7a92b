import { ts } from '../syntax/tree.ts';
import { referencesTo } from '../syntax/references.ts';
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

/** True for a name of the new shape, other than one that a literal writes: `{ replicationSpecs: […] }`. */
const isNamedNew = (node: ts.Node, successors: ReadonlySet<string>): boolean =>
  (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) &&
  successors.has(node.text) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);

const names = (root: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(root, (node) => isNamedNew(node, successors));

const isSuccessor = (node: ts.Node, successors: ReadonlySet<string>): boolean =>
  isNamedNew(node, successors) || (ts.isIdentifier(node) && isNamedAfter(node, successors));

const mentions = (root: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(root, (node) => isSuccessor(node, successors));

const { SyntaxKind: KIND } = ts;
const EQUAL = new Set([KIND.EqualsEqualsToken, KIND.EqualsEqualsEqualsToken]);
const COMPARES = new Set([...EQUAL, KIND.ExclamationEqualsToken, KIND.ExclamationEqualsEqualsToken]);

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

/** True where a node is part of a comparison of values within `root`. */
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

/** True for a condition that holds only where the new shape is absent: `!c.new`, `c.new == null`. */
const asksForAbsence = (node: ts.Node): boolean => {
  if (ts.isParenthesizedExpression(node)) return asksForAbsence(node.expression);
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === KIND.ExclamationToken && !asksForAbsence(node.operand);
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  if (kind === KIND.AmpersandAmpersandToken) return asksForAbsence(node.left) || asksForAbsence(node.right);
  const isAbsent = (side: ts.Expression): boolean =>
    side.kind === KIND.NullKeyword ||
    side.kind === KIND.FalseKeyword ||
    (ts.isNumericLiteral(side) && side.text === '0') ||
    ((ts.isIdentifier(side) || ts.isStringLiteralLike(side)) && side.text === 'undefined');
  return EQUAL.has(kind) && (isAbsent(node.left) || isAbsent(node.right));
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
      asksFor(before.expression, successors) &&
      !asksForAbsence(before.expression),
  );
};

/** Condition and arms of a conditional; none for other nodes. */
const partsOf = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse];
  if (ts.isIfStatement(node))
    return [node.expression, node.thenStatement, ...(node.elseStatement ? [node.elseStatement] : [])];
  return ts.isBinaryExpression(node) && TESTS.has(node.operatorToken.kind) ? [node.left, node.right] : [];
};

/** The arm that is taken where the new shape is there; `undefined` where the condition leaves it open. */
const armOfNew = (condition: ts.Node, arms: readonly ts.Node[]): ts.Node | undefined => {
  if (asksForAbsence(condition)) return arms[1];
  const isOpen = some(
    condition,
    (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === KIND.BarBarToken,
  );
  return isOpen ? undefined : arms[0];
};

const isReceiver = (node: ts.Node): boolean =>
  (node.parent as Partial<ts.CallExpression>).expression === node;

/** The name that an access begins with: `c` of `c.old.size`, `c.get('old')` and `c['old']`. */
const rootOf = (node: ts.Node): string | undefined => {
  const isHeld = ({ parent }: ts.Node): boolean =>
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isCallExpression(parent) && ts.isStringLiteralLike(node));
  let at = isHeld(node) ? node.parent : node;
  while (isReceiver(at)) at = at.parent;
  while ('expression' in at) at = at.expression as ts.Node;
  return ts.isIdentifier(at) || at.kind === KIND.ThisKeyword ? at.getText() : undefined;
};

const isNamed = (node: ts.Node, root: string): boolean =>
  (ts.isIdentifier(node) || node.kind === KIND.ThisKeyword) && node.getText() === root;

/** True for a variable that is computed from what is read: `const { version } = c`. */
const isComputedFrom = (node: ts.Node, root: string): boolean => {
  const declared = ts.isIdentifier(node) ? declarationOf(node.text, node) : undefined;
  const variable = declared && ts.findAncestor(declared, ts.isVariableDeclaration);
  return variable?.initializer !== undefined && some(variable.initializer, (part) => isNamed(part, root));
};

/** True for a condition on what is read, `isNew(c)`; a flag from elsewhere says nothing about a response: `useV2`. */
const isAbout = (condition: ts.Node, root: string | undefined): boolean =>
  root === undefined || some(condition, (node) => isNamed(node, root) || isComputedFrom(node, root));

/** True for an arm that reads the new shape of what is read in the old one from `root`. */
const readsNewOf = (root: string | undefined, arm: ts.Node, successors: ReadonlySet<string>): boolean =>
  some(
    arm,
    (node) =>
      isSuccessor(node, successors) &&
      (root === undefined ||
        rootOf(node) === root ||
        (ts.isIdentifier(node) && isNamedAfter(node, successors))),
  );

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
  if (asksFor(condition, successors) && from !== armOfNew(condition, arms)) return true;
  const root = rootOf(read);
  // A condition that compares the old value has read it already.
  const isAsked = from === condition ? !isCompared(read, condition) : isAbout(condition, root);
  return isAsked && arms.some((part) => part !== from && readsNewOf(root, part, successors));
};

/** True for an element of a pattern that takes a property of the new shape. */
const takesSuccessor = (
  { name, propertyName }: ts.BindingElement,
  successors: ReadonlySet<string>,
): boolean => {
  const taken: ts.Node = propertyName ?? name;
  return (ts.isIdentifier(taken) || ts.isStringLiteralLike(taken)) && successors.has(taken.text);
};

/**
 * True for `{ old }` of a pattern whose default is the new shape, or whose variable is used only where the new shape is
 * read as well. A pattern that destructures both is not a choice between them.
 */
const isBoundForBoth = (element: ts.BindingElement, successors: ReadonlySet<string>): boolean => {
  if (element.initializer && mentions(element.initializer, successors)) return true;
  if (!ts.isIdentifier(element.name)) return false;
  const declared = declarationOf(element.name.text, element.name);
  const uses = declared ? referencesTo(declared, element.getSourceFile()) : [];
  return uses.length > 0 && uses.every((use) => handlesBoth(use, successors));
};

/**
 * True where the same conditional also reads the new shape: `a.new ?? a.old`, `if (a.new) … else a.old`, or
 * an earlier return; the default of a variable that is bound to the new shape counts: `{ new = a.old }`.
 */
export const handlesBoth = (node: ts.Node, successors: ReadonlySet<string>): boolean => {
  if (ts.isBindingElement(node.parent) && node.parent.initializer !== node)
    if (isBoundForBoth(node.parent, successors)) return true;
  let from = node;
  for (let at = node.parent; at && !ts.isFunctionLike(at); from = at, at = at.parent) {
    if (choosesBetween(at, from, node, successors) || isGuarded(at, successors)) return true;
    if (ts.isBindingElement(at) && at.initializer === from && takesSuccessor(at, successors)) return true;
  }
  return false;
};
