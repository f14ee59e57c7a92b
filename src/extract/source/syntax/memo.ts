import type { ts } from './tree.ts';

/**
 * The function, which works each node's answer out once. Answers are kept on the node and go with it: in a WeakMap
 * they would live until the next full collection, and whole trees with them.
 */
export const oncePerNode = <N extends ts.Node, V extends {} | null>(
  work: (node: N) => V,
): ((node: N) => V) => {
  const key = Symbol('answer');
  return (node) => {
    const holder = node as N & { [key]?: V };
    const known = holder[key];
    if (known !== undefined) return known;
    const answer = work(node);
    holder[key] = answer;
    return answer;
  };
};
