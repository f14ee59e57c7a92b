import { EXECUTE_OFFSET, executedName } from '../../evaluate/app-services-execute.ts';
import type { CallGraph, Caller, CallPath, PathCall } from './call-graph.ts';
import { receivedBy } from '../../evaluate/callbacks.ts';
import { thisValues } from '../../evaluate/classes/this-values.ts';
import { constructionOfSome } from '../../evaluate/classes/constructors.ts';
import { appliedArguments } from '../../evaluate/bound/applied.ts';
import { argumentValues } from '../../evaluate/arguments.ts';
import { afterBound, keptFunction } from '../../evaluate/bound/kept-arguments.ts';
import { boundTo } from '../../evaluate/other-languages/keywords.ts';
import type {
  Ctx,
  Env,
  Evaluator,
  FunctionNode,
  FunctionValue,
  InstanceValue,
} from '../../evaluate/values.ts';
import type { FunctionsPassed } from './functions-passed.ts';
import { ts } from '../../syntax/tree.ts';
import { countContexts, forgetContexts, mostContexts } from './context-budget.ts';

/** Call path to a node, with the result found on it. */
export interface ResultOnPath<T> extends CallPath {
  readonly answer: T;
}

/** Maximum depth of nested wrappers. */
const MAX_CHAIN_DEPTH = 6;

const argumentsIn =
  (ctx: Ctx, call: Caller, env: Env | undefined): Env['argument'] =>
  (position) =>
    argumentValues(ctx, call, env)(executedName(call) === undefined ? position : position + EXECUTE_OFFSET);

/** Value that a callback receives from the call that it is passed to. */
const receivedIn =
  (ctx: Ctx, call: ts.CallExpression, argument: ts.Expression, env: Env | undefined): Env['argument'] =>
  (position) =>
    receivedBy(ctx, call, argument, position, env) ?? [{ kind: 'unknown', name: undefined }];

const givenIn = (ctx: Ctx, { fn, call, argument }: PathCall, env: Env | undefined): Env['argument'] => {
  const applied = argument ? undefined : appliedArguments(ctx, call, fn, env);
  if (applied) return applied;
  const val = keptFunction(ctx.evaluate(argument ?? call.expression, env), fn);
  return argument && ts.isCallExpression(call)
    ? afterBound(ctx, val, receivedIn(ctx, call, argument, env))
    : boundTo(ctx, val, call, argumentsIn(ctx, call, env), env);
};

interface KnownEnv extends PathCall {
  readonly env: Env;
}

/** Environments by the evaluator or the environment around, and the call: queries on one path share what is evaluated. */
const known = new WeakMap<object, Map<Caller, KnownEnv[]>>();

/**
 * Environment that a called function has kept from the call that made it, `makeClient(BASE).get('/groups')`; `undefined`
 * where it may be one of several.
 */
const keptBy = (ctx: Ctx, { fn, call, argument }: PathCall, env: Env | undefined): Env | undefined => {
  const made = argument
    ? []
    : ctx
        .evaluate(call.expression, env)
        .filter((val): val is FunctionValue => val.kind === 'function' && val.node === fn);
  const [only, ...others] = made;
  return others.length === 0 ? only?.env : undefined;
};

const makeEnv = (ctx: Ctx, link: PathCall, next: Env | undefined): Env => {
  const self = receiverOf(ctx, link.call, next);
  return {
    fn: link.fn,
    call: link.call,
    argument: givenIn(ctx, link, next),
    self,
    // The arguments of the receiver's constructor, or of what made the function, are in scope inside.
    next: self?.env ?? keptBy(ctx, link, next) ?? next,
  };
};

/** Environment of a call path: the arguments of each call are evaluated in the environment of the outer calls. */
const envOf = (ctx: Evaluator, chain: readonly PathCall[]): Env | undefined => {
  const [link, ...outer] = chain;
  if (!link) return undefined;
  const next = envOf(ctx, outer);
  const around = next ?? ctx.outside;
  const byCall = known.get(around) ?? new Map<Caller, KnownEnv[]>();
  known.set(around, byCall);
  const all = byCall.get(link.call) ?? [];
  byCall.set(link.call, all);
  const same = all.find(({ fn, argument }) => fn === link.fn && argument === link.argument);
  if (same) return same.env;
  const env = makeEnv(ctx, link, next);
  all.push({ ...link, env });
  return env;
};

/** Receiver of a method call: `client` of `client.list()`, where it is one instance of the project. */
const receiverOf = (ctx: Ctx, call: Caller, env: Env | undefined): InstanceValue | undefined => {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const { expression } = call.expression;
  // `super.send()` calls a method of the superclass on `this`, whose overrides that method sees.
  const isSuper = expression.kind === ts.SyntaxKind.SuperKeyword;
  const [only, ...others] = isSuper ? thisValues(ctx, expression, env) : ctx.evaluate(expression, env);
  if (others.length > 0 || only?.kind !== 'instance') return undefined;
  if (!only.open) return only;
  if (!isThis(call.expression)) return undefined;
  // A subclass that calls an inherited method has its own overrides, and has given the superclass what its constructor
  // writes. A sibling's members are not those of this receiver.
  const made = constructionOfSome(ctx, only.node, env);
  return made ? { ...only, env: made } : only;
};

