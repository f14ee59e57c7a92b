import { isMapObject, listOfMap } from './elements.ts';
import type { Text } from '../../../model/index.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { isResponseRoot } from './response-members.ts';
import { settledValues } from './promises.ts';
import { argumentValues, strip } from './arguments.ts';
import { BUILTINS, PACKAGE_FUNCTIONS, JSON_METHODS } from './builtins.ts';
import { clientOf, type Match } from '../clients/client-lookup.ts';
import { configuredClient } from './configured-clients.ts';
import { dictionaryMethod } from './other-languages/dictionaries.ts';
import { EXECUTE_OFFSET, executedName } from './app-services-execute.ts';
import { headersChanged } from './header-objects.ts';
import { generatorMade, generatorRun } from './generators.ts';
import { executedFunctions, moduleValue, requiredValue } from './modules.ts';
import { valuesUnder } from './objects.ts';
import { intercepted } from './interceptors.ts';
import { callListMethod, mapsUnknown } from './lists.ts';
import { ts } from '../syntax/tree.ts';
import { forgetCalls } from './classes/method-calls.ts';
import { appliedValues } from './bound/applied.ts';
import { boundFunctions } from './bound/binding.ts';
import { observedValues } from './packages/observables.ts';
import { passedThrough } from './packages/pass-through.ts';
import { parsedDocument, readFromFile } from './packages/read-files.ts';
import { settingCalled } from './settings.ts';
import { callTextMethod, joinList } from './text-methods.ts';
import { textMade } from './text-functions.ts';
import { formatted, templateFilled } from './written/text-formats.ts';
import { CHECKS, VALIDATORS } from './validators.ts';
import type { ResponseValue, Ctx, Env, ExternalValue, FunctionValue, Value } from './values.ts';
import { unknown } from './values.ts';
import { entryNamed } from '../../../model/index.ts';

/** Value of `f(…)`. */
export const evaluateCall = (ctx: Ctx, node: ts.CallExpression, env: Env | undefined): readonly Value[] => {
  const callee = strip(node.expression);
  const configured = configuredClient(ctx, node);
  if (configured) return [answerOf(configured, node, env)];
  const executed = executedName(node);
  if (executed !== undefined) return evaluateExecuted(ctx, node, executed, env);
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return evaluateRequire(ctx, node, moduleValue);
  if (ts.isIdentifier(callee) && callee.text === 'require' && node.arguments.length === 1)
    return evaluateRequire(ctx, node, requiredValue);
  // Outside of a module the parser reads `await (x)` as a call.
  if (ts.isIdentifier(callee) && callee.text === 'await' && node.arguments[0])
    return ctx.evaluate(node.arguments[0], env);
  const bound =
    boundFunctions(ctx, node, env) ??
    appliedValues(ctx, node, env, (val) => callExternal(ctx, val, node, env));
  if (bound) return bound;
  const run = generatorRun(node);
  if (run) return ctx.call({ kind: 'function', node: run, env }, node, () => undefined, env);
  const made = generatorMade(node);
  if (made) return [{ kind: 'function', node: made, env }];
  if (ts.isPropertyAccessExpression(callee)) {
    const result = evaluateMethod(ctx, node, callee, env);
    if (result) return result;
  }
  return ctx
    .evaluate(callee, env)
    .flatMap((val) => callValue(ctx, val, node, env))
    .map((val) => (val.kind === 'unknown' && !val.returnedBy ? { ...val, returnedBy: node } : val));
};

/** Result of a function that is called by name. */
const evaluateExecuted = (
  ctx: Ctx,
  node: ts.CallExpression,
  name: string,
  env: Env | undefined,
): readonly Value[] => {
  const argument = argumentValues(ctx, node, env);
  const results = executedFunctions(ctx, node, name).flatMap((fn) =>
    ctx.call(fn, node, (index) => argument(index + EXECUTE_OFFSET), env),
  );
  return results.length > 0 ? results : unknown();
};

