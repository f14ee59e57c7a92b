import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { zeroOf } from './literals.ts';
import { isDeclared, type Lowering, textIn } from './lowering.ts';
import { global } from './standard.ts';
import { isList, isMap } from './types.ts';

type Rule = (ctx: Lowering, args: readonly Cst[], node: Cst) => ts.Expression | undefined;

const made: Rule = (ctx, [type], node) => {
  if (!type) return undefined;
  if (isMap(ctx, type)) return build.object([], node);
  return isList(ctx, type) ? build.array([], node) : undefined;
};

/** `new(Cluster)`, and from Go 1.26 on `new("M10")` or `new(size)`. */
const pointedTo: Rule = (ctx, [given], node) => {
  if (!given) return undefined;
  if (!/_type$|^type_identifier$/.test(given.type)) return ctx.expression(given);
  const name = textIn(ctx, given);
  const isVariable = given.type === 'type_identifier' && !ctx.types.has(name) && isDeclared(ctx.scope, name);
  return isVariable ? build.nameAt(name, given) : zeroOf(ctx, given, node);
};

const appended: Rule = (ctx, [list, ...items], node) =>
  list &&
  build.array([build.spread(ctx.expression(list), list), ...items.map((item) => ctx.expression(item))], node);

/** `delete(req.Header, "Accept")`. */
const deleted: Rule = (ctx, [map, key], node) => {
  if (!map || !key) return undefined;
  const member = build.element(ctx.expression(map), ctx.expression(key), node);
  return ts.setTextRange(ts.factory.createDeleteExpression(member), { pos: node.start, end: node.end });
};

const logged: Rule = (ctx, args, node) =>
  build.call(
    global('console.log', node),
    args.map((each) => ctx.expression(each)),
    node,
  );

/** Built-in functions. */
export const GO_BUILTINS: Readonly<Record<string, Rule>> = {
  make: made,
  new: pointedTo,
  append: appended,
  delete: deleted,
  string: (ctx, [value]) => value && ctx.expression(value),
  print: logged,
  println: logged,
  panic: logged,
};
