import { dottedName } from '../syntax/dialect.ts';
import type { Member, Tree } from '../../../model/index.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';

/** Packages whose calls declare shapes. */
export const VALIDATORS =
  /^(zod|joi|@hapi\/joi|yup|io-ts|superstruct|runtypes|valibot|typebox|@sinclair\/typebox|ajv)$/;

/** Methods of a validator that return their argument. */
export const CHECKS = /^(parse|parseAsync|validateSync|cast|mask|check)$/;

const LISTS = /^(array|readonlyArray|list|set)$/i;
/** Maps with arbitrary keys, whose values have no fixed path. */
const MAPS = /^(record|map|dictionary)$/i;
const MAX_DEPTH = 60;

/** Packages in which a member is optional unless declared as required. */
const LENIENT = /^(?:joi|@hapi\/joi|yup)$/;
const REQUIRES = /^(?:required|defined|exist)$/;
const PERMITS =
  /^(?:optional|nullish|exactOptional|partial|default|catch|any|unknown|undefinedable|Optional|Partial|Unknown|Any)$/;

/** Names of the calls in a validator's chain: `z.string().optional()`. */
const callsIn = (node: ts.Node): readonly string[] => {
  const names: string[] = [];
  for (let at = node; ts.isCallExpression(at);) {
    const { expression: callee } = at;
    names.push(ts.isPropertyAccessExpression(callee) ? callee.name.text : dottedName(callee));
    if (!ts.isPropertyAccessExpression(callee)) break;
    at = callee.expression;
  }
  return names;
};

/** True when the declared member is required. */
const isRequired = (node: ts.Expression, owner: string): boolean => {
  const calls = callsIn(node);
  return LENIENT.test(owner)
    ? calls.some((name) => REQUIRES.test(name))
    : !calls.some((name) => PERMITS.test(name));
};

const opaque = (node: ts.Node): Tree => ({ kind: 'opaque', ...placeOf(node), pure: true });

const memberOf = (property: ts.ObjectLiteralElementLike, owner: string, depth: number): Member[] => {
  if (!ts.isPropertyAssignment(property)) return [];
  return [
    {
      key: slotOfName(property.name),
      value: validatorTree(property.initializer, owner, depth + 1),
      place: placeOf(property),
      removal: undefined,
      certain: isRequired(property.initializer, owner),
    },
  ];
};

const objectOf = (node: ts.Node, members: readonly Member[]): Tree => ({
  kind: 'object',
  ...placeOf(node),
  members,
  complete: true,
  gap: undefined,
});

const listOf = (node: ts.Node, item: Tree): Tree => ({
  kind: 'list',
  ...placeOf(node),
  items: [item],
  complete: true,
});

const permitted = (tree: Tree): Tree =>
  tree.kind === 'object'
    ? { ...tree, members: tree.members.map((member) => ({ ...member, certain: false })) }
    : tree;

/** `t.array(x)`, `x.array()`, `t.type({ … })`, `x.optional()`, `t.intersection([a, b])`. */
const callTree = (node: ts.CallExpression, owner: string, depth: number): Tree => {
  const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
  const name = callee?.name.text ?? dottedName(node.expression);
  const shape = node.arguments.find((argument) => !ts.isLiteralExpression(argument));
  if (MAPS.test(name)) return opaque(node);
  const inner = shape ?? (callee && ts.isCallExpression(callee.expression) ? callee.expression : undefined);
  if (!inner) return opaque(node);
  const tree = validatorTree(inner, owner, depth + 1);
  if (LISTS.test(name)) return listOf(node, tree);
  return name === 'partial' || name === 'Partial' ? permitted(tree) : tree;
};

/**
 * Shape that a validator of the package `owner` declares: objects, lists, and wrappers of these. An optional
 * member is not certain.
 */
export const validatorTree = (node: ts.Node, owner: string, depth = 0): Tree => {
  if (depth > MAX_DEPTH) return opaque(node);
  if (ts.isObjectLiteralExpression(node))
    return objectOf(
      node,
      node.properties.flatMap((property) => memberOf(property, owner, depth)),
    );
  if (ts.isArrayLiteralExpression(node)) {
    const parts = node.elements.map((element) => validatorTree(element, owner, depth + 1));
    return objectOf(
      node,
      parts.flatMap((part) => (part.kind === 'object' ? part.members : [])),
    );
  }
  return ts.isCallExpression(node) ? callTree(node, owner, depth) : opaque(node);
};
