import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, type Scope, textIn } from './lowering.ts';

const parameterOf = (ctx: Lowering, node: Cst): ts.ParameterDeclaration =>
  build.parameter(
    { name: build.nameAt(textIn(ctx, node), node), isRest: node.type === 'vararg_expression' },
    node,
  );

const parametersIn = (node: Cst): readonly Cst[] => namedIn(childIn(node, 'parameters') ?? { children: [] });

/** True for `function (self, path)`, which is called as a method. */
export const takesSelf = (ctx: Lowering, node: Cst): boolean => {
  const [first] = parametersIn(node);
  return first !== undefined && textIn(ctx, first) === 'self';
};

/** Parameters without `self`, and the body, of a function. */
export const functionParts = (
  ctx: Lowering,
  node: Cst,
  { self, instance }: Pick<Scope, 'self' | 'instance'>,
): { readonly parameters: readonly ts.ParameterDeclaration[]; readonly body: ts.Block } => {
  const given = takesSelf(ctx, node) ? parametersIn(node).slice(1) : parametersIn(node);
  const body = childIn(node, 'body');
  const declared = new Set(given.map((each) => textIn(ctx, each)));
  const statements = body ? ctx.inside({ declared, isFile: false, self, instance }).statements(body) : [];
  return {
    parameters: given.map((each) => parameterOf(ctx, each)),
    body: build.block(statements, body ?? build.nowhere(node.end)),
  };
};

/** A function as a value; `table` is the one that it is a member of. */
export const functionValue = (ctx: Lowering, node: Cst, table?: string): ts.Expression => {
  const { self, instance } = ctx.scope;
  const own = takesSelf(ctx, node) || table !== undefined ? { self: table } : { self, instance };
  const { parameters, body } = functionParts(ctx, node, own);
  return build.arrow(parameters, body, node);
};
