import { ts } from './tree.ts';

/** Reverses the nodes pushed last, so that the first of them is popped first. */
const reverseFrom = <T>(stack: T[], first: number): void => {
  for (let low = first, high = stack.length - 1; low < high; low++, high--) {
    const node = stack[low]!;
    stack[low] = stack[high]!;
    stack[high] = node;
  }
};

/**
 * Visits a node and its descendants in source order, without recursion: sources nest deeper than the stack. A
 * visitor that returns false skips the node's children.
 */
export const walk = (root: ts.Node, visit: (node: ts.Node) => unknown): void => {
  const open: ts.Node[] = [root];
  let node = root;
  const push = (child: ts.Node): void => void open.push(child);
  while (open.length > 0) {
    node = open.pop()!;
    if (visit(node) === false) continue;
    const first = open.length;
    ts.forEachChild(node, push);
    reverseFrom(open, first);
  }
};

/**
 * Visits all nodes like `walk`; `meet` is called before each child with the depth of its parent, and returns
 * the child's depth.
 */
export const walkDown = (
  root: ts.Node,
  visit: (node: ts.Node) => void,
  meet: (child: ts.Node, parent: ts.Node, depth: number) => number,
): void => {
  const open: ts.Node[] = [root];
  const depths: number[] = [0];
  let node = root;
  let depth = 0;
  const push = (child: ts.Node): void => {
    open.push(child);
    depths.push(meet(child, node, depth));
  };
  while (open.length > 0) {
    node = open.pop()!;
    depth = depths.pop()!;
    visit(node);
    const first = open.length;
    ts.forEachChild(node, push);
    reverseFrom(open, first);
    reverseFrom(depths, first);
  }
};

/** True when `test` holds for the node or a descendant. */
export const some = (root: ts.Node, test: (node: ts.Node) => boolean): boolean => {
  let found = false;
  walk(root, (node) => {
    if (!found && test(node)) found = true;
    return !found;
  });
  return found;
};
