import { exactValue } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Val } from './values.ts';

const isAbsent = (val: Val): boolean => val.kind === 'primitive' && val.value === undefined;

/** `process.env.PROJECT || ''`: an empty text only means that something may be missing. */
const isEmpty = (val: Val): boolean => val.kind === 'text' && exactValue(val.text) === '';

/** Values that a default may stand for; an empty text keeps unknown values as they are. */
export const defaultValues = (
  ctx: Ctx,
  vals: readonly Val[],
  initializer: ts.Expression,
  env: Env | undefined,
): readonly Val[] => {
  const given = ctx.evaluate(initializer, env);
  const unseen = vals.filter((val) => val.kind === 'unknown');
  return unseen.length > 0 && given.every(isEmpty) ? unseen : given;
};

/** A default replaces absent values, and is an alternative to unknown ones. */
export const withDefault = (
  ctx: Ctx,
  vals: readonly Val[],
  initializer: ts.Expression | undefined,
  env: Env | undefined,
): readonly Val[] => {
  if (!initializer || !vals.some((val) => isAbsent(val) || val.kind === 'unknown')) return vals;
  return [
    ...vals.filter((val) => !isAbsent(val) && val.kind !== 'unknown'),
    ...defaultValues(ctx, vals, initializer, env),
  ];
};
