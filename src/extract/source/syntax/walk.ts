import { ts } from './parse.ts';

/** The first of the nodes pushed last is to be popped first. */
const reverseFrom = (stack: ts.Node[], first: number): void => {
  for (let low = first, high = stack.length - 1; low < high; low++, high--) {
    const node = stack[low]!;
    stack[low] = stack[high]!;
    stack[high] = node;
  }
};

/**
 * Visits a node and everything below it, in source order, without recursion: sources nest deeper than the stack.
 * A visitor that returns false keeps the walk out of the node's children. `meet` is told of each child before.
 */
export const walk = (
  root: ts.Node,
  visit: (node: ts.Node) => unknown,
  meet?: (child: ts.Node, parent: ts.Node) => void,
): void => {
  const open: ts.Node[] = [root];
  let node = root;
  const push = (child: ts.Node): void => {
    meet?.(child, node);
    open.push(child);
  };
  while (open.length > 0) {
    node = open.pop()!;
    if (visit(node) === false) continue;
    const first = open.length;
    ts.forEachChild(node, push);
    reverseFrom(open, first);
  }
};

/** True when `test` holds for the node or something below it. */
export const some = (root: ts.Node, test: (node: ts.Node) => boolean): boolean => {
  let found = false;
  walk(root, (node) => {
    if (!found && test(node)) found = true;
    return !found;
  });
  return found;
};
