import { isInside } from '../model/index.ts';
import type { Member, ObjectTree, Tree } from '../model/index.ts';
import { referenceShape } from './reference.ts';
import { madeScalar } from './shape.ts';
import type { ObjectShape, ScalarShape, Shape } from './shape.ts';
import { keySource, keySpan, sourceText } from './source-text.ts';

/** The member's key as a string value: `"US_EAST_1": …` becomes `"US_EAST_1"`, with its spelling where it has one. */
export const shapeOfKey = (member: Member, text: string): ScalarShape => ({
  ...madeScalar(member.key.value),
  raw: keySource(member.key, text),
  member,
});

/** Quotation mark by which members are read in the payload's language; `undefined` where they are read by name. */
const quoteOfReads = ({ key }: Member, text: string): string | undefined => {
  if (!key.spelling.startsWith('py-')) return undefined;
  return text.charAt(keySpan(key).start) === "'" ? "'" : '"';
};

const objectShape = (tree: ObjectTree, member: Member | undefined, text: string): ObjectShape => {
  const members = tree.members.map((from) => ({
    key: from.key.value,
    value: shapeOf(from.value, text, from),
    from,
  }));
  return { kind: 'object', members, complete: tree.complete, reference: undefined, tree, member };
};

/**
 * The tree as a shape; `text` is the text of its file. A value that was followed to another location is the expression
 * that leads there.
 */
export const shapeOf = (tree: Tree, text: string, member?: Member): Shape => {
  const raw = sourceText(tree, member, text);
  if (member !== undefined && !isInside(member.place, tree))
    return referenceShape(tree, raw, member, quoteOfReads(member, text));
  switch (tree.kind) {
    case 'object':
      return objectShape(tree, member, text);
    case 'list': {
      const items = tree.items.map((item) => shapeOf(item, text));
      // An item that was followed to another location has no text of its own here.
      const complete = tree.complete && tree.items.every((item) => isInside(tree, item));
      return { kind: 'list', items, complete, tree, member };
    }
    case 'scalar':
      return { kind: 'scalar', value: tree.value, raw, tree, member };
    case 'opaque':
      return { kind: 'opaque', pure: tree.pure, raw, tree, member };
  }
};
