import type { ts } from './tree.ts';

/** One cached result of a node, and those that were cached before it. */
interface Cached {
  readonly of: unknown;
  readonly result: {} | null;
  readonly earlier: Cached | undefined;
}

/**
 * One property for all caches: with one for each, nodes get thousands of shapes, and reading any property of a node
 * takes the engine's slow path.
 */
const CACHED = Symbol('cached');

/**
 * Caches the function's result per node. Results are stored on the node and released with it: in a WeakMap
 * they, and whole trees with them, would live until the next full collection.
 */
export const oncePerNode =
  <N extends ts.Node, V extends {} | null>(work: (node: N) => V): ((node: N) => V) =>
  (node) => {
    const holder = node as N & { [CACHED]?: Cached };
    for (let each = holder[CACHED]; each !== undefined; each = each.earlier)
      if (each.of === work) return each.result as V;
    const result = work(node);
    holder[CACHED] = { of: work, result, earlier: holder[CACHED] };
    return result;
  };

/** Results by node that belong to an object, such as an environment of a call. */
export const remembered = <K extends object, V>(
  store: WeakMap<K, Map<ts.Node, V>>,
  key: K,
): Map<ts.Node, V> => {
  const known = store.get(key) ?? new Map<ts.Node, V>();
  store.set(key, known);
  return known;
};
