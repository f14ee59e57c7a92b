import {
  constraintOf,
  isFirstPart,
  namedType,
  namesNoPath,
  specifierOfImport,
  stated,
  TRANSPARENT_TYPES,
  type Type,
} from './named-types.ts';
import { isClientPackage } from '../clients/client-lookup.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx } from '../evaluate/values.ts';
import { ANY } from './member-path.ts';

/**
 * Shape of a declared type: its members, `open` for any value, `unseen` where unknown, `none` where it has no
 * such member.
 */
export type TypeShape =
  | { readonly kind: 'open' | 'unseen' | 'none' }
  /** Members by name, and whether others are allowed. */
  | { readonly kind: 'members'; readonly of: MembersNode; readonly others: boolean }
  /** `Record<Names, T>`. */
  | { readonly kind: 'record'; readonly names: Type | undefined; readonly values: Type | undefined }
  | { readonly kind: 'list'; readonly of: Type | undefined }
  | { readonly kind: 'union' | 'both'; readonly parts: readonly ts.TypeNode[] }
  | { readonly kind: 'text' }
  /** A member of an enumeration. */
  | { readonly kind: 'enum' }
  /** A literal, or a value of another kind. */
  | { readonly kind: 'fixed' };

export type MembersNode = ts.InterfaceDeclaration | ts.TypeLiteralNode | ts.ClassLikeDeclaration;

const OPEN: TypeShape = { kind: 'open' };
const UNSEEN: TypeShape = { kind: 'unseen' };
const FIXED: TypeShape = { kind: 'fixed' };
const ENUM: TypeShape = { kind: 'enum' };

/** Maximum depth of names that are followed. */
const MAX_DEPTH = 12;

const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable']);

const isMembers = (type: Type): type is MembersNode =>
  ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type) || ts.isClassLike(type);

const hasIndex = (type: MembersNode): boolean =>
  type.members.some((member) => ts.isIndexSignatureDeclaration(member));

/** True where a package of Node, or a client, declares the type: those accept any header and any option. */
const isOfClient = (ctx: Ctx, specifier: string): boolean =>
  specifier.startsWith('node:') ||
  /^(?:https?|undici(?:-types)?)$/.test(specifier) ||
  isClientPackage(ctx.clients, specifier);

const rootOf = (name: ts.EntityName): ts.Identifier => (ts.isIdentifier(name) ? name : rootOf(name.left));

const ofReference = (ctx: Ctx, type: ts.TypeReferenceNode, depth: number): TypeShape => {
  const [first, second] = type.typeArguments ?? [];
  const root = rootOf(type.typeName);
  if (!ts.isIdentifier(type.typeName)) {
    const module = specifierOfImport(root);
    if (module !== undefined && isOfClient(ctx, module)) return OPEN;
    // `Media.JSON`; an undeclared name belongs to the platform: `NodeJS.Dict`.
    return declarationOf(root.text, root) ? ENUM : OPEN;
  }
  const { text } = type.typeName;
  const named = namedType(ctx, text, type);
  if (named === 'unseen') return isOfClient(ctx, specifierOfImport(root) ?? '') ? OPEN : UNSEEN;
  if (named) return typeShapeOf(ctx, stated(named), depth + 1);
  if (text === 'const') return OPEN;
  if (text === 'Record') return { kind: 'record', names: first, values: second };
  if (LISTS.has(text)) return { kind: 'list', of: first };
  if (TRANSPARENT_TYPES.has(text) && first) return typeShapeOf(ctx, first, depth + 1);
  const declared = declarationOf(text, root);
  if (declared && !ts.isIdentifier(declared) && ts.isEnumDeclaration(declared)) return ENUM;
  const module = specifierOfImport(root);
  if (module !== undefined) {
    const [val] = ctx.evaluate(root, undefined);
    if (val?.kind === 'object' && ts.isEnumDeclaration(val.node)) return ENUM;
    return isOfClient(ctx, module) ? OPEN : UNSEEN;
  }
  // Without a constraint: a type of the platform, such as `HeadersInit`.
  const constraint = constraintOf(root);
  const shape = constraint ? typeShapeOf(ctx, constraint, depth + 1) : OPEN;
  // An object may have more members than the constraint of its type.
  return shape.kind === 'members' ? OPEN : shape;
};

