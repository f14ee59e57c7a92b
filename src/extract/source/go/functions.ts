import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { functionScope, type Lowering, NO_RESULTS, type Results, textIn } from './lowering.ts';
import { typeOf } from './types.ts';

const namesIn = (node: Cst): readonly Cst[] => node.children.filter(({ field }) => field === 'name');

const parameterOf = (ctx: Lowering, node: Cst): readonly ts.ParameterDeclaration[] => {
  const names = namesIn(node);
  const type = childIn(node, 'type');
  const isRest = node.type === 'variadic_parameter_declaration';
  if (names.length === 0)
    return [build.parameter({ name: build.nameAt('_', build.nowhere(node.start)), isRest }, node)];
  return names.map((name) =>
    build.parameter(
      { name: build.nameAt(textIn(ctx, name), name), type: isRest ? undefined : typeOf(ctx, type), isRest },
      name,
    ),
  );
};

const resultsOf = (ctx: Lowering, node: Cst | undefined): Results => {
  if (!node) return NO_RESULTS;
  if (node.type !== 'parameter_list') return { count: 1, fails: textIn(ctx, node) === 'error', names: [] };
  const all = namedIn(node);
  const names = all.flatMap((each) => namesIn(each).map((name) => textIn(ctx, name)));
  const last = all.at(-1);
  const type = last && childIn(last, 'type');
  return {
    count: Math.max(names.length, all.length),
    fails: type !== undefined && textIn(ctx, type) === 'error',
    names,
  };
};

/** Receiver of a method. */
export const receiverOf = (ctx: Lowering, node: Cst): { name: string | undefined; type: Cst | undefined } => {
  const [only] = namedIn(childIn(node, 'receiver') ?? node);
  const name = only && childIn(only, 'name');
  return { name: name && textIn(ctx, name), type: only && childIn(only, 'type') };
};

/** Name, parameters and body of a function; `self` is the receiver's name. */
export const functionParts = (ctx: Lowering, node: Cst, self: string | undefined): build.FunctionParts => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  const parameters = list ? namedIn(list).flatMap((each) => parameterOf(ctx, each)) : [];
  const names = list ? namedIn(list).flatMap((each) => namesIn(each).map((at) => textIn(ctx, at))) : [];
  const results = resultsOf(ctx, childIn(node, 'result'));
  const scope = functionScope(ctx.scope, [...names, ...results.names], results, self ?? ctx.scope.self);
  const at = build.nowhere(body?.start ?? node.end);
  const declared = results.names.map((each) => build.declare(build.nameAt(each, at), undefined, at, true));
  const statements = body ? ctx.inside(scope).statements(body) : [];
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    parameters,
    body: build.block([...declared, ...statements], body ?? build.nowhere(node.end)),
  };
};
