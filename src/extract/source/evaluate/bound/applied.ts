import { clientOf } from '../../clients/client-lookup.ts';
import type { CallOrNew } from '../../syntax/calls-by-name.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import { ts } from '../../syntax/tree.ts';
import { isPrinter } from '../../syntax/mentions.ts';
import { nameReferences } from '../../syntax/name-references.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { strip } from '../arguments.ts';
import { environmentInside } from './environment-inside.ts';
import type { Ctx, Env, ExternalValue, FunctionNode, FunctionValue, Value } from '../values.ts';
import { unknown } from '../values.ts';
import { afterBound, type Bindable, type PassedArgument } from './kept-arguments.ts';

/** Function that another one is made of or called through, with the arguments written there. */
export interface Applied {
  readonly callee: ts.Expression;
  /** `undefined` where they are not written one by one. */
  readonly given: readonly ts.Expression[] | undefined;
  /** True where the call returns something else than what the function returns. */
  readonly wrapped?: true;
}

/** Elements of a list of arguments; `undefined` where it is not written. */
export const listed = (node: ts.Expression | undefined): readonly ts.Expression[] | undefined => {
  if (!node) return [];
  return ts.isArrayLiteralExpression(node) ? node.elements : undefined;
};

/** Arguments of which none is spread. */
export const oneByOne = (given: readonly ts.Expression[] | undefined): readonly ts.Expression[] | undefined =>
  given?.some((at) => ts.isSpreadElement(at)) ? undefined : given;

/** Hooks of SWR, which call their second argument with the first one, or with what it returns. */
const FETCHING_HOOK = /^useSWR(?:Immutable)?$/;

const isNoKey = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');

/** The key with which a hook calls its function: `id ? url : null` and `id && url` are `url`. */
const keyOf = (node: ts.Expression): ts.Expression => {
  const at = strip(node);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return keyOf(at.right);
  if (!ts.isConditionalExpression(at)) return node;
  if (isNoKey(strip(at.whenFalse))) return keyOf(at.whenTrue);
  return isNoKey(strip(at.whenTrue)) ? keyOf(at.whenFalse) : node;
};

/** `useSWR(url, fetcher)`, `useSWR(() => url, fetcher)`, `useSWR(id ? url : null, fetcher)`. */
const hookedIn = (callee: ts.Node, call: CallOrNew): Applied | undefined => {
  const [first, second] = call.arguments ?? [];
  if (!first || !second || !ts.isIdentifier(callee) || !FETCHING_HOOK.test(callee.text)) return undefined;
  const key = ts.isArrowFunction(first) && !ts.isBlock(first.body) ? first.body : first;
  return { callee: second, given: [keyOf(key)], wrapped: true };
};

/**
 * Calls of `f` by a method of functions, or by a hook: `f.call(self, …)`, `f.apply(self, […])`,
 * `Reflect.apply(f, self, […])`, `useSWR(url, f)`.
 */
export const appliedIn = (call: CallOrNew): Applied | undefined => {
  const callee = strip(call.expression);
  const hooked = hookedIn(callee, call);
  if (hooked) return hooked;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(callee) || loweredFile(call))
    return undefined;
  const [first, , third] = call.arguments;
  const { name, expression: holder } = callee;
  if (name.text === 'call') return { callee: holder, given: oneByOne(call.arguments.slice(1)) };
  if (name.text !== 'apply' || !first) return undefined;
  return ts.isIdentifier(holder) && holder.text === 'Reflect'
    ? { callee: first, given: oneByOne(listed(third)) }
    : { callee: holder, given: oneByOne(listed(call.arguments[1])) };
};

/** True for a function of the project, and for a sending function of a client. */
export const isBindable = (ctx: Ctx, val: Value): val is Bindable =>
  val.kind === 'function' || (val.kind === 'external' && clientOf(ctx.clients, val) !== undefined);

/** Callee that a call reaches, and the arguments that it receives. */
export interface Called {
  readonly val: Value;
  /** Those bound before and those written; `undefined` where they are not written one by one. */
  readonly given: readonly PassedArgument[] | undefined;
  /** True where a method of functions calls it: `f.call(self, …)`. */
  readonly applied: boolean;
}

