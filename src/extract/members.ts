import type { ScalarTree, Tree } from '../model/index.ts';

/** The value of the last member of that name, as JSON.parse would see it. */
export const memberOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === 'object' ? tree.members.findLast((member) => member.key.value === name)?.value : undefined;

/** The scalar member of that name, or `undefined`. */
export const scalarOf = (tree: Tree | undefined, name: string): ScalarTree | undefined => {
  const value = memberOf(tree, name);
  return value?.kind === 'scalar' ? value : undefined;
};

/** The value of a string member, or `undefined`. */
export const stringOf = (tree: Tree | undefined, name: string): string | undefined => {
  const value = scalarOf(tree, name)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** Items of a list member; none if it is not a list. */
export const itemsOf = (tree: Tree | undefined, name: string): readonly Tree[] => {
  const value = memberOf(tree, name);
  return value?.kind === 'list' ? value.items : [];
};
