import { firstWhere } from '../../../../model/index.ts';
import { type Branch, isLoop } from './branches.ts';
import { branchesTo, branchesToEnd } from './conditions.ts';
import { functionAround, isWithin } from './leaving.ts';
import { mentions } from '../assumed-values.ts';
import { reassignmentsOf } from '../changes.ts';
import { topBy } from '../../syntax/climb.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';

/** Assignment that may precede the use of a name, with its branches. */
export interface Reached {
  readonly node: ts.BinaryExpression;
  readonly branches: readonly Branch[];
}

export const isPlain = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** Assignments of a variable, by the function that contains them. */
interface Assignments {
  readonly all: readonly ts.BinaryExpression[];
  readonly functions: readonly ts.Node[];
  /** Position of the next assignment in another function, for each. */
  readonly elsewhere: readonly number[];
  /** Positions of those whose value does not depend on the previous one, by function, in source order. */
  readonly replacing: ReadonlyMap<ts.Node, readonly number[]>;
  /** Position of the last of them that has certainly been made when its function ends. */
  readonly last: Map<ts.Node, number>;
}

const assignmentsOf = oncePerNode((name: ts.Identifier): Assignments => {
  const all = reassignmentsOf(name);
  const functions = all.map(functionAround);
  const elsewhere = all.map((_, at) => at + 1);
  for (let at = all.length - 2; at >= 0; at--)
    if (functions[at] === functions[at + 1]) elsewhere[at] = elsewhere[at + 1]!;
  const replacing = new Map<ts.Node, number[]>();
  for (const [at, node] of all.entries())
    if (isPlain(node) && !mentions(node.right, name)) {
      const own = functions[at]!;
      (replacing.get(own) ?? replacing.set(own, []).get(own)!).push(at);
    }
  for (const own of replacing.values()) own.sort((a, b) => all[a]!.pos - all[b]!.pos);
  return { all, functions, elsewhere, replacing, last: new Map() };
});

/** Number of the positions whose assignments begin before a use. */
const countBefore = (all: Assignments['all'], positions: readonly number[], use: ts.Node): number => {
  const start = use.getStart();
  return firstWhere(positions, (position) => all[position]!.getStart() >= start);
};

/** Position of the last assignment that certainly precedes a use in the same function; 0 where there is none. */
const lastBefore = (
  own: ts.Node,
  { all, replacing }: Assignments,
  use: ts.Node,
  name: ts.Identifier,
): number => {
  const positions = replacing.get(own) ?? [];
  for (let at = countBefore(all, positions, use) - 1; at >= 0; at--)
    if (branchesTo(all[positions[at]!]!, use, name).length === 0) return positions[at]!;
  return 0;
};

/** Position of the last assignment that has certainly been made when a function ends; 0 where there is none. */
const lastIn = (own: ts.Node, { all, replacing, last }: Assignments): number => {
  const known = last.get(own);
  if (known !== undefined) return known;
  const found = replacing.get(own)?.findLast((at) => branchesToEnd(all[at]!).length === 0) ?? 0;
  last.set(own, found);
  return found;
};

/** Position of an assignment that certainly precedes a use, and replaces what the ones before it assigned. */
const firstThatCounts = (assignments: Assignments, use: ts.Node | undefined, name: ts.Identifier): number => {
  const declared = functionAround(name);
  if (!use) return Math.max(lastIn(declared, assignments), lastIn(name.getSourceFile(), assignments));
  const own = functionAround(use);
  let first = lastBefore(own, assignments, use, name);
  for (let outer = own; !ts.isSourceFile(outer);) {
    outer = functionAround(outer);
    first = Math.max(first, lastIn(outer, assignments));
  }
  return first;
};

const loopAt = topBy((node) =>
  isLoop(node) || ts.isDoStatement(node) ? undefined : (node.parent as ts.Node | undefined),
);

/** End of the outermost loop that repeats a use without its declaration; start of the use where there is none. */
const repeatedUntil = (use: ts.Node, declared: ts.Node): number => {
  let end = use.getStart();
  for (let at = loopAt(use.parent); !ts.isSourceFile(at) && !isWithin(declared, at); at = loopAt(at.parent))
    end = at.getEnd();
  return end;
};

/**
 * Assignments that may precede a use, in source order, up to one more than `most`; those before one that certainly
 * precedes it and replaces their values are left out.
 */
export const reachedFrom = (
  name: ts.Identifier,
  use: ts.Node | undefined,
  most: number,
): readonly Reached[] => {
  const assignments = assignmentsOf(name);
  const { all, functions, elsewhere } = assignments;
  if (all.length === 0) return [];
  const own = use && functionAround(use);
  const end = use ? repeatedUntil(use, name) : 0;
  const found: Reached[] = [];
  for (let at = firstThatCounts(assignments, use, name); at < all.length && found.length <= most;) {
    const node = all[at]!;
    if (functions[at] === own && node.getStart() >= end) {
      at = elsewhere[at]!;
      continue;
    }
    const branches = branchesTo(node, use, name);
    if (branches !== 'never') found.push({ node, branches });
    at++;
  }
  return found;
};
