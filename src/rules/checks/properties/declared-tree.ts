import type { Tree } from '../../../model/index.ts';
import type { Selected } from '../../load/jsonpath.ts';

/** True where a declared tree has a member at the end of a path of names. */
export const declares = (tree: Tree | undefined, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return tree !== undefined;
  if (tree?.kind === 'list') return tree.items.some((item) => declares(item, [name, ...rest]));
  return (
    tree?.kind === 'object' &&
    tree.members.some(({ key, value }) => key.value === name && declares(value, rest))
  );
};

/** The members of a declared tree, at any depth. */
export const declaredMembers = (tree: Tree, pointer = ''): readonly Selected[] => {
  if (tree.kind === 'list')
    return tree.items.flatMap((item, at) => declaredMembers(item, `${pointer}/${at}`));
  if (tree.kind !== 'object') return [];
  return tree.members.flatMap((member) => {
    const own = `${pointer}/${member.key.value}`;
    return [
      { pointer: own, tree: member.value, member, parent: tree },
      ...declaredMembers(member.value, own),
    ];
  });
};
