import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Value } from './values.ts';
import { unknown } from './values.ts';

/** Removes parentheses, assertions and `!` from a callee. */
export const strip = (node: ts.Expression): ts.Expression => {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at) || ts.isAsExpression(at))
    at = at.expression;
  return at;
};

/** Value of an argument behind a spread list that is not seen. */
export const BEHIND_SPREAD: readonly Value[] = unknown();

/** Arguments of a call as values; those behind a spread list are known where its items are: `url(...parts)`. */
export const argumentValues =
  (ctx: Ctx, node: ts.CallExpression | ts.NewExpression, env: Env | undefined): Env['argument'] =>
  (index) => {
    let before = 0;
    for (const argument of node.arguments ?? []) {
      if (!ts.isSpreadElement(argument)) {
        if (before === index) return ctx.evaluate(argument, env);
        before += 1;
        continue;
      }
      const [list, ...others] = ctx.evaluate(argument.expression, env);
      if (list?.kind !== 'list' || others.length > 0) return BEHIND_SPREAD;
      const known = list.complete ? list.items.length : (list.head ?? 0);
      if (index < before + known) return list.items[index - before]!();
      if (!list.complete) return BEHIND_SPREAD;
      before += known;
    }
    return undefined;
  };

/** Maximum number of items in a list of remaining arguments. */
const MAX_REST = 120;

/** Number of positional arguments of a call, and whether each is seen. */
const countArguments = (
  all: readonly ts.Expression[],
  argument: Env['argument'],
): { readonly count: number; readonly complete: boolean } => {
  const named = all.filter(isKeywords).length;
  const spread = all.findIndex((at) => ts.isSpreadElement(at));
  if (spread < 0) return { count: all.length - named, complete: true };
  for (let count = spread; count < MAX_REST; count++) {
    const vals = argument(count);
    if (vals === undefined) return { count: count - named, complete: true };
    if (vals === BEHIND_SPREAD) return { count, complete: false };
  }
  return { count: MAX_REST, complete: false };
};

/** Values of all arguments of a call: those of a spread list one by one, and one that is unknown for the part of it that is not seen. */
export const allArguments = (
  { arguments: all = ts.factory.createNodeArray() }: ts.CallExpression | ts.NewExpression,
  argument: Env['argument'],
): readonly (readonly Value[])[] => {
  const spreads = all.some((at) => ts.isSpreadElement(at));
  const { count, complete } = spreads ? countArguments(all, argument) : { count: all.length, complete: true };
  const seen = Array.from({ length: count }, (_, index) => argument(index) ?? unknown());
  return complete ? seen : [...seen, unknown()];
};

/** `...parts`: the remaining arguments, as a list. */
export const restArguments = (
  parameter: ts.ParameterDeclaration,
  { call, argument }: Env,
  index: number,
): readonly Value[] => {
  const { count, complete } = countArguments(call?.arguments ?? [], argument);
  const length = Math.max(0, Math.min(count - index, MAX_REST));
  return [
    {
      kind: 'list',
      node: parameter,
      items: Array.from({ length }, (_, offset) => () => argument(index + offset) ?? unknown()),
      complete: complete && call !== undefined && length === Math.max(0, count - index),
    },
  ];
};
