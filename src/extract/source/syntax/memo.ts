import type { ts } from './tree.ts';

/**
 * Caches the function's result per node. Results are stored on the node and released with it: in a WeakMap
 * they, and whole trees with them, would live until the next full collection.
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
