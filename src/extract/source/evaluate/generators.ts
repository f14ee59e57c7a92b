import { loweredFile } from '../syntax/dialect.ts';
import { listValue } from './lists.ts';
import { elementsOf } from './elements.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ListValue, Value } from './values.ts';
import { unknown } from './values.ts';
import { walk } from '../syntax/walk.ts';

const yieldsIn = oncePerNode((body: ts.Block): readonly ts.YieldExpression[] => {
  const yields: ts.YieldExpression[] = [];
  walk(body, (node) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isYieldExpression(node) && node.expression) yields.push(node);
    return true;
  });
  return yields;
});

/** Functions that run a generator function, as compilers emit `async` for older engines, and its argument index. */
const RUNNERS: Readonly<Record<string, number>> = { __awaiter: 3, co: 0 };
/** Functions that return a function which runs the generator function. */
const MAKERS = new Set(['_asyncToGenerator', 'asyncToGenerator', 'coroutine', 'wrap']);

const calledName = ({ expression: callee }: ts.CallExpression): string => {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
};

const runAt = (call: ts.CallExpression): number | undefined => {
  const name = calledName(call);
  return Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
};

const isGenerator = (node: ts.Node | undefined): node is ts.FunctionExpression =>
  node !== undefined && ts.isFunctionExpression(node) && node.asteriskToken !== undefined;

/** Generator function compiled from an async one in `__awaiter(this, void 0, void 0, function* () { … })`. */
export const generatorRun = (call: ts.CallExpression): ts.FunctionExpression | undefined => {
  const index = runAt(call);
  const given = index === undefined ? undefined : call.arguments[index];
  return isGenerator(given) ? given : undefined;
};

/** Generator function compiled from an async one in `_asyncToGenerator(function* () { … })`. */
export const generatorMade = (call: ts.CallExpression): ts.FunctionExpression | undefined => {
  const [given] = call.arguments;
  return MAKERS.has(calledName(call)) && isGenerator(given) ? given : undefined;
};

/** True for a generator function in which `yield` means `await`. */
export const isAsyncGenerator = (fn: ts.Node): boolean =>
  isGenerator(fn) &&
  ts.isCallExpression(fn.parent) &&
  (generatorRun(fn.parent) === fn || generatorMade(fn.parent) === fn);

/** Value of `yield` where it means `await`. */
export const awaitedAt = (ctx: Ctx, node: ts.YieldExpression, env: Env | undefined): readonly Value[] => {
  const fn = ts.findAncestor(node.parent, ts.isFunctionLike);
  return node.expression && fn && isAsyncGenerator(fn) ? ctx.evaluate(node.expression, env) : unknown();
};

/** Result of a generator function: the list of its yielded values. */
export const yieldsOf = (ctx: Ctx, body: ts.Block, env: Env | undefined): ListValue =>
  listValue(
    body,
    yieldsIn(body).map(({ expression, asteriskToken }) => () => {
      const vals = ctx.evaluate(expression!, env);
      return asteriskToken ? elementsOf(ctx, vals, body) : vals;
    }),
  );

/** Values that a context manager of Python yields to `with`: a function whose body yields, but no generator. */
export const managedIn = (body: ts.Block): readonly ts.Expression[] =>
  loweredFile(body) ? yieldsIn(body).flatMap(({ expression }) => expression ?? []) : [];
