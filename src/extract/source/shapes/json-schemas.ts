import type { Member, Tree } from '../../../model/index.ts';
import { writtenName } from '../syntax/member-names.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';

const MAX_DEPTH = 60;

/** Member of a literal with that name, as far as it is itself a literal. */
const memberOf = (literal: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined => {
  const found = literal.properties.find(
    (property): property is ts.PropertyAssignment =>
      ts.isPropertyAssignment(property) && writtenName(property) === name,
  );
  return found?.initializer;
};

const literalAt = (
  literal: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralExpression | undefined => {
  const found = memberOf(literal, name);
  return found && ts.isObjectLiteralExpression(found) ? found : undefined;
};

/** True for an object literal that is a JSON Schema of objects: `properties` beside a `type`, `$schema` or `$id`. */
export const isJsonSchema = (literal: ts.ObjectLiteralExpression): boolean => {
  if (!literalAt(literal, 'properties')) return false;
  const type = memberOf(literal, 'type');
  const typed = type !== undefined && /\bobject\b/.test(type.getText());
  return typed || memberOf(literal, '$schema') !== undefined || memberOf(literal, '$id') !== undefined;
};

/** Required members of a schema: `required: ['name']`. */
const requiredIn = (schema: ts.ObjectLiteralExpression): ReadonlySet<string> => {
  const list = memberOf(schema, 'required');
  const names = list && ts.isArrayLiteralExpression(list) ? list.elements : [];
  return new Set(names.flatMap((name) => (ts.isStringLiteralLike(name) ? [name.text] : [])));
};

const declared = (
  property: ts.ObjectLiteralElementLike,
  required: ReadonlySet<string>,
  depth: number,
): Member[] => {
  if (!ts.isPropertyAssignment(property)) return [];
  const value = schemaTree(property.initializer, depth + 1);
  const key = slotOfName(property.name);
  return [{ key, value, place: placeOf(property), removal: undefined, certain: required.has(key.value) }];
};

/** Shape that a JSON Schema in code declares: objects by their `properties`, lists by their `items`. */
export const schemaTree = (node: ts.Node, depth = 0): Tree => {
  const place = placeOf(node);
  if (!ts.isObjectLiteralExpression(node) || depth > MAX_DEPTH)
    return { kind: 'opaque', ...place, pure: true };
  const properties = literalAt(node, 'properties');
  const items = memberOf(node, 'items');
  if (properties) {
    const required = requiredIn(node);
    const members = properties.properties.flatMap((property) => declared(property, required, depth));
    return { kind: 'object', ...place, members, complete: true, gap: undefined };
  }
  return items
    ? { kind: 'list', ...place, items: [schemaTree(items, depth + 1)], complete: true }
    : { kind: 'opaque', ...place, pure: true };
};
