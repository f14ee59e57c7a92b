import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Env, Value } from './values.ts';
import { unknown } from './values.ts';
import { some } from '../syntax/walk.ts';

/** True when the expression refers to the variable itself. */
export const mentions = (node: ts.Expression, name: ts.Identifier): boolean =>
  some(node, (at) => ts.isIdentifier(at) && at.text === name.text && declarationOf(at.text, at) === name);

/** Environment in which a variable, or a read of a field, has these values: those before its assignment. */
export const assuming = (
  name: ts.Identifier | ts.PropertyAccessExpression,
  vals: readonly Value[] | undefined,
  env: Env | undefined,
): Env => ({
  fn: undefined,
  assumed: { name, vals: vals ?? unknown(ts.isIdentifier(name) ? name.text : name.name.text) },
  call: undefined,
  argument: () => undefined,
  next: env,
});

/** Assumed value of a variable, or of a read of a field, in an environment. */
export const assumedFor = (env: Env | undefined, name: ts.Node): readonly Value[] | undefined => {
  let at = env;
  while (at && at.assumed?.name !== name) at = at.next;
  return at?.assumed?.vals;
};
