import { dottedName } from '../syntax/dialect.ts';
import { receivedBy } from '../evaluate/callbacks.ts';
import { argumentsOf } from '../evaluate/arguments.ts';
import type { CallGraph, Caller } from '../requests/call-graph.ts';
import { isPrinted } from '../requests/mentions.ts';
import { isAssertion } from '../requests/test-addresses.ts';
import { ts } from '../syntax/tree.ts';
import { referencesTo } from '../syntax/references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { answersIn } from './answers-in.ts';
import { BODIES, MEASURES, VISITS, WRITES_OUT } from './follow-names.ts';
import { isTest } from './test-files.ts';
import type { AnswerVal, Ctx, Env, FunctionNode } from '../evaluate/values.ts';

/** Steps of one response's way; what is not reached within them counts as having left. */
const MOST_STEPS = 600;
/** Place where a response, or a part of it, leaves what is followed. */
export interface Exit {
  readonly node: ts.Node;
  readonly answers: readonly AnswerVal[];
}

/** A place that holds a response, under the calls that led there. */
interface Stop {
  readonly node: ts.Node;
  readonly env: Env | undefined;
}

/** What a step leads to: more places, an exit, or nothing, where no part of the response goes any further. */
type Next = { readonly to: readonly Stop[] } | 'exit' | 'end';

const END = 'end';
const EXIT = 'exit';

const isPassive = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSpreadElement(node);

const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Follows the response of one sending call forwards, through the code that is seen to get it. */
export class Following {
  readonly exits: Exit[] = [];
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

