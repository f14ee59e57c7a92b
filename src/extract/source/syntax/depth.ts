import { BUDGETS } from '../../../model/index.ts';
import { BudgetExceeded } from './file-fault.ts';
import { ts } from './tree.ts';

/** A depth is one number: nesting levels times this, plus the links of enclosing chains. */
const LEVEL = 2 ** 16;

const NESTING = BUDGETS.codeNesting.max;
const CHAIN = BUDGETS.codeChain.max;

/**
 * True for the first operand, the callee, the receiver of a member, `else if`: chains that may be long without nesting.
 */
const goesOn = (child: ts.Node, parent: ts.Node): boolean => {
  switch (parent.kind) {
    case ts.SyntaxKind.BinaryExpression:
      return (parent as ts.BinaryExpression).left === child;
    case ts.SyntaxKind.IfStatement:
      return (parent as ts.IfStatement).elseStatement === child;
    case ts.SyntaxKind.CallExpression:
    case ts.SyntaxKind.PropertyAccessExpression:
    case ts.SyntaxKind.ElementAccessExpression:
    case ts.SyntaxKind.NonNullExpression:
      return (parent as ts.LeftHandSideExpression & { expression: ts.Node }).expression === child;
    default:
      return false;
  }
};

/** Error for a file that nests deeper than the nesting budget, or than the parser can handle. */
export const tooDeep = (): BudgetExceeded =>
  new BudgetExceeded(`not analysed: nested more than ${NESTING} levels deep`);

/**
 * Depth of a child below a parent of this depth. Throws TooMuch beyond a budget, since code that walks a tree
 * may recurse.
 */
export const depthBelow = (child: ts.Node, parent: ts.Node, depth: number): number => {
  const own = goesOn(child, parent) ? depth + 1 : depth + LEVEL;
  if (own >= NESTING * LEVEL) throw tooDeep();
  if (own % LEVEL > CHAIN)
    throw new BudgetExceeded(`not analysed: an expression of more than ${CHAIN} links`);
  return own;
};
