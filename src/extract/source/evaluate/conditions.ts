import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/parse.ts';
import { walk } from '../syntax/walk.ts';

/** One way that a condition goes: the `if`, `?:`, `&&`, `switch`, loop or `try` that decides it, and which of its arms. */
export interface Branch {
  readonly at: ts.Node;
  readonly arm: number;
  readonly arms: number;
  /** True where nothing behind the condition is reached from this arm: it ends with `return` or `throw`. */
  readonly leaves?: boolean;
  /** True where all other arms leave, so that only this one leads on. */
  readonly stays?: boolean;
}

/** True when whatever follows the statement in its block is not reached. */
const leaves = (statement: ts.Statement | undefined): boolean => {
  if (!statement) return false;
  if (ts.isBlock(statement)) return leaves(statement.statements.at(-1));
  if (ts.isIfStatement(statement)) return leaves(statement.thenStatement) && leaves(statement.elseStatement);
  return (
    ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
  );
};

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

/** A clause that runs on into the next has a condition of its own. */
const ofClause = (clause: ts.CaseOrDefaultClause): Branch => {
  const { clauses } = clause.parent;
  const written = clauses.filter(({ statements }) => statements.length > 0);
  if (!written.slice(0, -1).every(endsClause)) return { at: clause, arm: 0, arms: 2 };
  const covered = clauses.some(ts.isDefaultClause);
  const arm = written.indexOf(clause);
  return {
    at: clause.parent,
    arm,
    arms: written.length + (covered ? 0 : 1),
    leaves: leaves(clause.statements.at(-1)),
  };
};

const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

const ofTry = (node: ts.TryStatement, child: ts.Node): Branch | undefined => {
  const caught = node.catchClause?.block;
  if (child !== node.tryBlock || !caught || leaves(caught)) return undefined;
  return { at: node, arm: 0, arms: 2 };
};

const isLoop = (node: ts.Node): boolean =>
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isWhileStatement(node);

/** The arm of `node` that `child` stands in; `undefined` where it is always reached. */
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

/** The branches that a node stands in, outermost first, within its own function. */
export const branchesOf = oncePerNode((node: ts.Node): readonly Branch[] => {
  const found: Branch[] = [];
  for (let child = node, at = node.parent; at && !ts.isFunctionLike(child); child = at, at = at.parent) {
    const branch = branchAt(at, child);
    if (branch) found.unshift(branch);
  }
  return found;
});

const functionOf = (node: ts.Node): ts.Node =>
  ts.findAncestor(node.parent, (at) => ts.isFunctionLike(at) || ts.isSourceFile(at)) ?? node.getSourceFile();

const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  ts.findAncestor(node, (at) => at === outer) !== undefined;

/** Nobody can say whether it happens, or when. */
const unseen = (node: ts.Node): Branch => ({ at: node, arm: 0, arms: 2 });

/** A loop around both that the declaration stands outside of: what is written below counts in the next round. */
const isRepeated = (change: ts.Node, use: ts.Node, declared: ts.Node): boolean =>
  ts.findAncestor(
    change,
    (at) => (isLoop(at) || ts.isDoStatement(at)) && isWithin(use, at) && !isWithin(declared, at),
  ) !== undefined;

/** What is left of a change's branches behind them: those that nobody has passed but those who took them. */
const seenFrom = (branches: readonly Branch[], use: ts.Node): readonly Branch[] | 'never' => {
  const taken = new Map(branchesOf(use).map(({ at, arm }) => [at, arm]));
  const left: Branch[] = [];
  for (const branch of branches) {
    const own = taken.get(branch.at);
    if (own !== undefined && own !== branch.arm) return 'never';
    if (own !== undefined || branch.stays === true) continue;
    if (branch.leaves === true) return 'never';
    left.push(branch);
  }
  return left;
};

/**
 * The branches under which a change of what is declared or made at `declared` has happened when it is used: none where
 * it surely has, `never` where it has not. Without a place of use, one outside of the function is meant.
 */
export const branchesTo = (
  change: ts.Node,
  use: ts.Node | undefined,
  declared: ts.Node,
): readonly Branch[] | 'never' => {
  const own = functionOf(change);
  if (!use || functionOf(use) !== own) {
    const isSure =
      ts.isSourceFile(own) || own === functionOf(declared) || (use !== undefined && isWithin(use, own));
    return isSure ? branchesToEnd(change) : [...branchesToEnd(change), unseen(change)];
  }
  const branches = branchesOf(change);
  if (change.getStart() < use.getStart() && !isWithin(use, change)) return seenFrom(branches, use);
  return isRepeated(change, use, declared) ? [...branches, unseen(change)] : 'never';
};

const returns = (statement: ts.Node): boolean => {
  let found = false;
  walk(statement, (node) => {
    if (ts.isReturnStatement(node)) found = true;
    return !found && !ts.isFunctionLike(node);
  });
  return found;
};

/** The branch that leads on from a statement which may return. */
const past = (statement: ts.Statement): Branch =>
  ts.isIfStatement(statement) && !statement.elseStatement && leaves(statement.thenStatement)
    ? { at: statement, arm: 1, arms: 2 }
    : unseen(statement);

const statementsBefore = (node: ts.Node): readonly ts.Statement[] => {
  const { parent } = node;
  if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) return [];
  return parent.statements.slice(0, parent.statements.indexOf(node as ts.Statement));
};

/**
 * The branches under which a node has been reached when its function is over, early returns included; those alone that
 * are decided behind `start`, where one is given.
 */
export const branchesToEnd = (node: ts.Node, start?: ts.Node): readonly Branch[] => {
  const passed = new Map(start && branchesOf(start).map(({ at, arm }) => [at, arm]));
  const from = start?.getEnd() ?? 0;
  const found = branchesOf(node).filter(({ at, arm }) => passed.get(at) !== arm);
  for (let at = node; at.parent && !ts.isFunctionLike(at); at = at.parent)
    found.push(
      ...statementsBefore(at)
        .filter((statement) => statement.getStart() >= from && returns(statement))
        .map(past),
    );
  return start && functionOf(start) !== functionOf(node) ? [...found, unseen(node)] : found;
};

/** True when one of the lists of branches is taken whatever way their conditions go. */
export const coverAll = (ways: readonly (readonly Branch[])[]): boolean => {
  if (ways.some((way) => way.length === 0)) return true;
  const [first] = ways[0] ?? [];
  if (!first) return false;
  const beginning = ways.filter(([branch]) => branch!.at === first.at);
  return Array.from({ length: first.arms }, (_, arm) => arm).every((arm) =>
    coverAll(beginning.filter(([branch]) => branch!.arm === arm).map((way) => way.slice(1))),
  );
};
