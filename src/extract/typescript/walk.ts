import { ts } from './parse.ts';

/**
 * Visits a node and everything below it, in source order, without recursion: sources nest deeper than the stack.
 * A visitor that returns false keeps the walk out of the node's children.
 */
export const walk = (root: ts.Node, visit: (node: ts.Node) => unknown): void => {
  const open: ts.Node[] = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (visit(node) === false) continue;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    for (let index = children.length - 1; index >= 0; index--) open.push(children[index]!);
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
