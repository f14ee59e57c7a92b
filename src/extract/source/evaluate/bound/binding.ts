import { calledName, type CallOrNew } from '../../syntax/calls-by-name.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import { strip } from '../arguments.ts';
import type { Ctx, Env } from '../values.ts';
import { type Applied, isBindable, listed, oneByOne } from './applied.ts';
import type { Bindable } from './kept-arguments.ts';

/** Functions of packages that bind leading arguments of their first one, and whether these are a list. */
const PARTIAL: ReadonlyMap<string, boolean> = new Map([
  ['py:functools partial', false],
  ['lodash partial', false],
  ['lodash-es partial', false],
  ['lodash/partial ', false],
  ['underscore partial', false],
  ['ramda partial', true],
]);

/** `f.bind(self, …)`, `functools.partial(f, …)`: the function bound, with the arguments that it keeps. */
const boundIn = (ctx: Ctx, call: CallOrNew): Applied | undefined => {
  const callee = strip(call.expression);
  const [first, ...others] = call.arguments ?? [];
  if (!ts.isCallExpression(call)) return undefined;
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'bind' && !loweredFile(call))
    return { callee: callee.expression, given: oneByOne(others) };
  if (!first || !/partial$/i.test(calledName(call))) return undefined;
  const kinds = ctx
    .evaluate(callee, undefined)
    .flatMap((val) =>
      val.kind === 'external' && val.made.length === 0
        ? (PARTIAL.get(`${val.module} ${val.path.filter((step) => step !== 'default').join('.')}`) ?? [])
        : [],
    );
  const [isList] = kinds;
  return isList === undefined
    ? undefined
    : { callee: first, given: oneByOne(isList ? listed(others[0]) : others) };
};

/**
 * Functions that a call binds leading arguments of, which come first in each of their calls; `undefined` for
 * other calls, and where an argument is spread.
 */
export const boundFunctions = (
  ctx: Ctx,
  call: CallOrNew,
  env: Env | undefined,
): readonly Bindable[] | undefined => {
  const bound = boundIn(ctx, call);
  const given = bound?.given;
  if (!bound || !given) return undefined;
  const functions = ctx.evaluate(bound.callee, env).filter((val): val is Bindable => isBindable(ctx, val));
  if (functions.length === 0) return undefined;
  return given.length === 0
    ? functions
    : functions.map((val) => ({
        ...val,
        bound: [...(val.bound ?? []), ...given.map((node) => [node, env] as const)],
      }));
};