/** True where a list of arguments is passed on, or one of them is read: `log(args[0])`. */
const leavesAsIs = ({ parent }: ts.Node): boolean =>
  ts.isSpreadElement(parent) ||
  (ts.isElementAccessExpression(parent) &&
    (ts.isTemplateSpan(parent.parent) || (ts.isCallExpression(parent.parent) && isPrinter(parent.parent))));

/** The remaining arguments of a function, where a spread list is those, unchanged: `(...args) => fetch(...args)`. */
const restOf = ({ expression }: ts.SpreadElement): ts.ParameterDeclaration | undefined => {
  const list = strip(expression);
  const name = ts.isIdentifier(list) ? declarationOf(list.text, list) : undefined;
  if (!name || !ts.isIdentifier(name) || !ts.isParameter(name.parent)) return undefined;
  const isUnchanged = name.parent.dotDotDotToken && nameReferences(name).every(leavesAsIs);
  return isUnchanged ? name.parent : undefined;
};

/** Maximum number of functions that pass on the arguments of each other. */
const MAX_PASSED = 8;

/** An argument as it is written: that of the caller, where a function passes on what it receives. */
const asWritten = (node: ts.Expression, env: Env | undefined, depth = 0): readonly PassedArgument[] => {
  const rest =
    ts.isSpreadElement(node) && !loweredFile(node) && depth < MAX_PASSED ? restOf(node) : undefined;
  const inside = rest && environmentInside(env, rest.parent as FunctionNode);
  if (!rest || !inside?.call || appliedIn(inside.call)) return [[node, env]];
  const index = rest.parent.parameters.indexOf(rest);
  const given = inside.call.arguments ?? [];
  if (given.slice(0, index).some((at) => ts.isSpreadElement(at))) return [[node, env]];
  return given.slice(index).flatMap((at) => asWritten(at, inside.next, depth + 1));
};

/** Functions that a call reaches, also by `call` and `apply`. */
export const calledAt = (ctx: Ctx, call: CallOrNew, env: Env | undefined): readonly Called[] => {
  const applied = appliedIn(call);
  const functions = applied ? ctx.evaluate(applied.callee, env).filter((val) => isBindable(ctx, val)) : [];
  const reached = functions.length > 0 ? functions : ctx.evaluate(call.expression, env);
  const written = functions.length > 0 ? applied?.given : (call.arguments ?? []);
  const given = written?.flatMap((node) => asWritten(node, env));
  return reached.map((val) => ({
    val,
    given: given && [...(isBindable(ctx, val) ? (val.bound ?? []) : []), ...given],
    applied: functions.length > 0,
  }));
};

/** Results of a function that is called by `call` or `apply`; `undefined` for other calls. */
export const appliedValues = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
  callOf: (val: ExternalValue) => readonly Value[],
): readonly Value[] | undefined => {
  const applied = appliedIn(call);
  const called = applied ? calledAt(ctx, call, env).filter((each) => each.applied) : [];
  if (!applied || applied.wrapped || called.length === 0) return undefined;
  const argument = argumentOf(ctx, applied.given, env);
  return called.flatMap(({ val }) => {
    if (val.kind === 'function') return ctx.call(val, call, argument, env);
    return val.kind === 'external' ? callOf(val) : unknown();
  });
};

const argumentOf =
  (ctx: Ctx, given: readonly ts.Expression[] | undefined, env: Env | undefined): Env['argument'] =>
  (index) => {
    if (!given) return unknown();
    return given[index] && ctx.evaluate(given[index], env);
  };

/** Arguments that a function of the project receives from a call by `call` or `apply`; `undefined` for other calls. */
export const appliedArguments = (
  ctx: Ctx,
  call: CallOrNew,
  fn: FunctionNode,
  env: Env | undefined,
): Env['argument'] | undefined => {
  const applied = appliedIn(call);
  if (!applied || !ts.isCallExpression(call)) return undefined;
  const own = calledAt(ctx, call, env).find(({ val }) => val.kind === 'function' && val.node === fn);
  return own?.applied
    ? afterBound(ctx, own.val as FunctionValue, argumentOf(ctx, applied.given, env))
    : undefined;
};
