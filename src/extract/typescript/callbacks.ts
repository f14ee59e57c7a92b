import { argumentsOf, strip } from './arguments.ts';
import { elementsOf } from './names.ts';
import { ts } from './parse.ts';
import type { AnswerVal, Ctx, Env, FunctionNode, Val } from './values.ts';
import { walk } from './walk.ts';

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
]);

/** What a function that is an argument of a call receives: elements, resolved values, a client's response. */
export const callbackArgument = (
  ctx: Ctx,
  fn: FunctionNode,
  index: number,
  env: Env | undefined,
): readonly Val[] | undefined => {
  const call = fn.parent;
  if (!call || !ts.isCallExpression(call) || !call.arguments.includes(fn as ts.Expression)) return undefined;
  const callee = strip(call.expression);
  if (ts.isPropertyAccessExpression(callee)) {
    const name = callee.name.text;
    if (ITERATORS.has(name))
      return index === 0 ? ofAnswers(elementsOf(ctx, ctx.evaluate(callee.expression, env), fn)) : undefined;
    if (name === 'then') return index === 0 ? ctx.evaluate(callee.expression, env) : undefined;
    if (name === 'on' && index === 0) return chunkOf(ctx, callee.expression, call, env);
  }
  return passedByProject(ctx, call, fn, index, env) ?? passedByClient(ctx, call, index, env);
};

/** A client's callback: `(error, response, body) => …` by the table. */
const passedByClient = (
  ctx: Ctx,
  call: ts.CallExpression,
  index: number,
  env: Env | undefined,
): readonly Val[] | undefined => {
  const answer = ctx
    .evaluate(call, env)
    .find((val): val is AnswerVal => val.kind === 'answer' && val.call === call);
  const role = answer?.row.callback[index];
  if (!answer || !role || role === 'none') return undefined;
  return [{ ...answer, stage: role }];
};

const ofAnswers = (vals: readonly Val[]): readonly Val[] | undefined =>
  vals.some((val) => val.kind !== 'unknown') ? vals : undefined;

/** `response.on('data', chunk => …)`. */
const chunkOf = (
  ctx: Ctx,
  receiver: ts.Expression,
  call: ts.CallExpression,
  env: Env | undefined,
): readonly Val[] | undefined => {
  const event = call.arguments[0];
  if (!event || !ts.isStringLiteralLike(event)) return undefined;
  const answers = ctx.evaluate(receiver, env).filter((val): val is AnswerVal => val.kind === 'answer');
  if (answers.length === 0) return undefined;
  if (event.text === 'response') return answers;
  return event.text === 'data' ? answers.map((val) => ({ ...val, stage: 'text' })) : undefined;
};

/** A function of the project that takes a callback: what its body passes when it calls that parameter. */
const passedByProject = (
  ctx: Ctx,
  call: ts.CallExpression,
  fn: FunctionNode,
  index: number,
  env: Env | undefined,
): readonly Val[] | undefined => {
  const target = ctx.evaluate(call.expression, env).find((val) => val.kind === 'function');
  const position = call.arguments.indexOf(fn as ts.Expression);
  const name = target?.node.parameters[position]?.name;
  if (!target?.node.body || !name || !ts.isIdentifier(name)) return undefined;
  const inside: Env = {
    fn: target.node,
    call,
    argument: argumentsOf(ctx, call, env),
    next: target.env ?? env,
  };
  const found: Val[] = [];
  const visit = (node: ts.Node): boolean | void => {
    const passed =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name.text;
    const argument = passed ? node.arguments[index] : undefined;
    if (argument) found.push(...ctx.evaluate(argument, inside));
  };
  walk(target.node.body, visit);
  return ofAnswers(found);
};
