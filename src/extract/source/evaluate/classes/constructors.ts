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
  const at: Env = { fn: own, call, argument: boundTo(ctx, { node: own }, call, argument, env), next: env };
  return passedOn(ctx, own, inherited, at) ?? at;
};

/** Environment with what a constructor passes on to those of its superclasses; `undefined` where that is not seen. */
const passedOn = (
  ctx: Ctx,
  own: FunctionNode,
  inherited: readonly FunctionNode[],
  env: Env | undefined,
): Env | undefined => {
  let at: Env | undefined;
  let from = own;
  for (const fn of inherited) {
    const [above, ...others] = superCallsIn(from);
    if (!above || others.length > 0) break;
    const around: Env | undefined = at ?? env;
    const argument = boundTo(ctx, { node: fn }, above, argumentValues(ctx, above, around), around);
    at = { fn, call: above, argument, next: around };
    from = fn;
  }
  return at;
};

/**
 * Environment of some object of a class, whose own constructor's arguments are unknown: what it passes on to its
 * superclasses is known where it writes that, `super('https://…')`.
 */
export const constructionOfSome = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
  env: Env | undefined,
): Env | undefined => {
  const [own, ...inherited] = classChain(ctx, node).flatMap((at) => declaredConstructor(at) ?? []);
  return own && passedOn(ctx, own, inherited, env);
};
