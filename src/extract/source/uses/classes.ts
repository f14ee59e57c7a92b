import { superclassOf } from '../evaluate/classes.ts';
import type { Ctx } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';

const FARTHEST = 20;

const isBelow = (ctx: Ctx, lower: ts.ClassLikeDeclaration, upper: ts.ClassLikeDeclaration): boolean => {
  let at: ts.ClassLikeDeclaration | undefined = lower;
  for (let steps = 0; at && steps < FARTHEST; steps++) {
    if (at === upper) return true;
    at = superclassOf(ctx, at);
  }
  return false;
};

/** True where an object of one class may be one of the other. */
export const isRelated = (ctx: Ctx, a: ts.ClassLikeDeclaration, b: ts.ClassLikeDeclaration): boolean =>
  isBelow(ctx, a, b) || isBelow(ctx, b, a);
