import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { zeroOf } from './literals.ts';
import type { Lowering } from './lowering.ts';
import { global } from './standard.ts';
import { isList, isMap } from './types.ts';

type Rule = (ctx: Lowering, args: readonly Cst[], node: Cst) => ts.Expression | undefined;

const made: Rule = (ctx, [type], node) => {
  if (!type) return undefined;
  if (isMap(ctx, type)) return build.object([], node);
  return isList(ctx, type) ? build.array([], node) : undefined;
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
  new: (ctx, [type], node) => (type ? zeroOf(ctx, type, node) : undefined),
  append: appended,
  delete: deleted,
  string: (ctx, [value]) => value && ctx.expression(value),
  print: logged,
  println: logged,
  panic: logged,
};
