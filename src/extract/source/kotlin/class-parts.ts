import { addTo } from '../../../model/index.ts';
import { type Lowering, type Owner, plainType, textIn } from '../managed/lowering.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { initialOf, parameterName, parameterTypes, writtenType } from './parameters.ts';

/** True for a type declaration: a class, an interface, an object. */
export const isKotlinClass = ({ type }: Cst): boolean =>
  type === 'class_declaration' || type === 'object_declaration';

/** The first child of a type. */
export const childOf = (node: Cst, type: string): Cst | undefined =>
  node.children.find((each) => each.type === type);

/** Declarations in the body of a class. */
export const bodyIn = (node: Cst): readonly Cst[] => {
  const body = node.children.find(({ type }) => type === 'class_body' || type === 'enum_class_body');
  return body ? namedIn(body) : [];
};

/** Member of the class or of its companion, whose members are static. */
export interface ClassMember {
  readonly node: Cst;
  readonly isStatic: boolean;
}

/** Members of a class, and of its companion. */
export const membersIn = (node: Cst): readonly ClassMember[] => {
  const isObject = node.type === 'object_declaration';
  return bodyIn(node).flatMap((each): readonly ClassMember[] =>
    each.type === 'companion_object'
      ? bodyIn(each).map((inner) => ({ node: inner, isStatic: true }))
      : [{ node: each, isStatic: isObject }],
  );
};

/** Name that a property declares. */
export const declaredProperty = (node: Cst): Cst | undefined => {
  const declared = childOf(node, 'variable_declaration');
  return declared && namedIn(declared)[0];
};

const nameIn = (node: Cst): Cst | undefined => childIn(node, 'name') ?? declaredProperty(node);

/** The parameters of a function. */
export const listIn = (node: Cst): Cst | undefined => childOf(node, 'function_value_parameters');

/** Parameters of the primary constructor. */
export const primaryIn = (node: Cst): Cst | undefined => {
  const primary = childOf(node, 'primary_constructor');
  return primary && childOf(primary, 'class_parameters');
};

/** True for a parameter that is also a property: `val base: String`. */
export const isKept = (parameter: Cst): boolean =>
  parameter.children.some(({ type }) => type === 'val' || type === 'var');

/** Return type of a function: as declared, or of the expression that is its body. */
const resultType = (ctx: Lowering, node: Cst): string => {
  const list = listIn(node);
  const after = node.children.slice(node.children.indexOf(list ?? node) + 1);
  const type = after.find((each) => /^(?:user|nullable)_type$/.test(each.type));
  if (type) return plainType(textIn(ctx, type));
  const [body] = namedIn(childOf(node, 'function_body') ?? { children: [] });
  if (!body || body.type === 'block') return '';
  const locals = new Map(list ? parameterTypes(ctx, list) : []);
  return ctx.inside({ ...ctx.scope, locals }).typeOf(body) ?? '';
};

/** Type of a property: as declared, or of its initial value. */
const propertyType = (ctx: Lowering, node: Cst): string => {
  const written = writtenType(ctx, childOf(node, 'variable_declaration')!);
  const initial = written === '' ? initialOf(node) : undefined;
  return written === '' ? ((initial && ctx.typeOf(initial)) ?? '') : written;
};

/** Members that a class declares. */
export const ownerOf = (ctx: Lowering, node: Cst, members: readonly ClassMember[]): Owner => {
  const name = childIn(node, 'name');
  const fields = new Map<string, string>();
  const methods = new Map<string, number[]>();
  const results = new Map<string, string>();
  const statics = new Set<string>();
  const primary = primaryIn(node);
  for (const each of primary ? namedIn(primary).filter(isKept) : []) {
    const at = parameterName(each);
    if (at) fields.set(textIn(ctx, at), writtenType(ctx, each));
  }
  const given = new Map(primary ? parameterTypes(ctx, primary) : []);
  const scope = ctx.inside({ ...ctx.scope, locals: given });
  for (const { node: each, isStatic } of members) {
    const at = nameIn(each) ?? (each.type === 'enum_entry' ? namedIn(each)[0] : undefined);
    if (!at) continue;
    const text = textIn(ctx, at);
    if (isStatic || each.type === 'enum_entry') statics.add(text);
    if (each.type === 'property_declaration') fields.set(text, propertyType(scope, each));
    if (each.type === 'enum_entry') fields.set(text, '');
    if (each.type !== 'function_declaration') continue;
    const count = listIn(each) ? parameterTypes(ctx, listIn(each)!).length : 0;
    addTo(methods, text, count);
  }
  const owner: Owner = {
    name: name ? textIn(ctx, name) : '',
    fields,
    methods,
    results,
    statics,
    extends: superCall(node) !== undefined,
    around: ctx.scope.owner,
  };
  for (const [at, result] of resultTypes(
    ctx.inside({ ...ctx.scope, owner }),
    members.map((each) => each.node),
  ))
    results.set(at, result);
  return owner;
};

/** Return types of the functions among some nodes, by name; those before tell those of later ones. */
export function* resultTypes(ctx: Lowering, nodes: readonly Cst[]): Generator<readonly [string, string]> {
  for (const node of nodes) {
    const name = node.type === 'function_declaration' ? childIn(node, 'name') : undefined;
    const result = name ? resultType(ctx, node) : '';
    if (name && result !== '') yield [textIn(ctx, name), result];
  }
}

/** Superclass constructor call: `: Parent(base)`. */
export const superCall = (node: Cst): Cst | undefined => {
  const list = childOf(node, 'delegation_specifiers');
  return (
    list &&
    namedIn(list)
      .flatMap(namedIn)
      .find(({ type }) => type === 'constructor_invocation')
  );
};