const evaluateRequire = (ctx: Ctx, node: ts.CallExpression, give: typeof moduleValue): readonly Value[] => {
  const argument = node.arguments[0];
  return argument && ts.isStringLiteralLike(argument) ? give(ctx, node, argument.text) : unknown();
};

const callValue = (ctx: Ctx, val: Value, node: ts.CallExpression, env: Env | undefined): readonly Value[] => {
  if (val.kind === 'function') return ctx.call(val, node, argumentValues(ctx, node, env), env);
  if (val.kind === 'external') return forgetCalls(callExternal(ctx, val, node, env));
  if (val.kind === 'module') {
    const whole = ctx.property(val, 'default', node, false);
    return whole.flatMap((inner) => (inner.kind === 'module' ? unknown() : callValue(ctx, inner, node, env)));
  }
  return unknown();
};

/** Value of a method call whose meaning depends on the receiver. `undefined`: nothing special, evaluate the callee. */
const evaluateMethod = (
  ctx: Ctx,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const name = callee.name.text;
  const receivers = ctx.evaluate(callee.expression, env);
  const argument = argumentValues(ctx, node, env);
  const settled = settledValues(ctx, receivers, node, name, argument, env);
  if (settled) return settled;
  const observed = observedValues(ctx, receivers, node, name, env);
  if (observed) return observed;
  const results = receivers.map((val) => callMethod(ctx, val, name, node, argument, env));
  if (results.every((result) => result === undefined)) return undefined;
  return results.flatMap(
    (result, at) =>
      (result && forgetCalls(result)) ??
      ctx.property(receivers[at]!, name, callee.name, false).flatMap((val) => callValue(ctx, val, node, env)),
  );
};

const callMethod = (
  ctx: Ctx,
  val: Value,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] | undefined => {
  if (val.kind === 'text') {
    const args = node.arguments.map((_, index) => argument(index) ?? unknown());
    if (name === 'format') return formattedBy(val.text, args, node);
    if (name === 'substitute' || name === 'safe_substitute') return templateFilled(val.text, args, node);
    return callTextMethod(val, name, args, node);
  }
  const entry = dictionaryMethod(ctx, val, name, node, argument);
  if (entry) return entry;
  if (val.kind === 'object' && name === 'get' && ts.isNewExpression(val.node))
    return valuesUnder(val, argument(0), node);
  const list = isMapObject(val) ? listOfMap(ctx, val, name, node) : undefined;
  if (list) return [list];
  const headers = val.kind === 'object' ? headersChanged(val, name, node, argument) : undefined;
  if (headers) return [headers];
  if (val.kind === 'function') return callFunctionMethod(ctx, val, name, node, argument, env);
  if (val.kind === 'external' && isBound(ctx, val, name, node)) return [val];
  if (val.kind === 'list' && name === 'join') return joinList(val, argument(0), node);
  if (val.kind === 'response' && isResponseRoot(val) && val.row.fluent.includes(name)) return [val];
  if (val.kind === 'list' || (val.kind === 'response' && val.stage === 'body'))
    return callListMethod(ctx, val, name, node, argument, env);
  if (val.kind === 'response') return callAnswer(val, name);
  if (val.kind === 'json') return JSON_METHODS.has(name) ? (name === 'json' ? val.of : [val]) : undefined;
  if (val.kind === 'unknown' && mapsUnknown(name, node))
    return callListMethod(ctx, val, name, node, argument, env);
  return undefined;
};

/** `template.format(…)`, where the last argument may hold the named ones. */
const formattedBy = (
  template: Text,
  args: readonly (readonly Value[])[],
  node: ts.CallExpression,
): readonly Value[] => {
  const last = node.arguments.at(-1);
  const hasNames = last !== undefined && isKeywords(last);
  return formatted(template, hasNames ? args.slice(0, -1) : args, hasNames ? args.at(-1) : undefined, node);
};

