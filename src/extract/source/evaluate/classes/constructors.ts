import { argumentValues } from '../arguments.ts';
import { classChain, declaredConstructor } from '../classes.ts';
import { boundTo } from '../other-languages/keywords.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, FunctionNode } from '../values.ts';
import { walk } from '../../syntax/walk.ts';

/** Constructor that receives a construction's arguments: the class's own, or the nearest inherited one. */
export const constructorFor = (ctx: Ctx, node: ts.ClassLikeDeclaration): FunctionNode | undefined => {
  for (const at of classChain(ctx, node)) {
    const found = declaredConstructor(at);
    if (found) return found;
  }
  return undefined;
};

/** `super(…)` in a constructor. */
const superCallsIn = oncePerNode((node: ts.Node): readonly ts.CallExpression[] => {
  const found: ts.CallExpression[] = [];
  walk(node, (at) => {
    if (ts.isClassLike(at)) return false;
    if (ts.isCallExpression(at) && at.expression.kind === ts.SyntaxKind.SuperKeyword) found.push(at);
  });
  return found;
});

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
