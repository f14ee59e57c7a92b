import { isIdentifier } from '../fix/edits/spelling.ts';
import type { Member, ObjectTree, Tree } from '../model/index.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** A name or a chain of names: reading it twice is the same as reading it once. */
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** Known value that comes from a call: evaluating it twice may have a side effect twice. */
const CALL = /[(`]|\bawait\b/;

/** Part of a value: `settings.size`, or `settings['size']` with the quotation mark of a language that needs one. */
const access = (expression: string, key: string, quote: string | undefined): string => {
  if (quote !== undefined) return `${expression}[${quote}${key}${quote}]`;
  return isIdentifier(key) ? `${expression}.${key}` : `${expression}[${JSON.stringify(key)}]`;
};

const isKnown = (tree: ObjectTree): boolean => tree.complete && tree.members.every(({ certain }) => certain);

const objectReference = (
  tree: ObjectTree,
  expression: string,
  member: Member | undefined,
  quote: string | undefined,
): ObjectShape => ({
  kind: 'object',
  members: tree.members.map(({ key, value }) => ({
    key: key.value,
    value: referenceShape(value, access(expression, key.value, quote), undefined, quote),
    from: undefined,
  })),
  complete: true,
  reference: expression,
  tree,
  member,
});

/**
 * Value that is defined elsewhere, by its expression: `settings` for an object, with parts like
 * `settings.size`. An expression other than a name may have side effects, and cannot be split. `quote` is set where
 * members are read by keys only.
 */
export const referenceShape = (
  tree: Tree,
  expression: string,
  member: Member | undefined,
  quote: string | undefined,
): Shape => {
  const pure = NAME.test(expression) || member === undefined;
  if (tree.kind === 'scalar' && !CALL.test(expression))
    return { kind: 'scalar', value: tree.value, raw: expression, tree, member };
  if (tree.kind === 'object' && pure && isKnown(tree))
    return objectReference(tree, expression, member, quote);
  return { kind: 'opaque', pure, raw: expression, tree, member };
};
