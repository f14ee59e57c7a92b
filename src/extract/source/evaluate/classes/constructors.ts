import { argumentValues } from '../arguments.ts';
import { classChain } from '../classes.ts';
import { declaredConstructor } from './members-by-name.ts';
import { boundTo } from '../other-languages/keywords.ts';
import type { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, FunctionNode } from '../values.ts';
import { superCallsIn } from './super-calls.ts';

/** Constructor that receives a construction's arguments: the class's own, or the nearest inherited one. */
export const constructorFor = (ctx: Ctx, node: ts.ClassLikeDeclaration): FunctionNode | undefined => {
  for (const at of classChain(ctx, node)) {
    const found = declaredConstructor(at);
    if (found) return found;
  }
  return undefined;
};

/** Environment of `new X(…)`: the arguments of its constructor, and those passed on to the superclasses. */
export const construction = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
  call: ts.NewExpression,
  argument: Env['argument'],
  env: Env | undefined,
): Env | undefined => {
  const constructors = classChain(ctx, node).flatMap((at) => declaredConstructor(at) ?? []);
  const [own, ...inherited] = constructors;
  if (!own) return env;
  let at: Env = { fn: own, call, argument: boundTo(ctx, own, call, argument, env), next: env };
  for (const fn of inherited) {
    const [above, ...others] = at.fn ? superCallsIn(at.fn) : [];
    if (!above || others.length > 0) break;
    at = { fn, call: above, argument: boundTo(ctx, fn, above, argumentValues(ctx, above, at), at), next: at };
  }
  return at;
};