/** Shape of `keyof Routes`. */
const ofKeys = (ctx: Ctx, type: Type, depth: number): TypeShape => {
  const of = typeShapeOf(ctx, type, depth + 1);
  if (of.kind === 'open') return OPEN;
  if (of.kind === 'record' && of.names) return typeShapeOf(ctx, of.names, depth + 1);
  return of.kind === 'members' && of.others ? { kind: 'text' } : UNSEEN;
};

/** Shape of `Config['atlas']`, and of an item: `Clusters[number]`. */
const ofIndex = (ctx: Ctx, type: ts.IndexedAccessTypeNode, depth: number): TypeShape => {
  const of = typeShapeOf(ctx, type.objectType, depth + 1);
  if (of.kind === 'open') return OPEN;
  const { indexType: index } = type;
  const name = ts.isLiteralTypeNode(index) && ts.isStringLiteral(index.literal) ? index.literal.text : ANY;
  if (name === ANY && index.kind !== ts.SyntaxKind.NumberKeyword) return UNSEEN;
  const [only, ...others] = typeMembersNamed(ctx, of, name, depth + 1);
  return only && only.kind !== 'none' && others.length === 0 ? only : UNSEEN;
};

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, TypeShape> = new Map<ts.SyntaxKind, TypeShape>([
  [ts.SyntaxKind.AnyKeyword, OPEN],
  [ts.SyntaxKind.UnknownKeyword, OPEN],
  [ts.SyntaxKind.ObjectKeyword, OPEN],
  [ts.SyntaxKind.StringKeyword, { kind: 'text' }],
]);

/** Shape of a declared type. */
export const typeShapeOf = (ctx: Ctx, type: Type, depth = 0): TypeShape => {
  if (depth > MAX_DEPTH) return UNSEEN;
  const keyword = KEYWORDS.get(type.kind);
  if (keyword) return keyword;
  if (isMembers(type)) {
    const isEmpty = type.members.length === 0 && !('heritageClauses' in type && type.heritageClauses);
    return isEmpty ? OPEN : { kind: 'members', of: type, others: hasIndex(type) };
  }
  if (ts.isUnionTypeNode(type)) return { kind: 'union', parts: type.types };
  if (ts.isIntersectionTypeNode(type)) return { kind: 'both', parts: type.types };
  if (ts.isParenthesizedTypeNode(type)) return typeShapeOf(ctx, type.type, depth + 1);
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword)
    return typeShapeOf(ctx, type.type, depth + 1);
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword)
    return ofKeys(ctx, type.type, depth);
  if (ts.isArrayTypeNode(type)) return { kind: 'list', of: type.elementType };
  if (ts.isTupleTypeNode(type))
    return {
      kind: 'union',
      parts: type.elements.map((element) => (ts.isNamedTupleMember(element) ? element.type : element)),
    };
  if (ts.isMappedTypeNode(type))
    return { kind: 'record', names: type.typeParameter.constraint, values: type.type };
  if (ts.isTemplateLiteralTypeNode(type) && namesNoPath(type)) return { kind: 'text' };
  if (ts.isTypeReferenceNode(type)) return ofReference(ctx, type, depth);
  if (ts.isIndexedAccessTypeNode(type)) return ofIndex(ctx, type, depth);
  if (ts.isFunctionTypeNode(type)) return OPEN;
  return ts.isTypeQueryNode(type) || ts.isConditionalTypeNode(type) || ts.isTypeOperatorNode(type)
    ? UNSEEN
    : FIXED;
};

const nameOf = (name: ts.PropertyName | undefined): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;

