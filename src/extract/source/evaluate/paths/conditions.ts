import { asksAddress, type Branch, branchesOf, isLoop } from './branches.ts';
import { functionAround, isWithin, leaves, returns } from './leaving.ts';
import { ts } from '../../syntax/tree.ts';

/** Nobody can say whether it happens, or when. */
export const unseen = (node: ts.Node): Branch => ({ at: node, arm: 0, arms: 2 });

/** A loop around both that the declaration stands outside of: what is written below counts in the next round. */
export const isRepeated = (change: ts.Node, use: ts.Node, declared: ts.Node): boolean =>
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
  const own = functionAround(change);
  if (!use || functionAround(use) !== own) {
    const isSure =
      ts.isSourceFile(own) || own === functionAround(declared) || (use !== undefined && isWithin(use, own));
    return isSure ? branchesToEnd(change) : [...branchesToEnd(change), unseen(change)];
  }
  const branches = branchesOf(change);
  if (change.getStart() < use.getStart() && !isWithin(use, change)) return seenFrom(branches, use);
  return isRepeated(change, use, declared) ? [...branches, unseen(change)] : 'never';
};

/** The branch that leads on from a statement which may return. */
const past = (statement: ts.Statement): Branch =>
  ts.isIfStatement(statement) && !statement.elseStatement && leaves(statement.thenStatement)
    ? { at: statement, arm: 1, arms: 2, asksAddress: asksAddress(statement.expression) }
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
  return start && functionAround(start) !== functionAround(node) ? [...found, unseen(node)] : found;
};
