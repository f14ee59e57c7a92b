import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { wholeLiteral } from './strings.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

/** `const A = 1, B = 2;` */
export const constants: Rule = (ctx, node) =>
  namedIn(node)
    .filter(({ type }) => type === 'const_element')
    .flatMap((element) => {
      const [name, value] = namedIn(element);
      if (!name || !value) return [];
      ctx.scope.declared.add(textIn(ctx, name));
      return [build.declare(build.nameAt(textIn(ctx, name), name), ctx.expression(value), element)];
    });

/** `define('NAME', value)`. */
export const defined = (ctx: Lowering, node: Cst): Statements | undefined => {
  const list = childIn(node, 'arguments');
  const [name, value] = (list ? namedIn(list) : []).map((argument) => namedIn(argument)[0]);
  const called = wholeLiteral(ctx, name);
  if (called === undefined || !value || !name) return undefined;
  ctx.scope.declared.add(called);
  return [build.declare(build.nameAt(called, build.nowhere(name.start)), ctx.expression(value), node)];
};

/** `global $x;` binds a variable of the file in the function. */
export const shared: Rule = (ctx, node) => {
  for (const name of namedIn(node)) ctx.scope.declared.add(textIn(ctx, name));
  return [];
};

/** `static $x = 1;` */
export const statics: Rule = (ctx, node) =>
  namedIn(node).flatMap((declared) => {
    const [name, value] = [childIn(declared, 'name'), childIn(declared, 'value')];
    if (!name) return [];
    ctx.scope.declared.add(textIn(ctx, name));
    return [build.declare(build.nameAt(textIn(ctx, name), name), value && ctx.expression(value), declared)];
  });
