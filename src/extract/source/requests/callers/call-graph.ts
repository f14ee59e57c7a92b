import { CallableNames } from '../../evaluate/callable.ts';
import { superclassOf } from '../../evaluate/classes.ts';
import { constructorFor } from '../../evaluate/classes/constructors.ts';
import { executedName } from '../../evaluate/app-services-execute.ts';
import type { Ctx, Env, Evaluator, FunctionNode, Value } from '../../evaluate/values.ts';
import { functionAround } from '../../evaluate/paths/leaving.ts';
import { executedFunctions } from '../../evaluate/modules.ts';
import { calledAt } from '../../evaluate/bound/applied.ts';
import { dialectOf, isImplied, loweredFile } from '../../syntax/dialect.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';

/** Call on a call path. */
export interface PathCall {
  readonly fn: FunctionNode;
  readonly call: Caller;
  /** The function passed as an argument, where the call receives and calls it. */
  readonly argument?: ts.Expression;
}

/** Call path to a node from outside: the calls, innermost first, and their environment. */
export interface CallPath {
  readonly env: Env | undefined;
  readonly chain: readonly PathCall[];
}

export type Caller = ts.CallExpression | ts.NewExpression;

/** Call graph of the loaded files: which calls reach which functions. Built once, on first use. */
export class CallGraph {
  readonly #ctx: Evaluator;
  #callers: Map<FunctionNode, Caller[]> | undefined;
  #reached: ReadonlyMap<Caller, readonly FunctionNode[]> | undefined;
  readonly #unresolved: ts.CallExpression[] = [];
  #hasImplied = false;

  constructor(ctx: Evaluator) {
    this.#ctx = ctx;
  }

  callersOf(fn: FunctionNode): readonly Caller[] {
    this.#callers ??= this.#build();
    const calls = this.#callers.get(fn) ?? [];
    return this.#hasImplied ? calls.filter((call) => !isImplied(call) || this.#isMade(call)) : calls;
  }

  /** True for an implied call of a method that something calls. */
  #isMade(call: Caller): boolean {
    const around = functionAround(call);
    return ts.isMethodDeclaration(around) && (this.#callers?.get(around) ?? []).length > 0;
  }

  #build(): Map<FunctionNode, Caller[]> {
    const found = new Map<FunctionNode, Caller[]>();
    const methods = methodsByName(this.#ctx);
    const names = new CallableNames(this.#ctx.program);
    let open = this.#ctx.program.loaded().flatMap(({ file }) => nodesOf(file).calls);
    // Following a call may load more files, and reveal a function that another call names.
    while (names.grow() && open.length > 0) {
      const passed: Caller[] = [];
      for (const node of open) {
        if (names.mayReach(node)) this.#addTargets(found, node, methods);
        else passed.push(node);
      }
      open = passed;
    }
    return found;
  }

  #addTargets(
    found: Map<FunctionNode, Caller[]>,
    node: Caller,
    methods: ReadonlyMap<string, readonly FunctionNode[]>,
  ): void {
    const { answer: targets, touched } = this.#ctx.ask(() => targetsOf(this.#ctx, node, methods));
    this.#hasImplied ||= isImplied(node);
    for (const fn of targets) (found.get(fn) ?? found.set(fn, []).get(fn)!).push(node);
    const method = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
    if (targets.length === 0 && touched.size > 0 && methods.has(method) && ts.isCallExpression(node))
      this.#unresolved.push(node);
  }

  /** Functions that a call may reach. */
  reachedBy(call: Caller): readonly FunctionNode[] {
    this.#callers ??= this.#build();
    this.#reached ??= inverse(this.#callers);
    return this.#reached.get(call) ?? [];
  }

  /** Calls of methods that some class of the project has, on receivers that only their own callers know. */
  unresolved(): readonly ts.CallExpression[] {
    this.#callers ??= this.#build();
    return this.#unresolved;
  }

  add(fn: FunctionNode, call: Caller): void {
    const known = this.callersOf(fn);
    if (known.includes(call)) return;
    this.#callers!.set(fn, [...known, call]);
    this.#reached = undefined;
  }
}

