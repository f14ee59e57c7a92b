import type { Ctx } from '../evaluate/values.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, type Path, RESULT } from './member-path.ts';
import { constraintOf, isFirstPart, namedType, stated, TRANSPARENT_TYPES, type Type } from './named-types.ts';
import { type DeclaredMember, TypeMembers } from './type-members.ts';

/**
 * A text that a type lists: a literal type, the name of a member, an item of the list that the type is derived from, or a
 * written piece of a template: `/groups/${string}/users`.
 */
export type ListedText =
  | ts.StringLiteralLike
  | ts.Identifier
  | ts.TemplateHead
  | ts.TemplateMiddle
  | ts.TemplateTail;

/** Built-in types that take some texts of their first argument. */
const CHOOSES = new Set([...TRANSPARENT_TYPES, 'Extract', 'Exclude']);

/** Collects the texts that types list. */
class Listing {
  readonly found = new Set<ListedText>();
  readonly #ctx: Ctx;
  readonly #asked = new Set<ts.Node>();
  readonly #askedNames = new Set<ts.Node>();

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** The texts that a value of a type may be. */
  addTexts(type: Type): void {
    if (!isFirstPart(this.#asked, type)) return;
    if (ts.isLiteralTypeNode(type) && ts.isStringLiteralLike(type.literal)) this.found.add(type.literal);
    else if (ts.isTemplateLiteralTypeNode(type)) {
      for (const piece of [type.head, ...type.templateSpans.map(({ literal }) => literal)])
        if (piece.text !== '') this.found.add(piece);
      for (const span of type.templateSpans) this.addTexts(span.type);
    } else if (ts.isParenthesizedTypeNode(type)) this.addTexts(type.type);
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      type.types.forEach((one) => this.addTexts(one));
    else if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword)
      this.addNames(type.type);
    else if (ts.isIndexedAccessTypeNode(type)) this.#addMembers(type);
    else if (ts.isTypeReferenceNode(type)) for (const target of this.#targets(type)) this.addTexts(target);
  }

  /** The names of the members of a type. */
  addNames(type: Type): void {
    if (!isFirstPart(this.#askedNames, type)) return;
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type)) {
      for (const { name } of type.members)
        if (name && (ts.isStringLiteralLike(name) || ts.isIdentifier(name))) this.found.add(name);
      const bases = ts.isInterfaceDeclaration(type) ? (type.heritageClauses ?? []) : [];
      for (const { expression } of bases.flatMap(({ types }) => types)) {
        const base = ts.isIdentifier(expression) && namedType(this.#ctx, expression.text, expression);
        if (base && base !== 'unseen') this.addNames(stated(base));
      }
    } else if (ts.isParenthesizedTypeNode(type)) this.addNames(type.type);
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      type.types.forEach((one) => this.addNames(one));
    else if (ts.isMappedTypeNode(type) && type.typeParameter.constraint)
      this.addTexts(type.typeParameter.constraint);
    else if (ts.isTypeQueryNode(type)) for (const { name } of this.#properties(type)) this.#addName(name);
    else if (ts.isTypeReferenceNode(type)) {
      const isRecord = ts.isIdentifier(type.typeName) && type.typeName.text === 'Record';
      if (isRecord && type.typeArguments?.[0]) this.addTexts(type.typeArguments[0]);
      else for (const target of this.#targets(type)) this.addNames(target);
    }
  }

  /** Name of a property of an object, where it is written as a string: others are read as `routes.name`. */
  #addName(name: ts.PropertyName): void {
    if (ts.isStringLiteralLike(name)) this.found.add(name);
  }

  /** `(typeof PATHS)[number]`, `(typeof PATHS)[keyof typeof PATHS]`, `Config['path']`. */
  #addMembers({ objectType, indexType }: ts.IndexedAccessTypeNode): void {
    const of = ts.isParenthesizedTypeNode(objectType) ? objectType.type : objectType;
    if (ts.isTypeQueryNode(of)) {
      for (const item of this.#items(of)) if (ts.isStringLiteralLike(item)) this.found.add(item);
      return;
    }
    if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteralLike(indexType.literal)) return;
    const member = new TypeMembers(this.#ctx).memberOf(of, indexType.literal.text, 0);
    if (member && member !== 'unseen' && member.type) this.addTexts(member.type);
  }

  #literals({ exprName }: ts.TypeQueryNode): readonly ts.Node[] {
    if (!ts.isIdentifier(exprName)) return [];
    return this.#ctx
      .evaluate(exprName, undefined)
      .flatMap((val) => ('node' in val ? [val.node as ts.Node] : []));
  }

  #properties(type: ts.TypeQueryNode): readonly ts.PropertyAssignment[] {
    return this.#literals(type).flatMap((node) =>
      ts.isObjectLiteralExpression(node) ? node.properties.filter((one) => ts.isPropertyAssignment(one)) : [],
    );
  }

  #items(type: ts.TypeQueryNode): readonly ts.Node[] {
    const lists = this.#literals(type).flatMap((node) =>
      ts.isArrayLiteralExpression(node) ? node.elements : [],
    );
    return [...lists, ...this.#properties(type).map(({ initializer }) => initializer)];
  }

