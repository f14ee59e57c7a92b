import { strip } from '../evaluate/arguments.ts';
import { isFirstPart, namedType, stated, TRANSPARENT_TYPES, type Type } from '../types/named-types.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Maximum depth of names and expressions that are followed. */
const MAX_DEPTH = 16;
const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable', 'AsyncIterable', 'Generator']);
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

/** Declared member of a type, by its declaration; `unseen` where its type comes from outside the project. */
export type DeclaredMember = ts.PropertySignature | ts.PropertyDeclaration | 'unseen';

/** Finds the declared types of expressions: annotations, assertions and what they lead to. No type is inferred. */
export class WrittenTypes {
  readonly #ctx: Ctx;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
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
    return of && this.#member(of, text, 0);
  }

  /** Declaration of a type's members: an interface, a class or a literal of the project. */
  shapeOf(
    type: ts.TypeNode,
    depth = 0,
    asked = new Set<ts.Node>(),
  ): ts.InterfaceDeclaration | ts.ClassLikeDeclaration | ts.TypeLiteralNode | undefined {
    if (ts.isTypeLiteralNode(type)) return type;
    if (depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    const element = this.#element(type);
    if (element && !isDeclared(element)) return this.shapeOf(element, depth + 1, asked);
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      return type.types
        .map((part) => this.shapeOf(part, depth + 1, asked))
        .find((shape) => shape !== undefined);
    const target = ts.isTypeReferenceNode(type) ? this.#target(type) : undefined;
    if (!target || target === 'unseen') return undefined;
    return isDeclared(target) ? target : this.shapeOf(target, depth + 1, asked);
  }

  #member(type: Type, name: string, depth: number, asked = new Set<ts.Node>()): DeclaredMember | undefined {
    if (depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type) || ts.isClassLike(type))
      return this.#ownMember(type, name, depth, asked);
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
      for (const part of type.types) {
        const found = this.#member(part, name, depth + 1, asked);
        if (found) return found;
      }
      return undefined;
    }
    if (ts.isParenthesizedTypeNode(type)) return this.#member(type.type, name, depth + 1, asked);
    const target = ts.isTypeReferenceNode(type) ? this.#target(type) : undefined;
    if (target === 'unseen') return 'unseen';
    return target && this.#member(target, name, depth + 1, asked);
  }

  #ownMember(
    type: ts.InterfaceDeclaration | ts.TypeLiteralNode | ts.ClassLikeDeclaration,
    name: string,
    depth: number,
    asked: Set<ts.Node>,
  ): DeclaredMember | undefined {
    for (const member of type.members)
      if (
        (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) &&
        (ts.isIdentifier(member.name) || ts.isStringLiteralLike(member.name)) &&
        member.name.text === name
      )
        return member;
    const bases = ts.isTypeLiteralNode(type)
      ? []
      : (type.heritageClauses ?? []).flatMap(({ types }) => types);
    for (const { expression } of bases) {
      const base = ts.isIdentifier(expression)
        ? namedType(this.#ctx, expression.text, expression)
        : undefined;
      const found = base === 'unseen' ? base : base && this.#member(stated(base), name, depth + 1, asked);
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Target of a type reference: the declaration of the name, or its argument where a built-in type passes it through.
   */
  #target(type: ts.TypeReferenceNode): Type | 'unseen' | undefined {
    if (!ts.isIdentifier(type.typeName)) return undefined;
    const { text } = type.typeName;
    if (TRANSPARENT_TYPES.has(text)) return type.typeArguments?.[0];
    const named = namedType(this.#ctx, text, type);
    return named === 'unseen' ? named : named && stated(named);
  }

  #element(type: Type | undefined, depth = 0, asked = new Set<ts.Node>()): Type | undefined {
    if (!type || depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    if (ts.isArrayTypeNode(type)) return type.elementType;
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type))
      return this.#element(type.type, depth + 1, asked);
    if (ts.isUnionTypeNode(type))
      return type.types
        .map((part) => this.#element(part, depth + 1, asked))
        .find((part) => part !== undefined);
    if (!ts.isTypeReferenceNode(type)) return undefined;
    if (ts.isIdentifier(type.typeName) && LISTS.has(type.typeName.text)) return type.typeArguments?.[0];
    const target = this.#target(type);
    return target === 'unseen' ? undefined : this.#element(target, depth + 1, asked);
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
    if (ts.isElementAccessExpression(node)) return this.#element(this.#typeOf(node.expression, depth + 1));
    return ts.isPropertyAccessExpression(node) ? this.#typeOfMember(node, depth) : undefined;
  }

  #typeOfMember(node: ts.PropertyAccessExpression, depth: number): Type | undefined {
    const awaited = strip(node.expression);
    const call = strip(ts.isAwaitExpression(awaited) ? awaited.expression : awaited);
    // `(await client.get<T>(url)).data`: the convention of clients with such a signature.
    if (ts.isCallExpression(call) && call.typeArguments?.length === 1) return call.typeArguments[0];
    const owner = this.#typeOf(node.expression, depth + 1);
    const member = owner && this.#member(owner, node.name.text, depth + 1);
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
      if (ts.isForOfStatement(loop)) return this.#element(this.#typeOf(loop.expression, depth));
      return node.type ?? (node.initializer && this.#typeOf(node.initializer, depth));
    }
    if (!ts.isBindingElement(node)) return undefined;
    const name = node.propertyName ?? node.name;
    const owner = this.#typeOfPattern(node.parent, depth);
    if (ts.isArrayBindingPattern(node.parent)) return this.#element(owner);
    const member = owner && ts.isIdentifier(name) ? this.#member(owner, name.text, depth) : undefined;
    return member && member !== 'unseen' ? member.type : undefined;
  }

  #typeOfPattern(pattern: ts.BindingPattern, depth: number): Type | undefined {
    return depth > MAX_DEPTH ? undefined : this.#typeOfBinding(pattern.parent, depth + 1);
  }

  /** Type of a callback parameter of a list method or of `then`. */
  #typeOfCallback(parameter: ts.ParameterDeclaration, depth: number): Type | undefined {
    const fn = parameter.parent;
    const call = fn.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
    if (fn.parameters.indexOf(parameter) !== 0) return undefined;
    const of = (): Type | undefined =>
      this.#typeOf((call.expression as ts.PropertyAccessExpression).expression, depth + 1);
    const { text } = call.expression.name;
    if (text === 'then') return of();
    return ITERATORS.has(text) ? this.#element(of()) : undefined;
  }

  #typeOfCall(call: ts.CallExpression, depth: number): Type | undefined {
    if (call.typeArguments?.length === 1) return call.typeArguments[0];
    const callee = strip(call.expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const of = (): Type | undefined => this.#typeOf(callee.expression, depth + 1);
      if (ELEMENT_METHODS.has(callee.name.text)) return this.#element(of());
      if (LIST_METHODS.has(callee.name.text)) return of();
    }
    const fn = this.#ctx.evaluate(callee, undefined).find((val) => val.kind === 'function');
    return fn?.node.type;
  }
}

const isDeclared = (type: Type): type is ts.InterfaceDeclaration | ts.ClassLikeDeclaration =>
  ts.isInterfaceDeclaration(type) || ts.isClassLike(type);