const inverse = (
  callers: ReadonlyMap<FunctionNode, readonly Caller[]>,
): ReadonlyMap<Caller, readonly FunctionNode[]> => {
  const found = new Map<Caller, FunctionNode[]>();
  for (const [fn, calls] of callers)
    for (const call of calls) (found.get(call) ?? found.set(call, []).get(call)!).push(fn);
  return found;
};

/** Functions that a call may reach. */
const targetsOf = (
  ctx: Evaluator,
  node: Caller,
  methods: ReadonlyMap<string, readonly FunctionNode[]>,
): readonly FunctionNode[] => {
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) return superConstructor(ctx, node);
  const executed = executedName(node);
  if (executed !== undefined) return executedFunctions(ctx, node, executed).map((fn) => fn.node);
  const vals = calledAt(ctx, node, undefined).map(({ val }) => val);
  const known = vals
    .flatMap((val) => functionOf(ctx, val))
    .flatMap((fn) => [fn, ...implementationsOf(fn, methods)]);
  if (known.length > 0 || ts.isNewExpression(node)) return [...new Set(known)];
  return vals.every((val) => val.kind === 'unknown') ? sameName(ctx, node, methods) : [];
};

/** Methods that a call of an abstract method may reach: those of its name with compatible parameters. */
const implementationsOf = (
  fn: FunctionNode,
  methods: ReadonlyMap<string, readonly FunctionNode[]>,
): readonly FunctionNode[] => {
  if (!ts.isMethodDeclaration(fn) || !ts.isIdentifier(fn.name) || !loweredFile(fn)) return [];
  if (fn.body === undefined || fn.body.statements.length > 0) return [];
  const { name } = dialectOf(fn);
  return (methods.get(fn.name.text) ?? []).filter(
    (other) => other.parameters.length === fn.parameters.length && dialectOf(other).name === name,
  );
};

const functionOf = (ctx: Ctx, val: Value): readonly FunctionNode[] => {
  if (val.kind === 'function') return [val.node];
  if (val.kind === 'module')
    return ctx
      .property(val, 'default', val as never, false)
      .flatMap((inner) => (inner.kind === 'module' ? [] : functionOf(ctx, inner)));
  const made = val.kind === 'class' ? constructorFor(ctx, val.node) : undefined;
  return made ? [made] : [];
};

const superConstructor = (ctx: Ctx, node: Caller): readonly FunctionNode[] => {
  const owner = ts.findAncestor(node as ts.Node, ts.isClassLike);
  const base = owner && superclassOf(ctx, owner);
  const made = base && constructorFor(ctx, base);
  return made ? [made] : [];
};

const methodsByName = (ctx: Evaluator): ReadonlyMap<string, readonly FunctionNode[]> => {
  const found = new Map<string, FunctionNode[]>();
  for (const { file } of ctx.program.loaded())
    for (const node of nodesOf(file).methods)
      if (node.body && ts.isIdentifier(node.name))
        (found.get(node.name.text) ?? found.set(node.name.text, []).get(node.name.text)!).push(node);
  return found;
};

/**
 * Resolves a method call on an unknown receiver to the project's only method of that name, when the caller's
 * file imports the method's file: usually an injected client.
 */
const sameName = (
  ctx: Evaluator,
  node: ts.CallExpression,
  methods: ReadonlyMap<string, readonly FunctionNode[]>,
): readonly FunctionNode[] => {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const named = methods.get(node.expression.name.text) ?? [];
  const [only] = named;
  if (!only || named.length > 1 || only.parameters.length < node.arguments.length) return [];
  const target = only.getSourceFile().fileName;
  const here = node.getSourceFile();
  return target === here.fileName || importsFile(ctx, here, target) ? [only] : [];
};

const importsFile = (ctx: Evaluator, from: ts.SourceFile, target: string): boolean =>
  from.statements.some((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return false;
    const resolved = ctx.program.resolve(from, statement.moduleSpecifier.text);
    return resolved.kind === 'file' && resolved.path === target;
  });
