import { nameAt, nowhere } from '../languages/builders.ts';
import { block, type FunctionParts, functionNamed, parameter } from '../languages/statements.ts';
import { markNamed } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const parameterOf = (ctx: Lowering, node: Cst): readonly ts.ParameterDeclaration[] => {
  if (node.type === 'identifier') return [parameter({ name: nameAt(textIn(ctx, node), node) }, node)];
  const name = childIn(node, 'name');
  if (!name) return [];
  const parts = { name: nameAt(textIn(ctx, name), name) };
  if (node.type === 'splat_parameter') return [parameter({ ...parts, isRest: true }, node)];
  if (node.type === 'hash_splat_parameter') return [parameter({ ...parts, takesKeywords: true }, node)];
  if (node.type === 'block_parameter') return [];
  const value = childIn(node, 'value');
  const made = parameter({ ...parts, initial: value && ctx.expression(value) }, node);
  return [node.type === 'keyword_parameter' ? markNamed(made) : made];
};

/** Name, parameters and body of a method. */
export const functionParts = (ctx: Lowering, node: Cst): FunctionParts => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  const parameters = list ? namedIn(list).flatMap((each) => parameterOf(ctx, each)) : [];
  const names = parameters.flatMap(({ name: at }) => (ts.isIdentifier(at) ? [at.text] : []));
  const within = ctx.inside({ ...ctx.scope, declared: new Set(names) });
  const statements = body ? within.statements(body, true) : [];
  return {
    name: nameAt(name ? textIn(ctx, name) : '', name ?? nowhere(node.start)),
    parameters,
    body: block(statements, body ?? nowhere(node.end)),
  };
};

/** `def name(a, b = 1) … end` outside of classes. */
export const functionOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] => [
  functionNamed(functionParts(ctx, node), node),
];
