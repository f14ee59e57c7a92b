import { asksAddress, type Branch, branchesOf, isLoop } from './branches.ts';
import { functionAround, isWithin, leaves, returns } from './leaving.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';

/** Unknown branch: taken or not, at any time. */
export const unknownBranch = (node: ts.Node): Branch => ({ at: node, arm: 0, arms: 2 });

/**
 * True for a change in a loop around both, with the declaration outside: a later change takes effect in the
 * next iteration.
 */
export const isRepeated = (change: ts.Node, use: ts.Node, declared: ts.Node): boolean =>
  ts.findAncestor(
    change,
    (at) => (isLoop(at) || ts.isDoStatement(at)) && isWithin(use, at) && !isWithin(declared, at),
  ) !== undefined;

const armsTaken = oncePerNode(
  (use: ts.Node): ReadonlyMap<ts.Node, number> => new Map(branchesOf(use).map(({ at, arm }) => [at, arm])),
);

/**
 * Conditions of a change that remain open at a use, without those that the use shares; `never` where they exclude it.
 */
const seenFrom = (branches: readonly Branch[], use: ts.Node): readonly Branch[] | 'never' => {
  const taken = armsTaken(use);
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
 * Branches under which a change of a variable declared at `declared` precedes its use: none if it certainly
 * does, `never` if it does not. Without a use, a use outside of the function is meant.
 */
export const branchesTo = (
  change: ts.Node,
  use: ts.Node | undefined,
  declared: ts.Node,
): readonly Branch[] | 'never' => {
  const own = functionAround(change);
  if (!use || functionAround(use) !== own) {
    const isSure =
      ts.isSourceFile(own) || own === functionAround(declared) || (use !== undefined && isWithin(use, own));
    return isSure ? branchesToEnd(change) : [...branchesToEnd(change), unknownBranch(change)];
  }
  const branches = branchesOf(change);
  if (change.getStart() < use.getStart() && !isWithin(use, change)) return seenFrom(branches, use);
  return isRepeated(change, use, declared) ? [...branches, unknownBranch(change)] : 'never';
};

/** Branch that continues after a statement which may return. */
const past = (statement: ts.Statement): Branch =>
  ts.isIfStatement(statement) && !statement.elseStatement && leaves(statement.thenStatement)
    ? { at: statement, arm: 1, arms: 2, asksAddress: asksAddress(statement.expression) }
    : unknownBranch(statement);

/** Statements of a block or clause that may return, by their index. */
const returningIn = oncePerNode(
  (block: ts.Block | ts.CaseOrDefaultClause): readonly (readonly [index: number, ts.Statement])[] =>
    [...block.statements.entries()].filter(([, statement]) => returns(statement)),
);

/** Statements of the same block before a node that may return. */
const returningBefore = (node: ts.Node): readonly ts.Statement[] => {
  const { parent } = node;
  if (!ts.isBlock(parent) && !ts.isCaseOrDefaultClause(parent)) return [];
  const found = returningIn(parent);
  if (found.length === 0) return [];
  const own = parent.statements.indexOf(node as ts.Statement);
  return found.flatMap(([index, statement]) => (index < own ? [statement] : []));
};

/**
 * Branches under which a node has been reached when its function ends, early returns included; with `start`
 * only those decided after it.
 */
export const branchesToEnd = (node: ts.Node, start?: ts.Node): readonly Branch[] =>
  start === undefined ? allBranchesToEnd(node) : branchesAfter(node, start);

const branchesAfter = (node: ts.Node, start?: ts.Node): readonly Branch[] => {
  const passed = new Map(start && branchesOf(start).map(({ at, arm }) => [at, arm]));
  const from = start?.getEnd() ?? 0;
  const found = branchesOf(node).filter(({ at, arm }) => passed.get(at) !== arm);
  for (let at = node; at.parent && !ts.isFunctionLike(at); at = at.parent)
    found.push(
      ...returningBefore(at)
        .filter((statement) => statement.getStart() >= from)
        .map(past),
    );
  return start && functionAround(start) !== functionAround(node) ? [...found, unknownBranch(node)] : found;
};

/** Computed once: a statement is queried for each of a thousand values that pass through it. */
const allBranchesToEnd = oncePerNode((node: ts.Node): readonly Branch[] => branchesAfter(node));
