import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { type Cst } from '../languages/tree-sitter.ts';
import { defaultOf, parametersIn, parameterVariable } from './facts.ts';
import { type Lowering, type Scope, textIn } from './lowering.ts';
import { loweredFunctionName, variableOf } from './names.ts';

const nameOf = (ctx: Lowering, node: Cst): ts.Identifier =>
  build.nameAt(variableOf(textIn(ctx, node)).name, node);

const parametersOf = (ctx: Lowering, nodes: readonly Cst[]): readonly ts.ParameterDeclaration[] =>
  nodes.flatMap((node) => {
    const variable = parameterVariable(node);
    const initial = defaultOf(node);
    if (!variable) return [];
    return [
      build.parameter({ name: nameOf(ctx, variable), initial: initial && ctx.expression(initial) }, node),
    ];
  });

const declaredBy = (parameters: readonly ts.ParameterDeclaration[]): readonly string[] =>
  parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));

const NOTHING: ReadonlySet<string> = new Set();

/** `function Get-X { param($A = 1) … }`, `function Get-X($A) { … }`. */
export const functionStatement = (ctx: Lowering, node: Cst): readonly ts.Statement[] => {
  const name = node.children.find(({ type }) => type === 'function_name');
  const body = node.children.find(({ type }) => type === 'script_block');
  if (!name) return [];
  const called = loweredFunctionName(textIn(ctx, name));
  const parameters = parametersOf(ctx, parametersIn(node));
  const scope: Scope = {
    declared: new Set(declaredBy(parameters)),
    unsure: ctx.facts.setByCallers.get(called) ?? NOTHING,
    gives: true,
  };
  const statements = body ? ctx.inside(scope).statements(body) : [];
  return [
    build.functionNamed(
      {
        name: build.nameAt(called, name),
        parameters,
        body: build.block(statements, body ?? build.nowhere(node.end)),
      },
      node,
    ),
  ];
};

/** `{ $_.name }`, `{ param($x) … }`: without parameters it takes the pipeline input. */
export const scriptBlock = (ctx: Lowering, node: Cst): ts.Expression => {
  const own = parametersOf(ctx, parametersIn(node));
  const parameters =
    own.length > 0
      ? own
      : [build.parameter({ name: build.nameAt('_', build.nowhere(node.start)) }, build.nowhere(node.start))];
  const body = node.children.find(({ type }) => type === 'script_block');
  const scope: Scope = {
    ...ctx.scope,
    declared: new Set([...ctx.scope.declared, ...declaredBy(parameters)]),
    gives: true,
  };
  return build.arrow(
    parameters,
    build.block(body ? ctx.inside(scope).statements(body) : [], body ?? build.nowhere(node.end)),
    node,
  );
};
