import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { functionParts, takesSelf } from './functions.ts';
import { headerLines } from './header-lines.ts';
import { type Lowering, textIn } from './lowering.ts';

/** A bare name, which another bare name can replace. */
export const plainName = (ctx: Lowering, node: Cst): ts.Identifier =>
  markWritten(build.nameAt(textIn(ctx, node), node), {
    span: { start: node.start, end: node.end },
    spelling: 'lua-name',
  });

/** An index, which counts from one; in the common syntax tree from zero. */
export const indexOf = (ctx: Lowering, node: Cst): ts.Expression =>
  node.type === 'number' && /^\d+$/.test(textIn(ctx, node))
    ? build.numberAt(String(Number(textIn(ctx, node)) - 1), node)
    : ctx.expression(node);

const isInBrackets = ({ children }: Cst): boolean => children[0]?.type === '[';

/** `get = function(self, path) … end`, whose `self` is the table. */
const methodOf = (ctx: Lowering, name: Cst, value: Cst, field: Cst): ts.ObjectLiteralElementLike => {
  const parts = functionParts(ctx, value, { self: 'this' });
  return build.method({ name: plainName(ctx, name), ...parts }, field) as ts.MethodDeclaration;
};

/** `name = 1`, `["name"] = 1`; an item without a name has its position. */
const memberOf = (ctx: Lowering, field: Cst, position: number): ts.ObjectLiteralElementLike => {
  const [name, value] = [childIn(field, 'name'), childIn(field, 'value')];
  if (name?.type === 'identifier' && value?.type === 'function_definition' && takesSelf(ctx, value))
    return methodOf(ctx, name, value, field);
  const isLines = value?.type === 'table_constructor' && name && textIn(ctx, name) === 'httpheader';
  const given = isLines ? headerLines(ctx, value) : value ? ctx.expression(value) : build.opaque(field);
  if (!name)
    return build.property(build.numberAt(String(position), build.nowhere(field.start)), given, field);
  const key = isInBrackets(field) ? build.propertyKey(indexOf(ctx, name)) : plainName(ctx, name);
  return build.property(key, given, field);
};

const endsWithComma = ({ children }: Cst): boolean => /^[,;]$/.test(children.at(-2)?.type ?? '');

/** `{ 1, 2 }` as a list, `{ a = 1, ["b"] = 2 }` as an object, with more members that are not written in it. */
export const table = (
  ctx: Lowering,
  node: Cst,
  more: readonly ts.ObjectLiteralElementLike[] = [],
): ts.Expression => {
  const fields = namedIn(node).filter(({ type }) => type === 'field');
  const items = fields.filter((field) => !childIn(field, 'name'));
  if (fields.length > 0 && items.length === fields.length)
    return build.array(
      items.map((item) => {
        const value = childIn(item, 'value');
        return value ? ctx.expression(value) : build.opaque(item);
      }),
      node,
      endsWithComma(node),
    );
  return build.object(
    [...more, ...fields.map((field) => memberOf(ctx, field, items.indexOf(field)))],
    node,
    endsWithComma(node),
  );
};
