import { isKeywords } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, ExternalValue, FunctionNode, FunctionValue, Value } from '../values.ts';

/** Argument of a call, and the environment to evaluate it in. */
export type PassedArgument = readonly [node: ts.Expression, env: Env | undefined];

/** A function value that keeps leading arguments. */
export type Bindable = FunctionValue | ExternalValue;

/** The call in which all of these arguments are written: that of a caller, where a function passes on what it receives. */
export const callAround = (given: readonly PassedArgument[]): ts.CallExpression | undefined => {
  const parent = given[0]?.[0].parent;
  const isWhole = parent && ts.isCallExpression(parent) && parent.arguments.length === given.length;
  return isWhole && given.every(([node]) => node.parent === parent) ? parent : undefined;
};

/** True for an element of a list of arguments: `fetch.apply(null, [URL])`, whose call takes no more. */
export const isListed = ([{ parent }]: PassedArgument): boolean => ts.isArrayLiteralExpression(parent);

/** Positional arguments of a call as a function receives them, where some were bound before. */
export const afterBound =
  (ctx: Ctx, { bound = [] }: Pick<Bindable, 'bound'>, argument: Env['argument']): Env['argument'] =>
  (index) => {
    const own = bound.filter(([node]) => !isKeywords(node));
    const at = own[index];
    return at ? ctx.evaluate(at[0], at[1]) : argument(index - own.length);
  };

/** The function among values, with the arguments that it keeps. */
export const keptFunction = (vals: readonly Value[], node: FunctionNode): FunctionValue =>
  vals.find((val): val is FunctionValue => val.kind === 'function' && val.node === node) ?? {
    kind: 'function',
    node,
    env: undefined,
  };
