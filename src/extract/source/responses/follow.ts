import { dottedName } from '../syntax/dialect.ts';
import type { CallGraph, Caller } from '../requests/callers/call-graph.ts';
import { isPrinted } from '../syntax/mentions.ts';
import { isAssertion } from '../requests/test-addresses.ts';
import { ts } from '../syntax/tree.ts';
import { heldBy } from './holding.ts';
import { responsesIn } from './responses-in.ts';
import { BODIES, GROWS, MEASURES, VISITS, WRITES_OUT } from './follow-names.ts';
import {
  computedNames,
  fieldAsked,
  fieldsNamed,
  isBareMethod,
  isByUnknownName,
  isFunctionNode,
  isPassedOn,
  isResponse,
  isNotUnderstood,
  isUnknownType,
  methodUse,
  takesByName,
  takesByParameter,
} from './operations.ts';
import { type Exit, intoCallbacks, intoFunction, type Next, references, type Stop } from './stops.ts';
import { isTest } from '../project/test-files.ts';
import { throughSyntax } from './through-syntax.ts';
import type { ResponseValue, Ctx, Env } from '../evaluate/values.ts';

/** Maximum number of steps per response; what is not reached within them counts as having left. */
const MAX_STEPS = 600;

const END = 'end';
const EXIT = 'leaves';
/** Operation that is not listed: it may read any field. */
const UNKNOWN = 'unknown';

/** Follows the response of one sending call forwards, through the code known to receive it. */
export class Following {
  readonly exits: Exit[] = [];
  /** All positions that hold a part of the response. */
  readonly held: Omit<Exit, 'as'>[] = [];
  readonly #ctx: Ctx;
  readonly #graph: CallGraph;
  readonly #call: ts.CallExpression;
  readonly #seen = new Map<ts.Node, Set<Env | undefined>>();
  readonly #open: Stop[] = [];

  constructor(ctx: Ctx, graph: CallGraph, call: ts.CallExpression) {
    this.#ctx = ctx;
    this.#graph = graph;
    this.#call = call;
  }

  run(): this {
    this.#open.push({ node: this.#call, env: undefined }, ...intoCallbacks(this.#ctx, this.#call, undefined));
    for (let steps = 0; this.#open.length > 0; steps++) {
      if (steps <= MAX_STEPS) this.#visit(this.#open.pop()!);
      else this.#giveUp();
    }
    return this;
  }

  #giveUp(): void {
    const answers = this.#answersAt(this.#call, undefined);
    this.exits.splice(0, Infinity, { node: this.#call, answers, as: UNKNOWN });
    this.#open.length = 0;
  }

  #visit({ node, env }: Stop): void {
    const known = this.#seen.get(node) ?? new Set();
    const answers = known.has(env) ? [] : this.#answersAt(node, env);
    this.#seen.set(node, known.add(env));
    if (answers.length === 0) return;
    this.held.push({ node, answers });
    const next = this.#next(node, env, answers);
    if (typeof next === 'object') this.#continue(next.to, { node, answers, as: EXIT });
    else if (next !== END) this.exits.push({ node, answers, as: next });
  }

  /** Continues where the evaluator still sees the response; where it sees it nowhere, it has left. */
  #continue(to: readonly Stop[], exit: Exit): void {
    const isSeen = ({ node, env }: Stop): boolean => this.#seen.get(node)?.has(env) === true;
    const seen = to.filter((stop) => isSeen(stop) || this.#answersAt(stop.node, stop.env).length > 0);
    if (to.length > 0 && seen.length === 0) this.exits.push(exit);
    this.#open.push(...seen);
  }

  #answersAt(node: ts.Node, env: Env | undefined): readonly ResponseValue[] {
    return responsesIn(this.#ctx.evaluate(node, env), this.#call);
  }

