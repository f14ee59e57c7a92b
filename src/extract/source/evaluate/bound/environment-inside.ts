import type { ts } from '../../syntax/tree.ts';
import type { Env } from '../values.ts';

/** Environment of the call of `fn` among those around a call site; `undefined` where it is not called on the way. */
export const environmentInside = (env: Env | undefined, fn: ts.Node): Env | undefined => {
  let at = env;
  while (at && at.fn !== fn) at = at.next;
  return at;
};