const basesOf = (ctx: Ctx, type: MembersNode): readonly TypeShape[] =>
  ts.isTypeLiteralNode(type)
    ? []
    : (type.heritageClauses ?? [])
        .flatMap(({ types }) => types)
        .map(({ expression }): TypeShape => {
          const named = ts.isIdentifier(expression) ? namedType(ctx, expression.text, expression) : undefined;
          if (named === 'unseen') {
            const module = ts.isIdentifier(expression) ? specifierOfImport(expression) : undefined;
            return isOfClient(ctx, module ?? '') ? OPEN : UNSEEN;
          }
          return named ? typeShapeOf(ctx, stated(named)) : OPEN;
        });

/** Shapes of a named member in a type: one shape for each part of it that declares one. */
export const typeMembersNamed = (
  ctx: Ctx,
  shape: TypeShape,
  name: string,
  depth = 0,
  asked: Set<ts.Node> = new Set(),
): readonly TypeShape[] => {
  if (depth > MAX_DEPTH) return [UNSEEN];
  switch (shape.kind) {
    case 'open':
    case 'unseen':
      return [shape];
    case 'union':
    case 'both': {
      const found = shape.parts
        .filter((part) => isFirstPart(asked, part))
        .flatMap((part) => typeMembersNamed(ctx, typeShapeOf(ctx, part, depth + 1), name, depth + 1, asked));
      const told = found.filter(({ kind }) => kind !== 'none');
      return told.length > 0 ? told : [{ kind: 'none' }];
    }
    case 'record': {
      const allowed = shape.names === undefined || admitsText(ctx, typeShapeOf(ctx, shape.names), name);
      if (!allowed) return [{ kind: 'none' }];
      return [shape.values ? typeShapeOf(ctx, shape.values, depth + 1) : OPEN];
    }
    case 'list':
      return name === ANY ? [shape.of ? typeShapeOf(ctx, shape.of, depth + 1) : OPEN] : [{ kind: 'none' }];
    case 'members':
      return isFirstPart(asked, shape.of) ? ofMembers(ctx, shape.of, name, depth, asked) : [{ kind: 'none' }];
    default:
      return [{ kind: 'none' }];
  }
};

const ofMembers = (
  ctx: Ctx,
  type: MembersNode,
  name: string,
  depth: number,
  asked: Set<ts.Node>,
): readonly TypeShape[] => {
  for (const member of type.members) {
    if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) continue;
    if (nameOf(member.name) === name) return [member.type ? typeShapeOf(ctx, member.type, depth + 1) : OPEN];
  }
  for (const member of type.members)
    if (ts.isIndexSignatureDeclaration(member)) return [typeShapeOf(ctx, member.type, depth + 1)];
  const inherited = basesOf(ctx, type).flatMap((base) => typeMembersNamed(ctx, base, name, depth + 1, asked));
  const told = inherited.filter(({ kind }) => kind !== 'none');
  return told.length > 0 ? told : [{ kind: 'none' }];
};

/** True where a type certainly accepts a text: any, or the given one. */
export const admitsText = (
  ctx: Ctx,
  shape: TypeShape,
  text?: string,
  depth = 0,
  asked: Set<ts.Node> = new Set(),
): boolean => {
  if (shape.kind === 'text' || shape.kind === 'open') return true;
  if (depth > MAX_DEPTH) return false;
  if (shape.kind !== 'union' && shape.kind !== 'both') return false;
  const takes = (part: ts.TypeNode): boolean =>
    // What marks a text does not restrict it: `string & { brand: 'url' }`.
    (shape.kind === 'both' && typeShapeOf(ctx, part).kind === 'members') ||
    (text !== undefined &&
      ts.isLiteralTypeNode(part) &&
      ts.isStringLiteral(part.literal) &&
      part.literal.text === text) ||
    admitsText(ctx, typeShapeOf(ctx, part), text, depth + 1, asked);
  const parts = shape.parts.filter((part) => isFirstPart(asked, part));
  return parts.length > 0 && (shape.kind === 'both' ? parts.every(takes) : parts.some(takes));
};