  #next(node: ts.Node, env: Env | undefined, answers: readonly ResponseValue[]): Next {
    const { parent } = node;
    const through = throughSyntax(node);
    if (through) return through === END ? END : { to: [{ node: through, env }] };
    const isAccess = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
    if (isAccess && parent.expression === node) return this.#byAccess(parent, env, answers);
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return this.#byCall(parent, node, env);
    if (ts.isVariableDeclaration(parent)) {
      computedNames(parent.name).forEach((each) => this.#byIndex(each.expression, { node, answers }, env));
      return { to: references(parent.name, env) };
    }
    if (ts.isForOfStatement(parent) && ts.isVariableDeclarationList(parent.initializer))
      return { to: parent.initializer.declarations.flatMap(({ name }) => references(name, env)) };
    if (ts.isYieldExpression(parent)) return this.#byYield(parent, env);
    if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return this.#byReturn(parent, env);
    if (isNotUnderstood(parent)) return this.#byUnknown(parent, env, answers);
    if (ts.isBinaryExpression(parent)) return this.#byOperator(parent, node, env);
    if (ts.isTemplateSpan(parent)) return this.#onwards(parent.parent, env);
    return EXIT;
  }

  /** Continues where the evaluator still resolves the response, and otherwise exits. */
  #onwards(node: ts.Node, env: Env | undefined): Next {
    return this.#answersAt(node, env).length > 0 ? { to: [{ node, env }] } : EXIT;
  }

  #byAccess(
    access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    env: Env | undefined,
    answers: readonly ResponseValue[],
  ): Next {
    const { parent } = access;
    const name = ts.isPropertyAccessExpression(access) ? access.name.text : '*';
    const isWhole = answers.some(isResponse);
    if (ts.isCallExpression(parent) && parent.expression === access) {
      if (isWhole && BODIES.has(name) && this.#answersAt(parent, env).every(isResponse)) return EXIT;
      return this.#byMethod(parent, name, env, answers);
    }
    if (!isWhole && isBareMethod(access)) return methodUse(name, answers) === 'nothing' ? END : UNKNOWN;
    if (ts.isElementAccessExpression(access))
      this.#byIndex(access.argumentExpression, { node: access, answers }, env);
    if (!isWhole) return { to: [{ node: access, env }] };
    // Others are its status and headers.
    const inner = this.#answersAt(access, env).filter(({ stage }) => stage !== 'response');
    if (inner.length > 0) return { to: [{ node: access, env }] };
    return BODIES.has(name) ? EXIT : END;
  }

  #byIndex(index: ts.Expression, { node, answers }: Omit<Exit, 'as'>, env: Env | undefined): void {
    const named = fieldsNamed(this.#ctx, index, answers, env);
    if (named.length > 0) this.exits.push({ node, answers: named, as: 'named' });
    if (isByUnknownName(this.#ctx, index, env)) this.exits.push({ node, answers, as: 'field' });
  }

  #byMethod(
    call: ts.CallExpression,
    name: string,
    env: Env | undefined,
    answers: readonly ResponseValue[],
  ): Next {
    if (isPassedOn(this.#ctx, name, call, env)) this.exits.push({ node: call, answers, as: EXIT });
    const onwards = { to: [{ node: call, env }, ...intoCallbacks(this.#ctx, call, env)] };
    if (this.#answersAt(call, env).length > 0) return onwards;
    const use = methodUse(name, answers);
    return use === 'nothing' ? onwards : use;
  }

  /** Node that the common syntax tree cannot express; a text is only that, and a condition only tests for presence. */
  #byUnknown(node: ts.Node, env: Env | undefined, answers: readonly ResponseValue[]): Next {
    if (this.#answersAt(node, env).length > 0) return { to: [{ node, env }] };
    if (node.pos === node.end && ts.isIfStatement(node.parent)) return END;
    const leaves = ts.isThrowStatement(node.parent) || answers.every(({ stage }) => stage !== 'body');
    return leaves ? EXIT : UNKNOWN;
  }

  #byCall(call: Caller, node: ts.Node, env: Env | undefined): Next {
    if (call.expression === node) return END;
    const callee = dottedName(call.expression);
    if (MEASURES.test(callee)) return END;
    if (ts.isCallExpression(call) && isAssertion(call)) return END;
    if (isPrinted(call, node) && !WRITES_OUT.test(callee)) return END;
    if (takesByParameter(node)) return UNKNOWN;
    const functions = this.#ctx.evaluate(call.expression, env).filter((val) => val.kind === 'function');
    const index = call.arguments?.indexOf(node as ts.Expression) ?? -1;
    if (functions.length > 0 && index >= 0) {
      const inside = functions.flatMap((fn) => intoFunction(this.#ctx, fn, call, index, env));
      return { to: [...inside, { node: call, env }] };
    }
    if (isUnknownType(call)) return UNKNOWN;
    // `list.push(cluster)`: the list is followed.
    return this.#intoList(call, env) ?? this.#given(call, node, env);
  }

  /** Call of an external function: its result may still be the response. Validators see all of it too. */
  #given(call: Caller, node: ts.Node, env: Env | undefined): Next {
    const answers = this.#answersAt(call, env);
    if (answers.length === 0) return EXIT;
    // Entries yield each field with its name, which is tested there.
    const isAll = dottedName(call.expression) === 'Object.entries';
    if (isAll || answers.some(({ stated }) => stated === true))
      this.exits.push({ node: call, answers: isAll ? this.#answersAt(node, env) : answers, as: EXIT });
    return { to: [{ node: call, env }] };
  }

  #intoList({ expression: callee }: Caller, env: Env | undefined): Next | undefined {
    if (!ts.isPropertyAccessExpression(callee) || !GROWS.test(callee.name.text)) return undefined;
    return this.#byVariable(callee.expression, env);
  }

  #byVariable(target: ts.Expression, env: Env | undefined): Next | undefined {
    return heldBy(this.#ctx, target, { node: this.#call, env }, this.#seen);
  }

  #byOperator(operation: ts.BinaryExpression, node: ts.Node, env: Env | undefined): Next {
    const { kind } = operation.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    if (isAssignment) {
      if (operation.left === node) return END;
      return this.#byVariable(operation.left, env) ?? EXIT;
    }
    if (kind === ts.SyntaxKind.PlusToken) return this.#onwards(operation, env);
    if (operation.right === node && kind === ts.SyntaxKind.InKeyword) return this.#byTest(operation, env);
    if (operation.right === node && kind === ts.SyntaxKind.PercentToken)
      return takesByName(this.#ctx, operation.left, env) ? UNKNOWN : EXIT;
    return this.#answersAt(operation, env).length > 0 ? { to: [{ node: operation, env }] } : END;
  }

  /** `name in response`: tests for a field. */
  #byTest(test: ts.BinaryExpression, env: Env | undefined): Next {
    const answers = fieldAsked(this.#ctx, test, this.#answersAt(test.right, env), env);
    this.exits.push({ node: test, answers, as: 'asked' });
    return END;
  }

  /** A generator's yielded value is its result, unless its `yield` means `await`. */
  #byYield(node: ts.YieldExpression, env: Env | undefined): Next {
    return this.#answersAt(node, env).length > 0 ? { to: [{ node, env }] } : this.#byReturn(node, env);
  }

  #byReturn(from: ts.Node, env: Env | undefined): Next {
    const fn = ts.isArrowFunction(from) ? from : ts.findAncestor(from, ts.isFunctionLike);
    // The result of a call that was followed into is followed from that call.
    if (!fn || !isFunctionNode(fn) || env?.fn === fn) return fn ? END : EXIT;
    const { parent } = fn;
    if (ts.isCallExpression(parent) && parent.expression !== fn) return this.#ofCallback(parent, env);
    const callers = this.#graph.callersOf(fn).filter(ts.isCallExpression);
    const to = callers.map((node) => ({ node, env: undefined }));
    if (callers.some((call) => !isTest(call.getSourceFile().fileName))) return { to };
    this.#open.push(...to);
    return EXIT;
  }

  /** Result of a callback: `map` and `then` pass it on, visiting methods discard it, and others are unknown. */
  #ofCallback(call: ts.CallExpression, env: Env | undefined): Next {
    const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
    if (this.#answersAt(call, env).length > 0) return { to: [{ node: call, env }] };
    return VISITS.has(name) ? END : EXIT;
  }
}