  run(): readonly Exit[] {
    this.#open.push({ node: this.#call, env: undefined }, ...this.#intoCallbacks(this.#call, undefined));
    for (let steps = 0; this.#open.length > 0; steps++) {
      const stop = this.#open.pop()!;
      if (steps > MOST_STEPS) {
        const answers = this.#answersAt(this.#call, undefined);
        return [{ node: this.#call, answers }];
      }
      this.#visit(stop);
    }
    return this.exits;
  }

  #visit({ node, env }: Stop): void {
    const known = this.#seen.get(node) ?? new Set();
    if (known.has(env)) return;
    this.#seen.set(node, known.add(env));
    const answers = this.#answersAt(node, env);
    if (answers.length === 0) return;
    const next = this.#next(node, env, answers);
    if (next === EXIT) this.exits.push({ node, answers });
    else if (next !== END) this.#open.push(...next.to);
  }

  #answersAt(node: ts.Node, env: Env | undefined): readonly AnswerVal[] {
    return answersIn(this.#ctx.evaluate(node, env), this.#call);
  }

  #next(node: ts.Node, env: Env | undefined, answers: readonly AnswerVal[]): Next {
    const { parent } = node;
    if (isPassive(parent)) return { to: [{ node: parent, env }] };
    if (
      (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
      parent.expression === node
    )
      return this.#byAccess(parent, env, answers);
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return this.#byCall(parent, node, env);
    if (ts.isVariableDeclaration(parent)) return { to: this.#references(parent.name, env) };
    if (ts.isForOfStatement(parent) && ts.isVariableDeclarationList(parent.initializer))
      return { to: parent.initializer.declarations.flatMap(({ name }) => this.#references(name, env)) };
    if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return this.#byReturn(parent, env);
    if (
      ts.isPropertyAssignment(parent) ||
      ts.isShorthandPropertyAssignment(parent) ||
      ts.isSpreadAssignment(parent)
    )
      return { to: [{ node: parent.parent, env }] };
    if (ts.isArrayLiteralExpression(parent)) return { to: [{ node: parent, env }] };
    if (ts.isConditionalExpression(parent))
      return parent.condition === node ? END : { to: [{ node: parent, env }] };
    if (ts.isBinaryExpression(parent)) return this.#byOperator(parent, node, env);
    if (ts.isTemplateSpan(parent)) return this.#onwards(parent.parent, env);
    if (ts.isExpressionStatement(parent) || ts.isPrefixUnaryExpression(parent)) return END;
    if (ts.isTypeOfExpression(parent) || ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return END;
    return EXIT;
  }

  /** Goes on where the evaluator still sees the response, and else lets it leave. */
  #onwards(node: ts.Node, env: Env | undefined): Next {
    return this.#answersAt(node, env).length > 0 ? { to: [{ node, env }] } : EXIT;
  }

  #byAccess(
    access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    env: Env | undefined,
    answers: readonly AnswerVal[],
  ): Next {
    const { parent } = access;
    const name = ts.isPropertyAccessExpression(access) ? access.name.text : '*';
    const isWhole = answers.some(({ stage }) => stage === 'response');
    if (ts.isCallExpression(parent) && parent.expression === access) {
      if (isWhole && BODIES.has(name)) return EXIT;
      return { to: [{ node: parent, env }, ...this.#intoCallbacks(parent, env)] };
    }
    if (!isWhole) return { to: [{ node: access, env }] };
    // Other properties of a response object are its status and headers.
    const inner = this.#answersAt(access, env).filter(({ stage }) => stage !== 'response');
    if (inner.length > 0) return { to: [{ node: access, env }] };
    return BODIES.has(name) ? EXIT : END;
  }

  #byCall(call: Caller, node: ts.Node, env: Env | undefined): Next {
    if (call.expression === node) return END;
    const callee = dottedName(call.expression);
    if (MEASURES.test(callee)) return END;
    if (ts.isCallExpression(call) && isAssertion(call)) return END;
    if (isPrinted(call, node) && !WRITES_OUT.test(callee)) return END;
    const functions = this.#ctx.evaluate(call.expression, env).filter((val) => val.kind === 'function');
    const index = call.arguments?.indexOf(node as ts.Expression) ?? -1;
    if (functions.length > 0 && index >= 0) {
      const inside = functions.flatMap((fn) => {
        const argument = argumentsOf(this.#ctx, call, env);
        const entered: Env = { fn: fn.node, call, argument, next: fn.env ?? env };
        const parameter = fn.node.parameters[index];
        return parameter ? this.#references(parameter.name, entered) : [];
      });
      return { to: [...inside, { node: call, env }] };
    }
    return this.#intoList(call, env) ?? this.#given(call, env);
  }

  /** A call of something outside: what it gives may still be the response. Validators see all of it too. */
  #given(call: Caller, env: Env | undefined): Next {
    const answers = this.#answersAt(call, env);
    if (answers.length === 0) return EXIT;
    if (answers.some(({ stated }) => stated === true)) this.exits.push({ node: call, answers });
    return { to: [{ node: call, env }] };
  }

  /** `list.push(cluster)`: the list is followed. */
  #intoList({ expression: callee }: Caller, env: Env | undefined): Next | undefined {
    if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return undefined;
    if (callee.name.text !== 'push' && callee.name.text !== 'unshift') return undefined;
    const declared = declarationOf(callee.expression.text, callee.expression);
    return declared && ts.isIdentifier(declared) ? { to: this.#references(declared, env) } : undefined;
  }

  #byOperator(operation: ts.BinaryExpression, node: ts.Node, env: Env | undefined): Next {
    const { kind } = operation.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    if (isAssignment) {
      if (operation.left === node) return END;
      const declared = ts.isIdentifier(operation.left) && declarationOf(operation.left.text, operation.left);
      return declared && ts.isIdentifier(declared) ? { to: this.#references(declared, env) } : EXIT;
    }
    if (kind === ts.SyntaxKind.PlusToken) return this.#onwards(operation, env);
    return this.#answersAt(operation, env).length > 0 ? { to: [{ node: operation, env }] } : END;
  }

  #byReturn(from: ts.Node, env: Env | undefined): Next {
    const fn = ts.isArrowFunction(from) ? from : ts.findAncestor(from, ts.isFunctionLike);
    // What a call that was entered gives is followed from that call.
    if (!fn || !isFunctionNode(fn) || env?.fn === fn) return fn ? END : EXIT;
    const { parent } = fn;
    if (ts.isCallExpression(parent) && parent.expression !== fn) return this.#ofCallback(parent, env);
    const callers = this.#graph.callersOf(fn).filter(ts.isCallExpression);
    const seen = callers.some((call) => !isTest(call.getSourceFile().fileName));
    const to = callers.map((node) => ({ node, env: undefined }));
    this.#open.push(...to);
    return seen ? END : EXIT;
  }

  /** What a callback gives: `map` and `then` hand it on, visits drop it, and others are not seen through. */
  #ofCallback(call: ts.CallExpression, env: Env | undefined): Next {
    const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
    if (this.#answersAt(call, env).length > 0) return { to: [{ node: call, env }] };
    return VISITS.has(name) ? END : EXIT;
  }

  /** The parameters of functions that a call is given and that receive the response. */
  #intoCallbacks(call: ts.CallExpression, env: Env | undefined): readonly Stop[] {
    return call.arguments.flatMap((argument) =>
      this.#ctx.evaluate(argument, env).flatMap((val) => {
        if (val.kind !== 'function') return [];
        const received: Env['argument'] = (index) => receivedBy(this.#ctx, call, argument, index, env);
        const inline = val.node === (argument as ts.Node);
        const inside = inline ? env : { fn: val.node, call, argument: received, next: val.env ?? env };
        return val.node.parameters.flatMap(({ name }) => this.#references(name, inside));
      }),
    );
  }

  /** The places that name what a variable, parameter or pattern binds. */
  #references(name: ts.BindingName, env: Env | undefined): readonly Stop[] {
    if (!ts.isIdentifier(name))
      return name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? this.#references(element.name, env) : [],
      );
    return referencesTo(name, name.getSourceFile()).map((node) => ({ node, env }));
  }
}
