import { argumentValues, strip } from './arguments.ts';
import { elementsOf, givenByMaps } from './elements.ts';
import { fixturesGiven } from './fixtures.ts';
import { afterBound } from './bound/kept-arguments.ts';
import { givenByDictionaries, mayIterate } from './maps/loops.ts';
import { givenToObserver, givenToOperator } from './packages/observables.ts';
import { ts } from '../syntax/tree.ts';
import type { ResponseValue, Ctx, Env, FunctionNode, Value } from './values.ts';
import { walk } from '../syntax/walk.ts';

const ITERATORS = new Set([
  'map',
  'forEach',
  'filter',
  'find',
  'some',
  'every',
  'flatMap',
  'findLast',
  'findIndex',
  'findLastIndex',
]);
/** Methods whose callback receives two elements, and those where an accumulator comes first. */
const COMPARERS = new Set(['sort', 'toSorted']);
const FOLDERS = new Set(['reduce', 'reduceRight']);

/** True when the n-th parameter of a list method's callback is an element. */
const takesElement = (name: string, index: number, call: ts.CallExpression): boolean => {
  if (ITERATORS.has(name)) return index === 0;
  if (COMPARERS.has(name)) return index < 2;
  return FOLDERS.has(name) && (index === 1 || (index === 0 && call.arguments.length === 1));
};

const isListMethod = (name: string): boolean =>
  ITERATORS.has(name) || COMPARERS.has(name) || FOLDERS.has(name);

/** Arguments that a callback receives: elements, resolved values, a client's response. */
export const callbackArgument = (
  ctx: Ctx,
  fn: FunctionNode,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const call = fn.parent;
  return call && ts.isCallExpression(call) && call.arguments.includes(fn as ts.Expression)
    ? receivedBy(ctx, call, fn as ts.Expression, index, env)
    : givenToObserver(ctx, fn, index, env);
};

/** Values that a function passed as `argument` of a call receives as its n-th parameter. */
export const receivedBy = (
  ctx: Ctx,
  call: ts.CallExpression,
  argument: ts.Expression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const callee = strip(call.expression);
  if (ts.isPropertyAccessExpression(callee)) {
    const name = callee.name.text;
    const count = ts.isFunctionLike(argument) ? argument.parameters.length : 2;
    const receivers = (): readonly Value[] => ctx.evaluate(callee.expression, env);
    const ofDictionary = mayIterate(name)
      ? (givenByMaps(ctx, receivers(), name, index) ??
        givenByDictionaries(ctx, receivers(), name, call, index, count))
      : undefined;
    if (ofDictionary) return ofAnswers(ofDictionary);
    if (isListMethod(name))
      return takesElement(name, index, call)
        ? ofAnswers(elementsOf(ctx, ctx.evaluate(callee.expression, env), argument))
        : undefined;
    if (name === 'then' || name === 'subscribe')
      return index === 0 ? ctx.evaluate(callee.expression, env) : undefined;
    if (name === 'on' && index === 0) return chunkOf(ctx, callee.expression, call, env);
    if (name === 'end') return passedAtEnd(ctx, callee.expression, index, env);
  }
  return (
    givenToOperator(ctx, call, index, env) ??
    passedByProject(ctx, call, argument, index, env) ??
    passedByClient(ctx, call, index, env) ??
    fixturesGiven(ctx, call, index, env)
  );
};

const inRole = (answer: ResponseValue | undefined, index: number): readonly Value[] | undefined => {
  const role = answer?.row.callback[index];
  return !answer || !role || role === 'none' ? undefined : [{ ...answer, stage: role }];
};

/** Arguments of a client's callback: `(error, response, body) => …` by the table. */
const passedByClient = (
  ctx: Ctx,
  call: ts.CallExpression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const answer = ctx
    .evaluate(call, env)
    .find((val): val is ResponseValue => val.kind === 'response' && val.call === call);
  return inRole(answer, index);
};

/** `superagent.get(url).end((error, response) => …)`. */
const passedAtEnd = (
  ctx: Ctx,
  receiver: ts.Expression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const answer = ctx
    .evaluate(receiver, env)
    .find((val): val is ResponseValue => val.kind === 'response' && val.row.chained);
  return inRole(answer, index);
};

const ofAnswers = (vals: readonly Value[]): readonly Value[] | undefined =>
  vals.some((val) => val.kind !== 'unknown') ? vals : undefined;

/** `response.on('data', chunk => …)`. */
const chunkOf = (
  ctx: Ctx,
  receiver: ts.Expression,
  call: ts.CallExpression,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const event = call.arguments[0];
  if (!event || !ts.isStringLiteralLike(event)) return undefined;
  const answers = ctx.evaluate(receiver, env).filter((val): val is ResponseValue => val.kind === 'response');
  if (answers.length === 0) return undefined;
  if (event.text === 'response') return answers;
  return event.text === 'data' ? answers.map((val) => ({ ...val, stage: 'text' })) : undefined;
};

const isInside = (fn: FunctionNode, env: Env | undefined): boolean =>
  env !== undefined && (env.fn === fn || isInside(fn, env.next));

/**
 * Arguments of a callback passed to a project function: those of the calls of that parameter in its body, or
 * where it is passed on.
 */
const passedByProject = (
  ctx: Ctx,
  call: ts.CallExpression,
  callback: ts.Expression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const target = ctx.evaluate(call.expression, env).find((val) => val.kind === 'function');
  const position = call.arguments.indexOf(callback) + (target?.bound?.length ?? 0);
  const name = target?.node.parameters[position]?.name;
  if (!target?.node.body || !name || !ts.isIdentifier(name) || isInside(target.node, env)) return undefined;
  const inside: Env = {
    fn: target.node,
    call,
    argument: target.bound
      ? afterBound(ctx, target, argumentValues(ctx, call, env))
      : argumentValues(ctx, call, env),
    next: target.env ?? env,
  };
  const found: Value[] = [];
  const isCallback = (node: ts.Expression): boolean => ts.isIdentifier(node) && node.text === name.text;
  const visit = (node: ts.Node): boolean | void => {
    if (!ts.isCallExpression(node)) return;
    const argument = isCallback(node.expression) ? node.arguments[index] : undefined;
    if (argument) found.push(...ctx.evaluate(argument, inside));
    const given = node.arguments.find(isCallback);
    if (given) found.push(...(receivedBy(ctx, node, given, index, inside) ?? []));
  };
  walk(target.node.body, visit);
  return ofAnswers(found);
};
