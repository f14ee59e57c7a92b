import { exactValue } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Value } from './values.ts';

const isAbsent = (val: Value): boolean => val.kind === 'primitive' && val.value === undefined;

/** `process.env.PROJECT || ''`: an empty text only means that something may be missing. */
const isEmpty = (val: Value): boolean => val.kind === 'text' && exactValue(val.text) === '';

/** Values that a default may have; an empty text keeps unknown values as they are. */
export const defaultValues = (
  ctx: Ctx,
  vals: readonly Value[],
  initializer: ts.Expression,
  env: Env | undefined,
): readonly Value[] => {
  const given = ctx.evaluate(initializer, env);
  const unseen = vals.filter((val) => val.kind === 'unknown');
  return unseen.length > 0 && given.every(isEmpty) ? unseen : given;
};

/** True for what code that is not analysed gives where a text is the default: a text as well, and maybe none. */
const isUnseenText = (val: Value, defaults: readonly Value[]): boolean =>
  val.kind === 'external' && defaults.length > 0 && defaults.every(({ kind }) => kind === 'text');

/** A default replaces absent values, and is an alternative to unknown ones. */
export const withDefault = (
  ctx: Ctx,
  vals: readonly Value[],
  initializer: ts.Expression | undefined,
  env: Env | undefined,
): readonly Value[] => {
  if (!initializer || !vals.some((val) => isAbsent(val) || val.kind === 'unknown' || val.kind === 'external'))
    return vals;
  const defaults = defaultValues(ctx, vals, initializer, env);
  const isReplaced = (val: Value): boolean =>
    isAbsent(val) || val.kind === 'unknown' || isUnseenText(val, defaults);
  return vals.some(isReplaced) ? [...vals.filter((val) => !isReplaced(val)), ...defaults] : vals;
};
