import type { Member, Tree } from '../../../model/index.ts';
import { ts } from '../syntax/parse.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';

/** Packages whose calls state shapes. */
export const VALIDATORS =
  /^(zod|joi|@hapi\/joi|yup|io-ts|superstruct|runtypes|valibot|typebox|@sinclair\/typebox|ajv)$/;

/** Methods of a validator that give back what they are given. */
export const CHECKS = /^(parse|parseAsync|validateSync|cast|mask|check)$/;

const LISTS = /^(array|readonlyArray|list|set)$/i;
/** Maps from any key: what they hold has no place of its own. */
const MAPS = /^(record|map|dictionary)$/i;
const DEEPEST = 60;

const opaque = (node: ts.Node): Tree => ({ kind: 'opaque', ...placeOf(node), pure: true });

const memberOf = (property: ts.ObjectLiteralElementLike, depth: number): Member[] => {
  if (!ts.isPropertyAssignment(property)) return [];
  return [
    {
      key: slotOfName(property.name),
      value: validatorTree(property.initializer, depth + 1),
      place: placeOf(property),
      removal: undefined,
      certain: true,
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

/** `t.array(x)`, `x.array()`, `t.type({ … })`, `x.optional()`, `t.intersection([a, b])`. */
const callTree = (node: ts.CallExpression, depth: number): Tree => {
  const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
  const name = callee?.name.text ?? node.expression.getText();
  const shape = node.arguments.find((argument) => !ts.isLiteralExpression(argument));
  if (MAPS.test(name)) return opaque(node);
  const inner = shape ?? (callee && ts.isCallExpression(callee.expression) ? callee.expression : undefined);
  if (!inner) return opaque(node);
  const tree = validatorTree(inner, depth + 1);
  return LISTS.test(name) ? listOf(node, tree) : tree;
};

/** The shape that a validator states, whatever its package: objects, lists, and what wraps them. */
export const validatorTree = (node: ts.Node, depth = 0): Tree => {
  if (depth > DEEPEST) return opaque(node);
  if (ts.isObjectLiteralExpression(node))
    return objectOf(
      node,
      node.properties.flatMap((property) => memberOf(property, depth)),
    );
  if (ts.isArrayLiteralExpression(node)) {
    const parts = node.elements.map((element) => validatorTree(element, depth + 1));
    return objectOf(
      node,
      parts.flatMap((part) => (part.kind === 'object' ? part.members : [])),
    );
  }
  return ts.isCallExpression(node) ? callTree(node, depth) : opaque(node);
};
