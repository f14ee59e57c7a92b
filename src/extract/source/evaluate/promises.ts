import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Value } from './values.ts';
import { unknown } from './values.ts';

const METHODS = new Set(['then', 'catch', 'finally']);

/** Objects that replace a response: `.catch(() => ({}))`. */
const valuesInstead = (
  ctx: Ctx,
  receivers: readonly Value[],
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] => {
  if (!receivers.some((val) => val.kind === 'response')) return [];
  return (argument(0) ?? [])
    .flatMap((handler) => (handler.kind === 'function' ? ctx.call(handler, node, () => undefined, env) : []))
    .filter((val) => val.kind === 'object');
};

const callThen = (
  ctx: Ctx,
  receivers: readonly Value[],
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] => {
  const handlers = argument(0) ?? [];
  const results = handlers.flatMap((handler) =>
    handler.kind === 'function'
      ? ctx.call(handler, node, (index) => (index === 0 ? receivers : undefined), env)
      : [],
  );
  return results.length > 0 ? results : unknown();
};

/** Result of `then`, `catch` and `finally` of a promise, which is treated as its result; `undefined` for other methods. */
export const settledValues = (
  ctx: Ctx,
  receivers: readonly Value[],
  node: ts.CallExpression,
  name: string,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] | undefined => {
  if (!METHODS.has(name) || receivers.some((val) => val.kind === 'instance' || val.kind === 'object'))
    return undefined;
  if (name === 'then') return callThen(ctx, receivers, node, argument, env);
  return name === 'catch' ? [...receivers, ...valuesInstead(ctx, receivers, node, argument, env)] : receivers;
};
