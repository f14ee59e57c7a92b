import * as build from '../languages/build.ts';
import { annotatedAddresses } from '../managed/annotations.ts';
import { clientConstructor } from '../managed/declared-requests.ts';
import { documentReader } from '../managed/documents.ts';
import {
  constructorOf,
  type ConstructorParts,
  fieldOf,
  methodsOf,
  nestedFields,
} from '../managed/classes.ts';
import { type Lowering, plainType, textIn, nestedScope } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import {
  bodyIn,
  childOf,
  isKept,
  isKotlinClass,
  listIn,
  type ClassMember,
  membersIn,
  ownerOf,
  primaryIn,
  superCall,
  declaredProperty,
} from './class-parts.ts';
import { documentFields } from './document-fields.ts';
import { functionBody, functionParts, inFunction } from './functions.ts';
import { initialOf, parameterName, parametersIn, typeFor } from './parameters.ts';

const argumentsOf = (ctx: Lowering, node: Cst): readonly ts.Expression[] => {
  const list = childOf(node, 'value_arguments');
  return (list ? namedIn(list) : []).flatMap((argument) => {
    const value = namedIn(argument).at(-1);
    return value ? [ctx.expression(value)] : [];
  });
};

const setField = (name: string, value: ts.Expression, at: number, span: Cst): ts.Statement => {
  const here = build.nowhere(at);
  return build.asStatement(
    build.assignTo(build.member(build.thisAt(here), build.nameAt(name, here), here), value, span),
    span,
  );
};

/** Primary constructor: stores parameters and initializes properties. */
const primaryParts = (ctx: Lowering, node: Cst, list: Cst | undefined): ConstructorParts => {
  const scope = inFunction(ctx, list, false);
  const inherited = superCall(node);
  const keeps = (list ? namedIn(list).filter(isKept) : []).flatMap((each) => {
    const name = parameterName(each);
    if (!name) return [];
    return [
      setField(textIn(ctx, name), build.nameAt(textIn(ctx, name), build.nowhere(each.end)), each.end, each),
    ];
  });
  const own = bodyIn(node).flatMap((each): readonly ts.Statement[] => {
    if (each.type === 'anonymous_initializer') return namedIn(each).map((inner) => scope.block(inner));
    const [name, value] = [declaredProperty(each), initialOf(each)];
    if (each.type !== 'property_declaration' || !name || !value) return [];
    return [setField(textIn(ctx, name), scope.expression(value), each.start, each)];
  });
  const above = inherited
    ? [
        build.asStatement(
          build.call(build.superAt(inherited), argumentsOf(scope, inherited), inherited),
          inherited,
        ),
      ]
    : [];
  return {
    parameters: list ? parametersIn(scope, list) : [],
    body: build.block([...above, ...keeps, ...own], build.nowhere(node.end)),
    span: node,
  };
};

const secondaryParts = (ctx: Lowering, node: Cst): ConstructorParts => {
  const list = listIn(node);
  const scope = inFunction(ctx, list, false);
  const delegation = childOf(node, 'constructor_delegation_call');
  const isOwn = delegation?.children.some(({ type }) => type === 'this') === true;
  const given = delegation ? argumentsOf(scope, delegation) : [];
  const body = childOf(node, 'block');
  const above =
    delegation && !isOwn
      ? [build.asStatement(build.call(build.superAt(delegation), given, delegation), delegation)]
      : [];
  return {
    parameters: list ? parametersIn(scope, list) : [],
    body: build.block([...above, ...(body ? [scope.block(body)] : [])], body ?? build.nowhere(node.end)),
    delegates: isOwn ? given : undefined,
    span: node,
  };
};

const lazily = (node: Cst): Cst | undefined => {
  const [made] = namedIn(childOf(node, 'property_delegate') ?? { children: [] });
  const lambda = namedIn(childOf(made ?? node, 'annotated_lambda') ?? { children: [] })[0];
  const body = lambda ? namedIn(lambda) : [];
  return body.length === 1 ? body[0] : undefined;
};

const propertyOf = (
  ctx: Lowering,
  { node, isStatic }: ClassMember,
  isSet: boolean,
): readonly ts.ClassElement[] => {
  const name = declaredProperty(node);
  if (!name) return [];
  const called = build.nameAt(textIn(ctx, name), name);
  const get = childOf(node, 'getter');
  const scope = inFunction(ctx, undefined, isStatic);
  if (get && !isStatic && !initialOf(node)) return [build.getter(called, functionBody(scope, get), node)];
  const value = initialOf(node) ?? lazily(node);
  const initial = value && !(isSet && initialOf(node)) ? scope.expression(value) : undefined;
  return [fieldOf(called, initial, typeFor(ctx, childOf(node, 'variable_declaration')!), isStatic, node)];
};

const entryOf = (ctx: Lowering, node: Cst, owner: string): readonly ts.ClassElement[] => {
  const [name] = namedIn(node);
  if (!name) return [];
  const made = build.construct(build.nameAt(owner, build.nowhere(node.start)), argumentsOf(ctx, node), node);
  return [fieldOf(build.nameAt(textIn(ctx, name), name), made, undefined, true, node)];
};

const baseOf = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const inherited = superCall(node);
  const [type] = inherited ? namedIn(inherited) : [];
  const text = type ? plainType(textIn(ctx, type)) : '';
  if (!type || !/^[A-Z]\w*$/.test(text)) return undefined;
  if (!ctx.outside.declared.has(text) && !ctx.outside.named.has(text)) ctx.outside.free.add(text);
  return build.nameAt(text, type);
};

/** Lowers a class with its members; nested classes are lowered beside it, and are its static fields. */
export const classesIn = (outer: Lowering, node: Cst): readonly ts.Statement[] => {
  const all = membersIn(node);
  const owner = ownerOf(outer, node, all);
  const ctx = outer.inside({ locals: new Map(), owner, isStatic: true, sent: new Set(), streams: new Map() });
  const name = childIn(node, 'name');
  const primary = primaryIn(node);
  const of = (type: string): readonly ClassMember[] => all.filter((each) => each.node.type === type);
  const inner = all.filter((each) => isKotlinClass(each.node)).map((each) => each.node);
  const made = [
    ...(primary || superCall(node) ? [primaryParts(ctx, node, primary)] : []),
    ...of('secondary_constructor').map((each) => secondaryParts(ctx, each.node)),
  ];
  const members = [
    ...of('enum_entry').flatMap((each) => entryOf(ctx, each.node, owner.name)),
    ...of('property_declaration').flatMap((each) =>
      propertyOf(ctx, each, !each.isStatic && (primary !== undefined || superCall(node) !== undefined)),
    ),
    ...nestedFields(ctx, inner),
    ...constructorOf(made),
    ...clientConstructor(
      ctx,
      of('function_declaration').map((each) => ({ node: each.node, name: childIn(each.node, 'name') })),
    ),
    ...methodsOf(of('function_declaration').map((each) => functionParts(ctx, each.node, each.isStatic))),
    ...documentReader(ctx, documentFields(ctx, node, primary), false, node),
  ];
  const blocks = primary || superCall(node) ? [] : of('anonymous_initializer');
  return [
    ...inner.flatMap((each) => classesIn(ctx, each)),
    build.classNamed(
      build.nameAt(owner.name, name ?? build.nowhere(node.start)),
      baseOf(ctx, node),
      members,
      node,
    ),
    ...blocks.flatMap((each) => namedIn(each.node).map((inner) => nestedScope(ctx).block(inner))),
    ...annotatedAddresses(ctx, node),
  ];
};
