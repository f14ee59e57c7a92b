import { listOf } from './lists.ts';
import { elementsOf } from './elements.ts';
import { oncePerNode } from './once.ts';
import { ts } from './parse.ts';
import type { Ctx, Env, ListVal } from './values.ts';
import { walk } from './walk.ts';

const yieldsIn = oncePerNode((body: ts.Block): readonly ts.YieldExpression[] => {
  const yields: ts.YieldExpression[] = [];
  walk(body, (node) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isYieldExpression(node) && node.expression) yields.push(node);
    return true;
  });
  return yields;
});

/** What a generator function gives: the list of what it yields. */
export const yieldsOf = (ctx: Ctx, body: ts.Block, env: Env | undefined): ListVal =>
  listOf(
    body,
    yieldsIn(body).map(({ expression, asteriskToken }) => () => {
      const vals = ctx.evaluate(expression!, env);
      return asteriskToken ? elementsOf(ctx, vals, body) : vals;
    }),
  );
