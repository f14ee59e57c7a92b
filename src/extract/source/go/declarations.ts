import * as build from '../languages/build.ts';
import type { Span } from '../../../model/index.ts';
import { interfaceNamed, propertyDeclared } from '../languages/types.ts';
import { markClosed, markPart, markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { functionParts, receiverOf } from './functions.ts';
import { type Lowering, textIn } from './lowering.ts';
import { classNamedBy } from './literals.ts';
import { memberName } from './members.ts';
import { literalValue } from './strings.ts';
import { innerType, isList, isTypeParameter, plainType, typeOf } from './types.ts';

type Statements = readonly ts.Statement[];

interface Field {
  readonly name: Cst;
  readonly type: Cst | undefined;
  readonly node: Cst;
  readonly isEmbedded: boolean;
  /** Its JSON name, and where the tag spells it. */
  readonly wire: { readonly name: string; readonly start: number; readonly end: number } | undefined;
}

const wireOf = (ctx: Lowering, tag: Cst | undefined): Field['wire'] => {
  const match = tag && /json:"([^",]+)/.exec(textIn(ctx, tag));
  if (!tag || !match || literalValue(ctx, tag) === undefined || match[1] === '-') return undefined;
  const start = tag.start + match.index + 'json:"'.length;
  return { name: match[1]!, start, end: start + match[1]!.length };
};

const fieldsIn = (ctx: Lowering, struct: Cst): readonly Field[] =>
  namedIn(namedIn(struct).find(({ type }) => type === 'field_declaration_list') ?? { children: [] }).flatMap(
    (node): readonly Field[] => {
      const type = childIn(node, 'type');
      const names = node.children.filter(({ field, named }) => field === 'name' && named);
      const wire = wireOf(ctx, childIn(node, 'tag'));
      if (names.length > 0) return names.map((name) => ({ name, type, node, isEmbedded: false, wire }));
      const plain = type && plainType(type);
      const name = plain && (childIn(plain, 'name') ?? plain);
      return name ? [{ name, type, node, isEmbedded: true, wire }] : [];
    },
  );

const fieldName = (ctx: Lowering, { name }: Field): string => memberName(textIn(ctx, name));

/** Constructor of a struct: each field is a parameter. */
const constructorOf = (ctx: Lowering, fields: readonly Field[], node: Cst): ts.ClassElement => {
  const parameters = fields.map((each) =>
    build.parameter(
      { name: build.nameAt(fieldName(ctx, each), each.name), type: typeOf(ctx, each.type) },
      each.node,
    ),
  );
  const at = build.nowhere(node.end);
  const sets = fields.map((each) => {
    const name = fieldName(ctx, each);
    return build.asStatement(
      build.assignTo(build.member(build.thisAt(at), build.nameAt(name, at), at), build.nameAt(name, at), at),
      at,
    );
  });
  return build.constructorWith(parameters, build.block(sets, at), at);
};

/** JSON document of a struct: its fields under the names of their tags. */
const documentOf = (ctx: Lowering, fields: readonly Field[], node: Cst): readonly ts.ClassElement[] => {
  const tagged = fields.filter(({ wire }) => wire !== undefined);
  if (tagged.length === 0) return [];
  const at = build.nowhere(node.end);
  const members = tagged.map((each) => {
    const value = build.member(build.thisAt(at), build.nameAt(fieldName(ctx, each), at), at);
    return build.property(build.textAt(each.wire!.name, each.wire!), value, each.node);
  });
  const body = build.block([build.giveBack(markClosed(build.object(members, node)), at)], at);
  return [build.method({ name: build.nameAt('toJSON', at), parameters: [], body }, at)];
};

/** Shape of a struct with JSON names, which declares what is sent and read. */
const shapeOf = (ctx: Lowering, name: Cst, fields: readonly Field[], node: Cst): Statements => {
  const tagged = fields.filter(({ wire }) => wire !== undefined);
  if (tagged.length === 0) return [];
  const members = tagged.map((each) =>
    propertyDeclared(build.textAt(each.wire!.name, each.wire!), typeOf(ctx, each.type), each.node),
  );
  return [interfaceNamed(build.nameAt(textIn(ctx, name), name), members, node)];
};

/** Types of values without members. */
const PLAIN = /^(?:string|bool|byte|rune|error|any|u?int\d*|float\d+|complex\d+)$/;

/** Class that a field's type names, directly or as the items of a list. */
const classIn = (
  ctx: Lowering,
  type: Cst | undefined,
): { made: ts.Expression; isList: boolean } | undefined => {
  if (!type) return undefined;
  const plain = plainType(type);
  const item = isList(ctx, plain) ? innerType(ctx, plain) : undefined;
  const named = item ? plainType(item) : plain;
  if (PLAIN.test(textIn(ctx, named)) || isTypeParameter(ctx, named)) return undefined;
  const known = ctx.types.get(textIn(ctx, named));
  if (known && known.type !== 'struct_type') return undefined;
  const made = classNamedBy(ctx, named);
  return made && { made, isList: item !== undefined };
};