  #targets(type: ts.TypeReferenceNode): readonly Type[] {
    if (!ts.isIdentifier(type.typeName)) return [];
    const { text } = type.typeName;
    const first = type.typeArguments?.[0];
    if (CHOOSES.has(text) && first) return [first];
    const named = namedType(this.#ctx, text, type);
    const target = named === 'unseen' ? undefined : named ? stated(named) : constraintOf(type.typeName);
    return target ? [target] : [];
  }
}

/** Type of the value at a path of members. */
const typeAt = (ctx: Ctx, type: Type, path: Path): Type | undefined => {
  const members = new TypeMembers(ctx);
  let at: Type | undefined = type;
  for (const step of path) {
    if (!at || step === RESULT || step === CLIENT) return undefined;
    const member: DeclaredMember | undefined = step === ANY ? undefined : members.memberOf(at, step, 0);
    at = member === 'unseen' ? undefined : (member?.type ?? members.elementOf(at) ?? members.valueOf(at));
  }
  return at;
};

/** Texts that a type lists, where it is the type of a value at a path of members: `'/groups' | '/orgs'`. */
export const textsListed = (ctx: Ctx, type: Type, path: Path): readonly ListedText[] => {
  const listing = new Listing(ctx);
  const at = typeAt(ctx, type, path);
  if (at) listing.addTexts(at);
  return [...listing.found];
};

/** Names of the members of a type: `'/groups'` of `interface paths { '/groups': … }`. */
export const namesListed = (ctx: Ctx, type: Type): readonly ListedText[] => {
  const listing = new Listing(ctx);
  listing.addNames(type);
  return [...listing.found];
};

/** Literals by which types choose a member: `'/groups'` of `paths['/groups']`. */
const choosing = oncePerNode((file: ts.SourceFile): readonly ts.StringLiteralLike[] =>
  nodesOf(file).texts.filter(
    (text): text is ts.StringLiteralLike =>
      ts.isStringLiteralLike(text) &&
      ts.isLiteralTypeNode(text.parent) &&
      ts.isIndexedAccessTypeNode(text.parent.parent) &&
      text.parent.parent.indexType === text.parent,
  ),
);

/** Literals by which types of the loaded files choose a listed member by its name. */
export const choosersOf = (ctx: Ctx, listed: ListedText): readonly ListedText[] => {
  const { parent } = listed;
  if (!ts.isPropertySignature(parent)) return [];
  const members = new TypeMembers(ctx);
  return ctx.program
    .loaded()
    .flatMap(({ file }) => choosing(file))
    .filter((text) => {
      const { objectType } = text.parent.parent as ts.IndexedAccessTypeNode;
      return text.text === listed.text && members.memberOf(objectType, text.text, 0) === parent;
    });
};