const isThis = ({ expression }: ts.PropertyAccessExpression): boolean =>
  expression.kind === ts.SyntaxKind.ThisKeyword || expression.kind === ts.SyntaxKind.SuperKeyword;

/**
 * All call paths to a node as far as its value depends on them, each with the result of `probe` in its
 * environment. Where `probe` needs a parameter that no call binds, the callers of that function are tried;
 * with `functionsPassed` also the calls that receive it as a callback.
 */
export const contextsOf = <T>(
  ctx: Evaluator,
  graph: CallGraph,
  probe: (env: Env | undefined, chain: CallPath['chain']) => T,
  functionsPassed?: FunctionsPassed,
): readonly ResultOnPath<T>[] => {
  const under = (chain: CallPath['chain']) => {
    const env = envOf(ctx, chain);
    const { answer, touched } = ctx.ask(() => probe(env, chain));
    return { way: { env, chain, answer }, touched };
  };
  const done: ResultOnPath<T>[] = [];
  const open: (readonly PathCall[])[] = [[]];
  const most = mostContexts(graph);
  while (open.length > 0 && done.length + open.length < most) {
    const chain = open.shift()!;
    const { way, touched } = under(chain);
    const next = chain.length < MAX_CHAIN_DEPTH ? wanted(graph, touched, chain, functionsPassed) : undefined;
    if (next) open.push(...next);
    // An importer of the function may omit an argument that all known calls pass.
    if (!next || hidesDefault(next, chain.length)) done.push(way);
  }
  countContexts(graph, done.length + open.length);
  return [...done, ...open.map((chain) => under(chain).way)];
};

const isExported = (fn: FunctionNode): boolean =>
  ts.isFunctionDeclaration(fn) &&
  (ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** `{ base = BASE } = {}`: the defaults inside the pattern apply to each call. */
const isEmpty = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) && node.properties.length === 0;

/** True for an exported function with a default that every known call overrides: `list('http://mock')` in a test. */
const hidesDefault = (ways: readonly (readonly PathCall[])[], depth: number): boolean => {
  const fn = ways[0]?.[depth]?.fn;
  if (!fn || !isExported(fn)) return false;
  const calls = ways.flatMap((chain) => chain[depth]?.call ?? []);
  return fn.parameters.some(
    ({ initializer }, at) =>
      initializer !== undefined &&
      !isEmpty(initializer) &&
      calls.every(({ arguments: given }) => given?.[at] !== undefined),
  );
};

/**
 * Constructors last, and functions before those that they are written in: the caller of a method or of a returned
 * function determines which arguments made its instance or the function.
 */
const inOrder = (touched: ReadonlySet<FunctionNode>): readonly FunctionNode[] => {
  const all = [...touched];
  const around = (fn: FunctionNode): number => all.filter((other) => isIn(fn, other)).length;
  return all.toSorted(
    (a, b) =>
      Number(ts.isConstructorDeclaration(a)) - Number(ts.isConstructorDeclaration(b)) ||
      around(b) - around(a),
  );
};

const isIn = (fn: FunctionNode, other: FunctionNode): boolean =>
  fn !== other && fn.getSourceFile() === other.getSourceFile() && other.pos <= fn.pos && fn.end <= other.end;

const isWithin = (link: PathCall | undefined, fn: FunctionNode): boolean =>
  link !== undefined && ts.findAncestor(link.call as ts.Node, (at) => at === fn) !== undefined;

const wanted = (
  graph: CallGraph,
  touched: ReadonlySet<FunctionNode>,
  chain: readonly PathCall[],
  functionsPassed: FunctionsPassed | undefined,
): readonly (readonly PathCall[])[] | undefined => {
  for (const fn of inOrder(touched)) {
    // A recursive function is entered twice: `return send(url, { ...init, headers }, tries - 1)`.
    if (chain.filter((link) => link.fn === fn).length > (isWithin(chain.at(-1), fn) ? 1 : 0)) continue;
    const links = [...graph.callersOf(fn).map((call) => ({ call })), ...(functionsPassed?.of(fn) ?? [])];
    const callers = links.filter(({ call }) => !chain.some((link) => link.call === call));
    if (callers.length > 0) return callers.map((link) => [...chain, { fn, ...link }]);
  }
  return undefined;
};

/** Resolves calls on injected objects: `this.client.fetch(…)` where the constructor was passed the client. */
export const resolveInjected = (ctx: Evaluator, graph: CallGraph): void => {
  for (const call of graph.unresolved())
    for (const { env } of contextsOf(ctx, graph, (under) => ctx.evaluate(call.expression, under)))
      for (const val of ctx.evaluate(call.expression, env))
        if (val.kind === 'function') graph.add(val.node, call);
  forgetContexts(graph);
  ctx.renew();
};
