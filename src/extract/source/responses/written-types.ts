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
    if (node.kind === ts.SyntaxKind.ThisKeyword) return ts.findAncestor(node, ts.isClassLike);
    if (ts.isCallExpression(node)) return this.#typeOfCall(node, depth);
    if (ts.isElementAccessExpression(node))
      return this.#elementOf(node.expression, depth) ?? this.#valueIn(node.expression, depth);
    return ts.isPropertyAccessExpression(node) ? this.#typeOfMember(node, depth) : undefined;
  }

  /** Type of the elements of a list, of the values of a map or record. */
  #elementOf(list: ts.Expression, depth: number): Type | undefined {
    const node = strip(list);
    const [item, ...others] = ts.isArrayLiteralExpression(node) ? node.elements : [];
    if (item && ts.isSpreadElement(item) && others.length === 0)
      return this.#elementOf(item.expression, depth + 1);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: owner, name } = node.expression;
      const [first] = node.arguments;
      const isOfClass = (text: string): boolean => ts.isIdentifier(owner) && owner.text === text;
      if (name.text === 'values') return this.#valueIn(isOfClass('Object') && first ? first : owner, depth);
      if (name.text === 'from' && isOfClass('Array') && first) return this.#elementOf(first, depth + 1);
    }
    return this.#types.elementOf(this.#typeOf(node, depth + 1));
  }

  /** Type of the values of a map or record: `Row` of `Map<string, Row>`, also of `new Map<string, Row>()`. */
  #valueIn(map: ts.Expression, depth: number): Type | undefined {
    const made = strip(map);
    if (ts.isNewExpression(made)) return made.typeArguments?.[1];
    const declared = ts.isIdentifier(made) ? declarationOf(made.text, made)?.parent : undefined;
    const type = this.#typeOf(made, depth + 1);
    if (type) return this.#types.valueOf(type);
    const initial = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    return initial && ts.isNewExpression(strip(initial)) ? this.#valueIn(initial, depth + 1) : undefined;
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
      if (ts.isForOfStatement(loop)) return this.#elementOf(loop.expression, depth);
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
    const { name, expression: owner } = call.expression;
    if (name.text === 'then') return this.#typeOf(owner, depth + 1);
    if (!ITERATORS.has(name.text)) return undefined;
    return (
      this.#elementOf(owner, depth) ?? (name.text === 'forEach' ? this.#valueIn(owner, depth) : undefined)
    );
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
      if (ELEMENT_METHODS.has(text)) return this.#elementOf(callee.expression, depth);
      if (LIST_METHODS.has(text)) return this.#typeOf(callee.expression, depth + 1);
      if (text === 'get') {
        const value = this.#valueIn(callee.expression, depth);
        if (value) return value;
      }
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