/** Value of a document's field, as the class of the struct field reads it. */
export const readAs = (ctx: Lowering, type: Cst | undefined, given: ts.Expression): ts.Expression => {
  const found = classIn(ctx, type);
  if (!found) return given;
  const at = build.nowhere(given.pos);
  const read = (value: ts.Expression): ts.Expression =>
    build.call(
      build.member(build.construct(found.made, [], at), build.nameAt('fromJSON', at), at),
      [value],
      at,
    );
  if (!found.isList) return read(given);
  const each = build.arrow(
    [build.parameter({ name: build.nameAt('each', at) }, at)],
    read(build.nameAt('each', at)),
    at,
  );
  return build.call(build.member(given, build.nameAt('map', at), at), [each], at);
};

/** Name under which a field reads a document: that of its tag, or its own, compared case-insensitively. */
const readName = (ctx: Lowering, { name, wire }: Field): ts.Identifier | undefined => {
  const own = textIn(ctx, name);
  if (!wire && !/^[A-Z]/.test(own)) return undefined;
  const span = wire ?? { start: name.start, end: name.end };
  const text = wire?.name ?? own[0]!.toLowerCase() + own.slice(1);
  return markWritten(build.nameAt(text, span), {
    span: { start: span.start, end: span.end },
    spelling: 'fixed',
  });
};

/** Fields of an embedded struct, read from the same document. */
const promoted = (ctx: Lowering, { type, name }: Field, at: Span): readonly ts.ObjectLiteralElementLike[] => {
  const answer = build.nameAt('answer', at);
  const read = readAs(ctx, type, answer);
  return read === answer ? [] : [build.spreadMember(read, { start: name.start, end: name.end })];
};

/** Function that reads a struct from a document. */
const readerOf = (ctx: Lowering, fields: readonly Field[], node: Cst): ts.ClassElement => {
  const at = build.nowhere(node.end);
  const members = fields.flatMap((each): readonly ts.ObjectLiteralElementLike[] => {
    if (each.isEmbedded && !each.wire) return promoted(ctx, each, at);
    const name = readName(ctx, each);
    if (!name) return [];
    const given = build.member(build.nameAt('answer', at), name, { start: name.pos, end: name.end });
    return [build.property(build.nameAt(fieldName(ctx, each), at), readAs(ctx, each.type, given), at)];
  });
  const body = build.block([build.giveBack(build.object(members, at), at)], at);
  const answer = build.parameter({ name: build.nameAt('answer', at) }, at);
  return build.method({ name: build.nameAt('fromJSON', at), parameters: [answer], body }, at);
};

const baseOf = (ctx: Lowering, fields: readonly Field[]): ts.Expression | undefined => {
  const embedded = fields.find(({ isEmbedded }) => isEmbedded);
  const type = embedded?.type && plainType(embedded.type);
  return type?.type === 'type_identifier' ? build.nameAt(textIn(ctx, type), type) : undefined;
};

/** Methods of a type in this file, by the type's name. */
const methodsOf = (ctx: Lowering, name: string): readonly ts.ClassElement[] =>
  (ctx.methods.get(name) ?? []).map((node) => methodOf(ctx, node));

const methodOf = (ctx: Lowering, node: Cst): ts.ClassElement => {
  const { name: self } = receiverOf(ctx, node);
  const parts = functionParts(ctx, node, self ?? '');
  return build.method(
    {
      ...parts,
      name: build.nameAt(memberName(parts.name.text), { start: parts.name.pos, end: parts.name.end }),
    },
    node,
  );
};

const structOf = (ctx: Lowering, name: Cst, struct: Cst, node: Cst): Statements => {
  const fields = fieldsIn(ctx, struct);
  return [
    build.classNamed(
      build.nameAt(textIn(ctx, name), name),
      baseOf(ctx, fields),
      [
        constructorOf(ctx, fields, node),
        ...documentOf(ctx, fields, node),
        readerOf(ctx, fields, node),
        ...methodsOf(ctx, textIn(ctx, name)),
      ],
      node,
    ),
    ...shapeOf(ctx, name, fields, node),
  ];
};

/** Lowers `type Client struct { … }`; for other types only their methods matter. */
export const typesDeclared = (ctx: Lowering, node: Cst): Statements =>
  namedIn(node).flatMap((spec): Statements => {
    const [name, type] = [childIn(spec, 'name'), childIn(spec, 'type')];
    if (!name || !type) return [];
    ctx.scope.declared.add(textIn(ctx, name));
    if (type.type === 'struct_type') return structOf(ctx, name, type, spec);
    const methods = methodsOf(ctx, textIn(ctx, name));
    return methods.length > 0
      ? [build.classNamed(build.nameAt(textIn(ctx, name), name), undefined, methods, spec)]
      : [];
  });

/** Methods of types that another file of the package declares. */
export const partsOf = (ctx: Lowering, at: number): Statements =>
  [...ctx.methods].flatMap(([name, methods]): Statements => {
    if (ctx.types.has(name)) return [];
    const place = build.nowhere(at);
    const members = methods.map((node) => methodOf(ctx, node));
    return [
      markPart(build.classNamed(build.nameAt(`${name} methods`, place), undefined, members, place), name),
    ];
  });

/** Lowers `func f() { … }`; methods are lowered with their types. */
export const functionDefinition = (ctx: Lowering, node: Cst): Statements =>
  node.type === 'method_declaration' ? [] : [build.functionNamed(functionParts(ctx, node, undefined), node)];
