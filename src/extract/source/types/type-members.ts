import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';
import { isFirstPart, namedType, stated, TRANSPARENT_TYPES, type Type } from './named-types.ts';

/** Maximum depth of names that are followed. */
const MAX_DEPTH = 16;
const MAPS = new Set(['Map', 'ReadonlyMap', 'WeakMap', 'Record']);
const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable', 'AsyncIterable', 'Generator']);

/** Declared member of a type, by its declaration; `unseen` where its type comes from outside the project. */
export type DeclaredMember = ts.PropertySignature | ts.PropertyDeclaration | 'unseen';

/** Members and elements of written types. */
export class TypeMembers {
  readonly #ctx: Ctx;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Declaration of the last member of a path into a value of a type; `*` means any element. */
  memberOnPath(type: ts.TypeNode, path: readonly string[]): DeclaredMember | undefined {
    let at: Type | undefined = type;
    for (const [index, name] of path.entries()) {
      const member: DeclaredMember | undefined = name === '*' || !at ? undefined : this.memberOf(at, name, 0);
      if (index === path.length - 1 || member === 'unseen') return member;
      at = name === '*' ? this.elementOf(at) : member?.type;
    }
    return undefined;
  }

  /** Declaration of a type's members: an interface, a class or a literal of the project. */
  shapeOf(
    type: ts.TypeNode,
    depth = 0,
    asked = new Set<ts.Node>(),
  ): ts.InterfaceDeclaration | ts.ClassLikeDeclaration | ts.TypeLiteralNode | undefined {
    if (ts.isTypeLiteralNode(type)) return type;
    if (depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    const element = this.elementOf(type);
    if (element && !isDeclared(element)) return this.shapeOf(element, depth + 1, asked);
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      return type.types
        .map((part) => this.shapeOf(part, depth + 1, asked))
        .find((shape) => shape !== undefined);
    const target = ts.isTypeReferenceNode(type) ? this.#target(type) : undefined;
    if (!target || target === 'unseen') return undefined;
    return isDeclared(target) ? target : this.shapeOf(target, depth + 1, asked);
  }

  /** Declaration of a member of a type, by name. */
  memberOf(type: Type, name: string, depth: number, asked = new Set<ts.Node>()): DeclaredMember | undefined {
    if (depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type) || ts.isClassLike(type))
      return this.#ownMember(type, name, depth, asked);
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
      for (const part of type.types) {
        const found = this.memberOf(part, name, depth + 1, asked);
        if (found) return found;
      }
      return undefined;
    }
    if (ts.isParenthesizedTypeNode(type)) return this.memberOf(type.type, name, depth + 1, asked);
    const target = ts.isTypeReferenceNode(type) ? this.#target(type) : undefined;
    if (target === 'unseen') return 'unseen';
    return target && this.memberOf(target, name, depth + 1, asked);
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
      const found = base === 'unseen' ? base : base && this.memberOf(stated(base), name, depth + 1, asked);
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

  /** Type of the values of a map or record type: `Row` of `Map<string, Row>`, `Record<string, Row>`, `{ [id: string]: Row }`. */
  valueOf(type: Type, depth = 0, asked = new Set<ts.Node>()): Type | undefined {
    if (depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type))
      return type.members.find((member) => ts.isIndexSignatureDeclaration(member))?.type;
    if (ts.isParenthesizedTypeNode(type)) return this.valueOf(type.type, depth + 1, asked);
    if (ts.isUnionTypeNode(type))
      return type.types
        .map((part) => this.valueOf(part, depth + 1, asked))
        .find((part) => part !== undefined);
    if (!ts.isTypeReferenceNode(type)) return undefined;
    if (ts.isIdentifier(type.typeName) && MAPS.has(type.typeName.text)) return type.typeArguments?.[1];
    const target = this.#target(type);
    return target && target !== 'unseen' ? this.valueOf(target, depth + 1, asked) : undefined;
  }

  /** Type of the elements of a list type. */
  elementOf(type: Type | undefined, depth = 0, asked = new Set<ts.Node>()): Type | undefined {
    if (!type || depth > MAX_DEPTH || !isFirstPart(asked, type)) return undefined;
    if (ts.isArrayTypeNode(type)) return type.elementType;
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type))
      return this.elementOf(type.type, depth + 1, asked);
    if (ts.isUnionTypeNode(type))
      return type.types
        .map((part) => this.elementOf(part, depth + 1, asked))
        .find((part) => part !== undefined);
    if (!ts.isTypeReferenceNode(type)) return undefined;
    if (ts.isIdentifier(type.typeName) && LISTS.has(type.typeName.text)) return type.typeArguments?.[0];
    const target = this.#target(type);
    return target === 'unseen' ? undefined : this.elementOf(target, depth + 1, asked);
  }
}

const isDeclared = (type: Type): type is ts.InterfaceDeclaration | ts.ClassLikeDeclaration =>
  ts.isInterfaceDeclaration(type) || ts.isClassLike(type);
