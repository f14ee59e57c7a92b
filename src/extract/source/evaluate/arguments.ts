import { ts } from '../syntax/tree.ts';
import type { Ctx, Env } from './values.ts';
import { unknown } from './values.ts';

/** Removes parentheses, assertions and `!` from a callee. */
export const strip = (node: ts.Expression): ts.Expression => {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at) || ts.isAsExpression(at))
    at = at.expression;
  return at;
};

/** Arguments of a call as values; after a spread they are unknown. */
export const argumentValues =
  (ctx: Ctx, node: ts.CallExpression | ts.NewExpression, env: Env | undefined): Env['argument'] =>
  (index) => {
    const list = node.arguments ?? [];
    if (list.slice(0, index + 1).some((argument) => ts.isSpreadElement(argument))) return unknown();
    const argument = list[index];
    return argument && ctx.evaluate(argument, env);
  };
