import { strip } from '../evaluate/arguments.ts';
import type { Type } from '../types/named-types.ts';
import { type DeclaredMember, TypeMembers } from '../types/type-members.ts';
import { returnsOf } from '../evaluate/paths/leaving.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Maximum depth of names and expressions that are followed. */
const MAX_DEPTH = 16;
/** Functions of rxjs that return what their argument gives. */
const AWAITS = new Set(['firstValueFrom', 'lastValueFrom', 'from']);
const ELEMENT_METHODS = new Set(['find', 'findLast', 'at', 'pop', 'shift']);
const LIST_METHODS = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat']);
const ITERATORS = new Set([
  'map',
  'forEach',
  'filter',
  'find',
  'findLast',
  'some',
  'every',
  'flatMap',
  'sort',
  'findIndex',
]);

/**
 * Finds the declared types of expressions: annotations, assertions and what they lead to, also through what a function
 * without an annotation returns.
 */
export class WrittenTypes {
  readonly #ctx: Ctx;
  readonly #types: TypeMembers;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#types = new TypeMembers(ctx);
  }

  /** Declaration of the property that an access or a binding reads; `undefined` where no type declares it. */
  memberAt(name: ts.Node): DeclaredMember | undefined {
    const { parent } = name;
    const text = ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
    if (text === undefined) return undefined;
    const of =
      ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)
        ? this.#typeOf(parent.expression, 0)
        : ts.isBindingElement(parent)
          ? this.#typeOfPattern(parent.parent, 0)
          : undefined;
    return of && this.#types.memberOf(of, text, 0);
  }

  /** Type that is written for an expression, or for what it is taken from. */
  typeOf(expression: ts.Expression): Type | undefined {
    return this.#typeOf(expression, 0);
  }

  #typeOf(expression: ts.Expression, depth: number): Type | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) return expression.type;
    const node = strip(expression);
    if (node !== expression) return this.#typeOf(node, depth + 1);
    if (ts.isTypeAssertionExpression(node)) return node.type;
    if (ts.isAwaitExpression(node)) return this.#typeOf(node.expression, depth + 1);
    if (ts.isIdentifier(node)) return this.#typeOfName(node, depth);
    if (ts.isCallExpression(node)) return this.#typeOfCall(node, depth);
    if (ts.isElementAccessExpression(node))
      return this.#types.elementOf(this.#typeOf(node.expression, depth + 1));
    return ts.isPropertyAccessExpression(node) ? this.#typeOfMember(node, depth) : undefined;
  }

  #typeOfMember(node: ts.PropertyAccessExpression, depth: number): Type | undefined {
    const awaited = strip(node.expression);
    const call = strip(ts.isAwaitExpression(awaited) ? awaited.expression : awaited);
    // `(await client.get<T>(url)).data`: the convention of clients with such a signature.
    if (ts.isCallExpression(call) && call.typeArguments?.length === 1) return call.typeArguments[0];
    const owner = this.#typeOf(node.expression, depth + 1);
    const member = owner && this.#types.memberOf(owner, node.name.text, depth + 1);
    return member && member !== 'unseen' ? member.type : undefined;
  }

  #typeOfName(node: ts.Identifier, depth: number): Type | undefined {
    const declared = declarationOf(node.text, node);
    return declared && ts.isIdentifier(declared)
      ? this.#typeOfBinding(declared.parent, depth + 1)
      : undefined;
  }

  #typeOfBinding(node: ts.Node, depth: number): Type | undefined {
    if (ts.isParameter(node)) return node.type ?? this.#typeOfCallback(node, depth);
    if (ts.isVariableDeclaration(node)) {
      const loop = node.parent.parent;
      if (ts.isForOfStatement(loop)) return this.#types.elementOf(this.#typeOf(loop.expression, depth));
      return node.type ?? (node.initializer && this.#typeOf(node.initializer, depth));
    }
    if (!ts.isBindingElement(node)) return undefined;
    const name = node.propertyName ?? node.name;
    const owner = this.#typeOfPattern(node.parent, depth);
    if (ts.isArrayBindingPattern(node.parent)) return this.#types.elementOf(owner);
    const member = owner && ts.isIdentifier(name) ? this.#types.memberOf(owner, name.text, depth) : undefined;
    return member && member !== 'unseen' ? member.type : undefined;
  }

  #typeOfPattern(pattern: ts.BindingPattern, depth: number): Type | undefined {
    return depth > MAX_DEPTH ? undefined : this.#typeOfBinding(pattern.parent, depth + 1);
  }

  /** Type of a callback parameter of a list method or of `then`. */
  #typeOfCallback(parameter: ts.ParameterDeclaration, depth: number): Type | undefined {
    const fn = parameter.parent;
    const call = fn.parent;
    if (!ts.isCallExpression(call)) return undefined;
    if (isOperator(call)) return this.#typeBefore(call, depth);
    if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
    if (fn.parameters.indexOf(parameter) !== 0) return undefined;
    const of = (): Type | undefined =>
      this.#typeOf((call.expression as ts.PropertyAccessExpression).expression, depth + 1);
    const { text } = call.expression.name;
    if (text === 'then') return of();
    return ITERATORS.has(text) ? this.#types.elementOf(of()) : undefined;
  }

  #typeOfCall(call: ts.CallExpression, depth: number): Type | undefined {
    if (call.typeArguments?.length === 1) return call.typeArguments[0];
    const callee = strip(call.expression);
    const [first] = call.arguments;
    if (first && ts.isIdentifier(callee) && AWAITS.has(callee.text)) return this.#typeOf(first, depth + 1);
    if (ts.isPropertyAccessExpression(callee)) {
      const { text } = callee.name;
      if (text === 'then' && first && ts.isFunctionLike(first)) return this.#typeOfResult(first, depth);
      if (text === 'pipe') return this.#typeOfPiped(call, call.arguments.length, depth);
      const of = (): Type | undefined => this.#typeOf(callee.expression, depth + 1);
      if (ELEMENT_METHODS.has(callee.name.text)) return this.#types.elementOf(of());
      if (LIST_METHODS.has(callee.name.text)) return of();
    }
    const fn = this.#ctx.evaluate(callee, undefined).find((val) => val.kind === 'function');
    return fn && this.#typeOfResult(fn.node, depth);
  }

  /** Declared type of what a function returns, or of the expression that it returns first. */
  #typeOfResult(fn: ts.SignatureDeclaration, depth: number): Type | undefined {
    if (fn.type || !('body' in fn) || !fn.body) return fn.type;
    const body = fn.body as ts.ConciseBody;
    const result = ts.isBlock(body) ? returnsOf(body)[0] : body;
    return result && this.#typeOf(result, depth + 1);
  }

  /** Type behind the first operators of `source.pipe(map((r) => r.data), retry(2))`. */
  #typeOfPiped(pipe: ts.CallExpression, operators: number, depth: number): Type | undefined {
    const last = pipe.arguments
      .slice(0, operators)
      .findLast((each) => ts.isCallExpression(each) && isMap(each));
    const fn = last && (last as ts.CallExpression).arguments[0];
    if (fn) return ts.isFunctionLike(fn) ? this.#typeOfResult(fn, depth) : undefined;
    const callee = strip(pipe.expression);
    return ts.isPropertyAccessExpression(callee) ? this.#typeOf(callee.expression, depth + 1) : undefined;
  }

  #typeBefore(operator: ts.CallExpression, depth: number): Type | undefined {
    const pipe = operator.parent as ts.CallExpression;
    return this.#typeOfPiped(pipe, pipe.arguments.indexOf(operator), depth + 1);
  }
}

/** True for `map(…)` of rxjs. */
const isMap = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'map';

/** True for an argument of `.pipe(…)`. */
const isOperator = ({ parent, expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) &&
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  parent.expression.name.text === 'pipe';
