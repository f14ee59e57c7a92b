import type { Tree } from '../../../../src/model/index.ts';

/** The value of a tree as JSON.parse gives it: the last of duplicate members wins. */
export const valueOf = (tree: Tree): unknown => {
  if (tree.kind === 'list') return tree.items.map(valueOf);
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'opaque') return undefined;
  const value: Record<string, unknown> = {};
  for (const member of tree.members) {
    Object.defineProperty(value, member.key.value, {
      value: valueOf(member.value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
};

/** Every tree inside a tree, itself included. */
export const allTrees = (tree: Tree): readonly Tree[] => {
  if (tree.kind === 'object') return [tree, ...tree.members.flatMap((member) => allTrees(member.value))];
  return tree.kind === 'list' ? [tree, ...tree.items.flatMap(allTrees)] : [tree];
};
