import { isIdentifier } from '../fix/edits/spelling.ts';
import type { Member, ObjectTree, Tree } from '../model/index.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** A name or a chain of names: reading it twice is the same as reading it once. */
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** A value that is known and still comes from a call: evaluating it twice may do something twice. */
const CALL = /[(`]|\bawait\b/;

const access = (expression: string, key: string): string =>
  isIdentifier(key) ? `${expression}.${key}` : `${expression}[${JSON.stringify(key)}]`;

const isKnown = (tree: ObjectTree): boolean => tree.complete && tree.members.every(({ certain }) => certain);

const objectReference = (tree: ObjectTree, expression: string, member: Member | undefined): ObjectShape => ({
  kind: 'object',
  members: tree.members.map(({ key, value }) => ({
    key: key.value,
    value: referenceShape(value, access(expression, key.value), undefined),
    from: undefined,
  })),
  complete: true,
  reference: expression,
  tree,
  member,
});

/**
 * A value that stands elsewhere, by the expression that leads to it: `settings` for an object whose parts are then
 * `settings.size` and so on. What is no name may do something when it is evaluated, and cannot be taken apart.
 */
export const referenceShape = (tree: Tree, expression: string, member: Member | undefined): Shape => {
  const pure = NAME.test(expression) || member === undefined;
  if (tree.kind === 'scalar' && !CALL.test(expression))
    return { kind: 'scalar', value: tree.value, raw: expression, tree, member };
  if (tree.kind === 'object' && pure && isKnown(tree)) return objectReference(tree, expression, member);
  return { kind: 'opaque', pure, raw: expression, tree, member };
};
