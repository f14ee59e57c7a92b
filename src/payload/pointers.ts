import type { Tree } from '../model/index.ts';

/** A member name as a step of a JSON pointer (RFC 6901). */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const pointersIn = (root: Tree): ReadonlyMap<Tree, string> => {
  const pointers = new Map<Tree, string>();
  const visit = (tree: Tree, pointer: string): void => {
    pointers.set(tree, pointer);
    if (tree.kind === 'list') tree.items.forEach((item, at) => visit(item, `${pointer}/${at}`));
    if (tree.kind === 'object')
      for (const { key, value } of tree.members) visit(value, `${pointer}/${pointerStep(key.value)}`);
  };
  visit(root, '');
  return pointers;
};

/** The JSON pointer of every part of a tree. */
export type Pointers = () => ReadonlyMap<Tree, string>;

/** Pointers are needed for refusals and reviews only, and computed on first use. */
export const lazyPointers = (root: Tree): Pointers => {
  let made: ReadonlyMap<Tree, string> | undefined;
  return () => (made ??= pointersIn(root));
};
