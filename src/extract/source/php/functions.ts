import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { typeOf } from './names.ts';

const parameterOf = (ctx: Lowering, node: Cst): readonly ts.ParameterDeclaration[] => {
  const name = childIn(node, 'name');
  if (!name) return [];
  const value = childIn(node, 'default_value');
  return [
    build.parameter(
      {
        name: build.nameAt(textIn(ctx, name), name),
        initial: value && ctx.expression(value),
        type: typeOf(ctx, childIn(node, 'type')),
        isRest: node.type === 'variadic_parameter',
      },
      node,
    ),
  ];
};

const listOf = (node: Cst): readonly Cst[] => namedIn(childIn(node, 'parameters') ?? { children: [] });

const namesIn = (ctx: Lowering, nodes: readonly Cst[]): readonly string[] =>
  nodes.flatMap((each) => {
    const name = childIn(each, 'name') ?? (each.type === 'variable_name' ? each : undefined);
    return name ? [textIn(ctx, name)] : [];
  });

/** Promoted parameters: `function __construct(private string $base)` stores its argument. */
const kept = (ctx: Lowering, node: Cst): readonly ts.Statement[] =>
  listOf(node)
    .filter(({ type }) => type === 'property_promotion_parameter')
    .flatMap((each) => {
      const name = childIn(each, 'name');
      if (!name) return [];
      const at = build.nowhere(each.end);
      const field = build.member(build.thisAt(at), build.nameAt(textIn(ctx, name).slice(1), at), at);
      return [build.asStatement(build.assignTo(field, build.nameAt(textIn(ctx, name), at), at), at)];
    });

/** Name, parameters and body of a function or method. */
export const functionParts = (ctx: Lowering, node: Cst): build.FunctionParts => {
  const [name, body] = [childIn(node, 'name'), childIn(node, 'body')];
  const list = listOf(node);
  const within = ctx.inside({
    scope: { ...ctx.scope, declared: new Set(namesIn(ctx, list)), inFunction: true },
  });
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    parameters: list.flatMap((each) => parameterOf(ctx, each)),
    body: build.block(
      [...kept(ctx, node), ...(body ? within.statements(namedIn(body)) : [])],
      body ?? build.nowhere(node.end),
    ),
  };
};

/** `function name($a) { … }` outside of classes. */
export const functionOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] => [
  build.functionNamed(functionParts(ctx, node), node),
];

/** `fn ($x) => …` captures the enclosing variables; `function ($x) use ($y) { … }` only the named ones. */
export const closure = (ctx: Lowering, node: Cst): ts.Expression => {
  const body = childIn(node, 'body');
  const list = listOf(node);
  const uses = node.children.find(({ type }) => type === 'anonymous_function_use_clause');
  const seen =
    node.type === 'arrow_function' ? [...ctx.scope.declared] : namesIn(ctx, uses ? namedIn(uses) : []);
  const declared = new Set([...seen, ...namesIn(ctx, list)]);
  const within = ctx.inside({ scope: { ...ctx.scope, declared, inFunction: true } });
  const parameters = list.flatMap((each) => parameterOf(ctx, each));
  if (!body) return build.arrow(parameters, build.block([], build.nowhere(node.end)), node);
  const statements =
    node.type === 'arrow_function'
      ? [build.giveBack(within.expression(body), body)]
      : within.statements(namedIn(body));
  return build.arrow(parameters, build.block(statements, body), node);
};
