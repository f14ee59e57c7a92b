import { ts } from '../syntax/tree.ts';
import type { Ctx, Env } from './values.ts';
import { unknown } from './values.ts';

/** The callee without parentheses, assertions and `!`. */
export const strip = (node: ts.Expression): ts.Expression => {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at) || ts.isAsExpression(at))
    at = at.expression;
  return at;
};

/** The arguments of a call as values; behind a spread nothing is known. */
export const argumentValues =
  (ctx: Ctx, node: ts.CallExpression | ts.NewExpression, env: Env | undefined): Env['argument'] =>
  (index) => {
    const list = node.arguments ?? [];
    if (list.slice(0, index + 1).some((argument) => ts.isSpreadElement(argument))) return unknown();
    const argument = list[index];
    return argument && ctx.evaluate(argument, env);
  };