/** `f.bind(this)`, `f.call(this, x)`: the receiver does not matter. */
const callFunctionMethod = (
  ctx: Ctx,
  val: FunctionValue,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] | undefined => {
  if (name === 'bind') return node.arguments.length === 1 ? [val] : unknown();
  return name === 'call' ? ctx.call(val, node, (index) => argument(index + 1), env) : undefined;
};

/** True for `fetch.bind(globalThis)`, `http.get.bind(http)`: the same function of a client, which sends the same. */
const isBound = (ctx: Ctx, val: ExternalValue, name: string, node: ts.CallExpression): boolean =>
  name === 'bind' && node.arguments.length === 1 && clientOf(ctx.clients, val) !== undefined;

const callAnswer = (val: ResponseValue, name: string): readonly Value[] => {
  if (val.stage === 'response' && val.row.fluent.includes(name)) return [val];
  const stage =
    val.stage === 'text' ? (name === 'json' ? 'body' : 'text') : entryNamed(val.row.response.methods, name);
  return stage ? [{ ...val, stage }] : val.row.chained ? [val] : unknown();
};

const answerOf = ({ row }: Match, call: ts.CallExpression, env: Env | undefined): ResponseValue => ({
  kind: 'response',
  row,
  call,
  env,
  stage: row.response.parsed ? 'body' : row.response.printed ? 'text' : 'response',
  path: [],
});

/** Test matchers that state only a part of an object: `expect.objectContaining({ … })`. */
const MATCHERS = new Set(['expect.objectContaining', 'sinon.match', 'match']);

const asPartial = (val: Value): Value => (val.kind === 'object' ? { ...val, complete: false } : val);

/** Result of a validator: the response, with the members that it declares. */
const validated = (val: ExternalValue, argument: Env['argument']): readonly Value[] | undefined => {
  if (!VALIDATORS.test(val.module) || !CHECKS.test(val.path.at(-1) ?? '')) return undefined;
  const answers = (argument(0) ?? []).filter((given) => given.kind === 'response');
  return answers.length > 0 ? answers.map((answer) => ({ ...answer, stated: true })) : undefined;
};

const callExternal = (
  ctx: Ctx,
  val: ExternalValue,
  node: ts.CallExpression,
  env: Env | undefined,
): readonly Value[] => {
  const callee = val.path.join('.');
  if (MATCHERS.has(callee)) return (argumentValues(ctx, node, env)(0) ?? unknown()).map(asPartial);
  const builtin =
    val.module === '' && val.made.length === 0 && Object.hasOwn(BUILTINS, callee)
      ? BUILTINS[callee]
      : PACKAGE_FUNCTIONS[`${val.module} ${callee}`];
  if (builtin) return builtin(ctx, node, argumentValues(ctx, node, env), env) ?? unknown();
  const read = readFromFile(ctx, val, node, env) ?? parsedDocument(val, argumentValues(ctx, node, env));
  if (read) return read;
  const passed = passedThrough(ctx, val, argumentValues(ctx, node, env));
  if (passed) return passed;
  const checked = validated(val, argumentValues(ctx, node, env));
  if (checked) return checked;
  const text = textMade(val, node, argumentValues(ctx, node, env));
  if (text) return text;
  const setting = settingCalled(ctx, val, node, argumentValues(ctx, node, env));
  if (setting) return setting;
  const match = clientOf(ctx.clients, val);
  if (match) return intercepted(ctx, val, answerOf(match, node, env));
  return [madeBy(ctx, val, node, env)];
};

/** Result of calling an external value: another one, or the same, configured further. */
const madeBy = (
  ctx: Ctx,
  val: ExternalValue,
  call: ts.CallExpression,
  env: Env | undefined,
): ExternalValue => {
  const callee = val.path.join('.');
  const isSame =
    (val.made.length > 0 && ctx.clients.rowsOf(val.module).some(({ setup }) => setup?.includes(callee))) ||
    (callee === 'clone' && val.made.at(-1)?.path.at(-1) === 'Request');
  return isSame
    ? { ...val, path: [] }
    : { ...val, path: [], made: [...val.made, { call, env, path: val.path }] };
};
