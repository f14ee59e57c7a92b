import { LOGICAL } from '../../syntax/operators.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { leaves } from './leaving.ts';

/** Outcome of a condition: the `if`, `?:`, `&&`, `switch`, loop or `try` that decides it, and the arm taken. */
export interface Branch {
  readonly at: ts.Node;
  readonly arm: number;
  readonly arms: number;
  /** True where the condition depends on the request's URL. */
  readonly asksAddress?: boolean;
  /** True where the arm does not continue past the condition: it ends with `return` or `throw`. */
  readonly leaves?: boolean;
  /** True where all other arms leave, and only this one continues. */
  readonly stays?: boolean;
  /** Arms that leave: `default: return undefined`. */
  readonly leaving?: readonly number[];
}

const ADDRESS = /url|uri|href|host|origin|path|endpoint/i;

/** True for an expression that names a URL: what it decides may be related to where a request goes. */
export const asksAddress = (condition: ts.Node | undefined): boolean =>
  condition !== undefined && ADDRESS.test(condition.getText());

const ofIf = (node: ts.IfStatement, child: ts.Node): Branch | undefined => {
  if (child === node.expression) return undefined;
  const [first, second] = [leaves(node.thenStatement), leaves(node.elseStatement)];
  return child === node.thenStatement
    ? { at: node, arm: 0, arms: 2, leaves: first, stays: second }
    : { at: node, arm: 1, arms: 2, leaves: second, stays: first };
};

const endsClause = ({ statements }: ts.CaseOrDefaultClause): boolean => {
  const last = statements.at(-1);
  const inner = last && ts.isBlock(last) ? last.statements.at(-1) : last;
  return inner !== undefined && (ts.isBreakStatement(inner) || leaves(inner));
};

/** A clause that falls through into the next has a condition of its own. */
const ofClause = (clause: ts.CaseOrDefaultClause): Branch => {
  const { clauses } = clause.parent;
  const written = clauses.filter(({ statements }) => statements.length > 0);
  if (!written.slice(0, -1).every(endsClause)) return { at: clause, arm: 0, arms: 2 };
  const covered = clauses.some(ts.isDefaultClause);
  const arm = written.indexOf(clause);
  const leaving = written.flatMap(({ statements }, at) => (leaves(statements.at(-1)) ? at : []));
  return {
    at: clause.parent,
    arm,
    arms: written.length + (covered ? 0 : 1),
    leaves: leaving.includes(arm),
    leaving,
  };
};

const ofTry = (node: ts.TryStatement, child: ts.Node): Branch | undefined => {
  const caught = node.catchClause?.block;
  if (child !== node.tryBlock || !caught || leaves(caught)) return undefined;
  return { at: node, arm: 0, arms: 2 };
};

/** True for loops whose body need not run. */
export const isLoop = (node: ts.Node): boolean =>
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isWhileStatement(node);

/** Arm of `node` that contains `child`; `undefined` where it is always reached. */
const branchAt = (node: ts.Node, child: ts.Node): Branch | undefined => {
  if (ts.isIfStatement(node)) return ofIf(node, child);
  if (ts.isConditionalExpression(node))
    return child === node.condition ? undefined : { at: node, arm: child === node.whenTrue ? 0 : 1, arms: 2 };
  if (ts.isBinaryExpression(node))
    return LOGICAL.has(node.operatorToken.kind) && child === node.right
      ? { at: node, arm: 0, arms: 2 }
      : undefined;
  if (ts.isCaseOrDefaultClause(node)) return ofClause(node);
  if (ts.isCatchClause(node)) return { at: node, arm: 0, arms: 2, leaves: leaves(node.block) };
  if (ts.isTryStatement(node)) return ofTry(node, child);
  return isLoop(node) && child === (node as ts.IterationStatement).statement
    ? { at: node, arm: 0, arms: 2 }
    : undefined;
};

const conditionOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node) || ts.isWhileStatement(node))
    return node.expression;
  if (ts.isConditionalExpression(node)) return node.condition;
  if (ts.isCaseBlock(node)) return node.parent.expression;
  return ts.isBinaryExpression(node) ? node.left : undefined;
};

/** Branches that contain a node, outermost first, within its own function. */
export const branchesOf = oncePerNode((node: ts.Node): readonly Branch[] => {
  const found: Branch[] = [];
  for (let child = node, at = node.parent; at && !ts.isFunctionLike(child); child = at, at = at.parent) {
    const branch = branchAt(at, child);
    if (branch) found.unshift({ ...branch, asksAddress: asksAddress(conditionOf(branch.at)) });
  }
  return found;
});
