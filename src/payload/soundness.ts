import type { OpaqueTree, Tree } from '../model/index.ts';
import type { Remark, Remarks } from './outcome.ts';
import { pointersIn } from './pointers.ts';
import { walk } from './shape.ts';
import type { ObjectShape, Shape } from './shape.ts';

const effects = (root: Shape): ReadonlyMap<OpaqueTree, number> => {
  const counts = new Map<OpaqueTree, number>();
  walk(root, ({ kind, tree }) => {
    if (kind === 'opaque' && tree?.kind === 'opaque' && !tree.pure)
      counts.set(tree, (counts.get(tree) ?? 0) + 1);
  });
  return counts;
};

/**
 * An expression that may do something when it is evaluated must be evaluated once: a payload that would repeat it
 * is refused, one that would leave it out is for review.
 */
export const checkEffects = (
  before: ObjectShape,
  after: ObjectShape,
  pointers: ReadonlyMap<Tree, string>,
  { refusals, reviews }: { readonly refusals: Remarks; readonly reviews: Remarks },
): void => {
  const now = effects(after);
  for (const tree of effects(before).keys()) {
    const count = now.get(tree) ?? 0;
    const pointer = pointers.get(tree) ?? '';
    if (count > 1)
      refusals.add(
        pointer,
        'the expression would be evaluated several times: assign it to a constant first.',
      );
    if (count === 0)
      reviews.add(pointer, 'the expression is no longer evaluated: check whether it is needed.');
  }
};

/** Every member name that an object holds twice, as remarks: what such a payload means is not defined. */
export const duplicateMembers = (root: Tree): readonly Remark[] => {
  const remarks: Remark[] = [];
  for (const [tree, pointer] of pointersIn(root)) {
    if (tree.kind !== 'object') continue;
    const names = new Set<string>();
    for (const { key } of tree.members) {
      if (names.has(key.value))
        remarks.push({ pointer, message: `the member "${key.value}" is given twice.` });
      names.add(key.value);
    }
  }
  return remarks;
};
