import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { functionScope, type Lowering, textIn } from './lowering.ts';
import { optionDeclaredBy } from './option-defaults.ts';
import { parametersOf, selfOf } from './parameters.ts';

/** True where the body yields; nested functions do not count. */
const yields = (node: Cst): boolean =>
  node.children.some(
    (child) =>
      child.type === 'yield' ||
      (child.type !== 'function_definition' && child.type !== 'lambda' && yields(child)),
  );

/** Decorators after which a function gives what it yields to `with`: `@contextmanager`. */
const managesContext = (ctx: Lowering, decorators: readonly Cst[]): boolean =>
  decorators.some((each) => /^@\s*(?:contextlib\.)?(?:async)?contextmanager$/.test(textIn(ctx, each).trim()));

const namesOf = (parameters: readonly ts.ParameterDeclaration[]): readonly string[] =>
  parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));

/** Binding of a method's first parameter. */
export type Binding = 'object' | 'class' | 'none';

/** Name, parameters and body of a function; `binding` for methods. A context manager is no generator. */
export const functionParts = (
  ctx: Lowering,
  node: Cst,
  binding: Binding | undefined,
  decorators: readonly Cst[],
): build.FunctionParts & { readonly self: string | undefined } => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  const isBound = binding === 'object' || binding === 'class';
  const self = isBound && list ? selfOf(ctx, list) : undefined;
  const options = decorators.flatMap((each) => optionDeclaredBy(ctx, each) ?? []);
  const parameters = list ? parametersOf(ctx, list, self !== undefined, options) : [];
  const scope = functionScope(ctx.scope, namesOf(parameters), binding === undefined ? ctx.scope.self : self);
  const statements = body ? ctx.inside(scope).statements(body) : [];
  const at = name ?? build.nowhere(node.start);
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', at),
    parameters,
    body: build.block(statements, body ?? build.nowhere(node.end)),
    isGenerator: body !== undefined && yields(body) && !managesContext(ctx, decorators),
    self,
  };
};
