import type { ObjectTree, Tree } from '../model/index.ts';
import type { Remark, Remarks } from './outcome.ts';
import { lazyPointers } from './pointers.ts';
import type { Pointers } from './pointers.ts';
import { visitShapes } from './shape.ts';
import type { ObjectShape, Shape } from './shape.ts';

const effects = (root: Shape): ReadonlyMap<Tree, number> => {
  const counts = new Map<Tree, number>();
  visitShapes(root, (shape) => {
    if (shape.kind === 'opaque' && !shape.pure && shape.tree !== undefined)
      counts.set(shape.tree, (counts.get(shape.tree) ?? 0) + 1);
  });
  return counts;
};

/**
 * An expression with possible side effects must be evaluated exactly once: a payload that would repeat it is
 * refused, one that would omit it needs review.
 */
export const checkEffects = (
  before: ObjectShape,
  after: ObjectShape,
  pointers: Pointers,
  { refusals, reviews }: { readonly refusals: Remarks; readonly reviews: Remarks },
): void => {
  const now = effects(after);
  for (const tree of effects(before).keys()) {
    const count = now.get(tree) ?? 0;
    const pointer = pointers().get(tree) ?? '';
    if (count > 1)
      refusals.add(
        pointer,
        'the expression would be evaluated several times: assign it to a constant first.',
      );
    if (count === 0)
      reviews.add(pointer, 'the expression is no longer evaluated: check whether it is needed.');
  }
};

/** YAML's `&name` and `*name`, at any possible position. */
const REFERENCE = /(?:^|[\s[{,:-])[&*][^\s,[\]{}]/m;

/** Quoted scalars and comments, in which such names have no meaning. */
const QUOTED = /(?<=^|[\s[{,:-])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')|(?:^|\s)#.*$/gm;

/** False for literals of languages that no printer writes; those of Go say of which types they are. */
export const canBePrinted = ({ members, file }: ObjectTree): boolean =>
  !members.some(
    ({ key }) =>
      /^(?:ps|rb|php|lua)-/.test(key.spelling) || (file.endsWith('.go') && key.spelling !== 'json-string'),
  );

/** A YAML value may be used at several positions: an edit changes all of them. */
export const hasReferences = (root: ObjectTree, text: string): boolean =>
  root.members.some(({ key }) => key.spelling.startsWith('yaml')) &&
  REFERENCE.test(text.slice(root.span.start, root.span.end).replace(QUOTED, ''));

const namesTwice = (tree: ObjectTree): readonly string[] => {
  const names = new Set<string>();
  return tree.members.map(({ key }) => key.value).filter((name) => names.size === names.add(name).size);
};

/** Duplicate member names of objects, as remarks: the meaning of such a payload is undefined. */
export const duplicateMembers = (root: Tree, pointers: Pointers = lazyPointers(root)): readonly Remark[] => {
  const remarks: Remark[] = [];
  const visit = (tree: Tree): void => {
    if (tree.kind === 'list') tree.items.forEach(visit);
    if (tree.kind !== 'object') return;
    for (const name of namesTwice(tree))
      remarks.push({ pointer: pointers().get(tree) ?? '', message: `the field "${name}" occurs twice.` });
    for (const { value } of tree.members) visit(value);
  };
  visit(root);
  return remarks;
};
