import { addTo } from '../../../model/index.ts';
import { dottedName } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, ExternalValue, Made, ResponseValue } from './values.ts';

const REGISTERS = '.interceptors.response.use';

/** Response handlers in a file, by the source text of what they are registered on. */
const handlersIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Expression[]> => {
  const found = new Map<string, ts.Expression[]>();
  if (!file.text.includes('interceptors')) return found;
  for (const { expression, arguments: given } of nodesOf(file).calls) {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'use') continue;
    const callee = dottedName(expression);
    if (!callee.endsWith(REGISTERS) || !given?.[0]) continue;
    const holder = callee.slice(0, -REGISTERS.length);
    addTo(found, holder, given[0]);
  }
  return found;
});

/** Expression that refers to the instance later: a variable or `this.field`, as source text. */
const holderOf = (made: Made): string | undefined => {
  let at: ts.Node = made.call;
  while (
    ts.isAwaitExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent) ||
    ts.isAsExpression(at.parent)
  )
    at = at.parent;
  const { parent } = at;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText();
  if (ts.isPropertyDeclaration(parent)) return `this.${parent.name.getText()}`;
  return ts.isBinaryExpression(parent) && parent.right === at ? parent.left.getText() : undefined;
};

/** Response that the callers of an instance receive: `api.interceptors.response.use((response) => response.data)`. */
export const intercepted = (
  ctx: Ctx,
  { made }: ExternalValue,
  answer: ResponseValue,
): readonly ResponseValue[] => {
  const created = made.at(-1);
  const holder = created && holderOf(created);
  if (!created || holder === undefined) return [answer];
  const file = created.call.getSourceFile();
  const handlers = handlersIn(file).get(holder) ?? [];
  return handlers.reduce<readonly ResponseValue[]>(
    (answers, handler) => {
      const results = ctx
        .evaluate(handler, created.env)
        .flatMap((fn) =>
          fn.kind === 'function'
            ? ctx.call(fn, undefined, (index) => (index === 0 ? answers : undefined), created.env)
            : [],
        );
      const kept = results.filter((val): val is ResponseValue => val.kind === 'response');
      return kept.length > 0 ? kept : answers;
    },
    [answer],
  );
};
