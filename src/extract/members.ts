import { memberOf } from '../model/index.ts';
import type { ScalarTree, Tree } from '../model/index.ts';

export { memberOf };

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
