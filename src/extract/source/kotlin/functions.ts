import * as build from '../languages/build.ts';
import type { MethodParts } from '../managed/classes.ts';
import { declaredBody } from '../managed/declared-requests.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { childOf, listIn } from './class-parts.ts';
import { parametersIn, parameterTypes } from './parameters.ts';

/** Context inside a function with its parameters. */
export const inFunction = (ctx: Lowering, list: Cst | undefined, isStatic: boolean): Lowering =>
  ctx.inside({
    ...ctx.scope,
    locals: new Map(list ? parameterTypes(ctx, list) : []),
    isStatic,
    sent: new Set(),
    streams: new Map(),
  });

/** Function body: `{ … }`, or `= x`, which is returned. */
export const functionBody = (ctx: Lowering, node: Cst): ts.Block => {
  const body = childOf(node, 'function_body');
  const [inner] = body ? namedIn(body) : [];
  if (!body || !inner) return build.block([], build.nowhere(node.end));
  return inner.type === 'block'
    ? ctx.block(inner)
    : build.block([build.giveBack(ctx.expression(inner), inner)], inner);
};

/** Name, parameters and body of a function. */
export const functionParts = (ctx: Lowering, node: Cst, isStatic = false): MethodParts => {
  const [name, list] = [childIn(node, 'name'), listIn(node)];
  const scope = inFunction(ctx, list, isStatic);
  const parameters = list ? parametersIn(scope, list) : [];
  const declared = childOf(node, 'function_body') ? undefined : declaredBody(ctx, node, name, parameters);
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    parameters,
    body: declared ?? functionBody(scope, node),
    isStatic,
    span: node,
  };
};
