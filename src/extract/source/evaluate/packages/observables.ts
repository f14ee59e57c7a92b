import { strip } from '../arguments.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, FunctionNode, Value } from '../values.ts';
import { unknown } from '../values.ts';

/** Operators of RxJS that give on what they get: `tap(log)`, `retry(2)`. */
const KEEPING = new Set(
  'catchError debounceTime delay distinctUntilChanged filter finalize first last observeOn publishReplay refCount retry retryWhen share shareReplay single skip subscribeOn take takeUntil takeWhile tap throttleTime timeout'.split(
    ' ',
  ),
);

/** Operators that give on what their function returns: `map((response) => response.data)`. */
const MAPPING = new Set(['concatMap', 'exhaustMap', 'flatMap', 'map', 'mergeMap', 'switchMap']);

/** Name of the RxJS operator that an argument of `pipe` makes. */
const operatorOf = (
  ctx: Ctx,
  operator: ts.Expression,
  env: Env | undefined,
): { readonly name: string; readonly call: ts.CallExpression } | undefined => {
  const call = strip(operator);
  if (!ts.isCallExpression(call)) return undefined;
  for (const val of ctx.evaluate(call.expression, env))
    if (val.kind === 'external' && /^rxjs(?:$|\/)/.test(val.module) && val.path.length > 0)
      return { name: val.path.at(-1)!, call };
  return undefined;
};

/** Values behind the operators of `observable.pipe(…)`; `undefined` where one is none of RxJS: `stream.pipe(file)`. */
const pipedValues = (
  ctx: Ctx,
  source: readonly Value[],
  operators: readonly ts.Expression[],
  env: Env | undefined,
): readonly Value[] | undefined => {
  let vals = source;
  for (const each of operators) {
    const operator = operatorOf(ctx, each, env);
    if (operator === undefined) return undefined;
    if (KEEPING.has(operator.name)) continue;
    vals = MAPPING.has(operator.name) ? mapped(ctx, vals, operator.call, env) : unknown();
  }
  return vals;
};

const mapped = (
  ctx: Ctx,
  vals: readonly Value[],
  call: ts.CallExpression,
  env: Env | undefined,
): readonly Value[] => {
  const [given] = call.arguments;
  const results = (given ? ctx.evaluate(given, env) : []).flatMap((fn) =>
    fn.kind === 'function' ? ctx.call(fn, call, (index) => (index === 0 ? vals : undefined), env) : [],
  );
  return results.length > 0 ? results : unknown();
};

/** Values of `observable.pipe(…)` and `observable.toPromise()` of a client that returns observables of responses. */
export const observedValues = (
  ctx: Ctx,
  receivers: readonly Value[],
  node: ts.CallExpression,
  name: string,
  env: Env | undefined,
): readonly Value[] | undefined => {
  if (!receivers.some((val) => val.kind === 'response')) return undefined;
  if (name === 'toPromise') return receivers;
  return name === 'pipe' ? pipedValues(ctx, receivers, node.arguments, env) : undefined;
};

const methodCall = (
  node: ts.Node | undefined,
  name: string,
): { readonly call: ts.CallExpression; readonly receiver: ts.Expression } | undefined => {
  if (node === undefined || !ts.isCallExpression(node)) return undefined;
  const callee = strip(node.expression);
  return ts.isPropertyAccessExpression(callee) && callee.name.text === name
    ? { call: node, receiver: callee.expression }
    : undefined;
};

/** Value that the function of an operator receives: `pipe(map((response) => …))`. */
export const givenToOperator = (
  ctx: Ctx,
  operator: ts.CallExpression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const pipe = methodCall(operator.parent, 'pipe');
  const at = pipe?.call.arguments.indexOf(operator) ?? -1;
  if (pipe === undefined || at === -1 || index !== 0) return undefined;
  const name = operatorOf(ctx, operator, env)?.name;
  if (name === undefined || !(MAPPING.has(name) || name === 'tap' || name === 'filter')) return undefined;
  return pipedValues(ctx, ctx.evaluate(pipe.receiver, env), pipe.call.arguments.slice(0, at), env);
};

/** Value that a function receives as `subscribe({ next(value) { … } })`. */
export const givenToObserver = (
  ctx: Ctx,
  fn: FunctionNode,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const member = ts.isMethodDeclaration(fn) ? fn : fn.parent;
  if (index !== 0 || !(ts.isMethodDeclaration(member) || ts.isPropertyAssignment(member))) return undefined;
  if (member.name.getText() !== 'next' || !ts.isObjectLiteralExpression(member.parent)) return undefined;
  const subscribe = methodCall(member.parent.parent, 'subscribe');
  return subscribe?.call.arguments[0] === member.parent ? ctx.evaluate(subscribe.receiver, env) : undefined;
};
