import { addTo } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import {
  constructorOf,
  constructorOfFields,
  type ConstructorParts,
  fieldOf,
  nestedFields,
  type MethodParts,
  methodsOf,
} from '../managed/classes.ts';
import { clientConstructor, declaredBody } from '../managed/declared-requests.ts';
import { documentReader } from '../managed/documents.ts';
import { type Lowering, type Owner, plainType, textIn } from '../managed/lowering.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { argumentsIn } from './calls.ts';
import { documentFields, getterBody, isStaticMember } from './document-fields.ts';
import { injectedClient } from './injected.ts';
import { injectedOptions } from './injected-options.ts';
import { parametersOf, parameterTypes, typeOfNode, type UnseenParameter } from './parameters.ts';
import { functionBody, valueIn } from './statements.ts';

const CLASS = /^(?:class|record|record_struct|struct|interface|enum)_declaration$/;

/** True for a type declaration. */
export const isClass = ({ type }: Cst): boolean => CLASS.test(type);

const bodyIn = (node: Cst): readonly Cst[] => namedIn(childIn(node, 'body') ?? { children: [] });

const declaratorsIn = (node: Cst): readonly Cst[] =>
  (tokenIn(node, 'variable_declaration')?.children ?? []).filter(
    ({ type }) => type === 'variable_declarator',
  );

const fieldType = (node: Cst): Cst | undefined => {
  const declaration = tokenIn(node, 'variable_declaration');
  return declaration ? childIn(declaration, 'type') : childIn(node, 'type');
};

const primaryParameters = (node: Cst): Cst | undefined => tokenIn(node, 'parameter_list');

const textOf = (ctx: Lowering, node: Cst | undefined): string => (node ? plainType(textIn(ctx, node)) : '');

/** Members that a class declares. */
const ownerOf = (ctx: Lowering, node: Cst): Owner => {
  const primary = primaryParameters(node);
  const fields = new Map(primary ? parameterTypes(ctx, primary) : []);
  const methods = new Map<string, number[]>();
  const results = new Map<string, string>();
  const statics = new Set<string>();
  for (const each of bodyIn(node)) {
    const isField = each.type === 'field_declaration';
    const names = (isField ? declaratorsIn(each) : [each]).flatMap((at) => childIn(at, 'name') ?? []);
    for (const name of names.map((at) => textIn(ctx, at))) {
      if (isStaticMember(ctx, each)) statics.add(name);
      if (isField || each.type === 'property_declaration') fields.set(name, textOf(ctx, fieldType(each)));
      if (each.type !== 'method_declaration') continue;
      const count =
        childIn(each, 'parameters')?.children.filter(({ type }) => type === 'parameter').length ?? 0;
      addTo(methods, name, count);
      results.set(name, textOf(ctx, childIn(each, 'returns')));
    }
  }
  const name = childIn(node, 'name');
  const bases = namedIn(tokenIn(node, 'base_list') ?? { children: [] });
  return {
    name: name ? textIn(ctx, name) : '',
    fields,
    methods,
    results,
    statics,
    extends: bases.some((base) => !/^I[A-Z]/.test(textIn(ctx, base))),
    around: ctx.scope.owner,
  };
};

const inFunction = (ctx: Lowering, list: Cst | undefined, isOfClass: boolean): Lowering =>
  ctx.inside({
    ...ctx.scope,
    locals: new Map(list ? parameterTypes(ctx, list) : []),
    isStatic: isOfClass,
    sent: new Set(),
    streams: new Map(),
  });

const methodOf = (ctx: Lowering, node: Cst): MethodParts => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  const scope = inFunction(ctx, list, isStaticMember(ctx, node));
  const parameters = list ? parametersOf(ctx, list, injectedClient(ctx, body)) : [];
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    parameters,
    body: (body ? undefined : declaredBody(ctx, node, name, parameters)) ?? functionBody(scope, body, node),
    isStatic: isStaticMember(ctx, node),
    span: node,
  };
};

/** What a constructor gets where no call of it is known. */
const injected = (ctx: Lowering, body: Cst | undefined): UnseenParameter => {
  const [client, options] = [injectedClient(ctx, body), injectedOptions(ctx)];
  return (...parameter) => client(...parameter) ?? options(...parameter);
};

const constructorParts = (ctx: Lowering, node: Cst): ConstructorParts => {
  const [list, body] = [childIn(node, 'parameters'), childIn(node, 'body')];
  const scope = inFunction(ctx, list, false);
  const first = tokenIn(node, 'constructor_initializer');
  const isOwn = first?.children.some(({ type }) => type === 'this') ?? false;
  const given = first ? argumentsIn(tokenIn(first, 'argument_list')).map((arg) => scope.expression(arg)) : [];
  const inherited =
    first && !isOwn ? [build.asStatement(build.call(build.superAt(first), given, first), first)] : [];
  const own = functionBody(scope, body, node);
  return {
    parameters: list ? parametersOf(ctx, list, injected(ctx, body)) : [],
    body: build.block([...inherited, ...own.statements], { start: own.pos, end: own.end }),
    delegates: isOwn ? given : undefined,
    span: node,
  };
};

const propertyOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] => {
  const [name, value] = [childIn(node, 'name'), childIn(node, 'value')];
  if (!name) return [];
  const scope = inFunction(ctx, undefined, isStaticMember(ctx, node));
  const type = childIn(node, 'type');
  const body = getterBody(node);
  const at = build.nameAt(textIn(ctx, name), name);
  if (body && !isStaticMember(ctx, node)) return [build.getter(at, functionBody(scope, body, node), node)];
  const [only] = body?.type === 'arrow_expression_clause' ? namedIn(body) : [];
  const initial = only ?? (value?.type === 'arrow_expression_clause' ? undefined : value);
  const typed = scope.expecting(textOf(ctx, type));
  const given = initial && typed.expression(initial);
  return [fieldOf(at, given, typeOfNode(ctx, type), isStaticMember(ctx, node), node)];
};

const fieldsOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] => {
  const type = fieldType(node);
  const scope = ctx.inside({ ...inFunction(ctx, undefined, isStaticMember(ctx, node)).scope });
  return declaratorsIn(node).flatMap((declarator) => {
    const [name, value] = [childIn(declarator, 'name'), valueIn(declarator)];
    if (!name) return [];
    const initial = value && scope.expecting(textOf(ctx, type)).expression(value);
    return [
      fieldOf(
        build.nameAt(textIn(ctx, name), name),
        initial,
        typeOfNode(ctx, type),
        isStaticMember(ctx, node),
        node,
      ),
    ];
  });
};

/** Class or first interface that a class is declared with: what is declared as either may be any of its objects. */
const baseOf = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [type] = namedIn(tokenIn(node, 'base_list') ?? { children: [] });
  const text = textOf(ctx, type);
  if (!type || !/^[A-Z]\w*$/.test(text)) return undefined;
  if (!ctx.outside.declared.has(text)) ctx.outside.free.add(text);
  return build.nameAt(text, type);
};

/** True where a class inherits fields: from a class. */
const inheritsFields = (base: ts.Expression | undefined): boolean =>
  base !== undefined && ts.isIdentifier(base) && !/^I[A-Z]/.test(base.text);

/** Lowers a class with its members; nested classes are lowered beside it, and are its static fields. */
export const classesOf = (outer: Lowering, node: Cst): readonly ts.Statement[] => {
  const owner = ownerOf(outer, node);
  const ctx = outer.inside({ locals: new Map(), owner, isStatic: true, sent: new Set(), streams: new Map() });
  const body = bodyIn(node);
  const of = (type: string): readonly Cst[] => body.filter((each) => each.type === type);
  const primary = primaryParameters(node);
  const made = of('constructor_declaration')
    .filter((each) => !isStaticMember(ctx, each))
    .map((each) => constructorParts(ctx, each));
  const inner = body.filter(isClass);
  const base = baseOf(ctx, node);
  const members = [
    ...of('field_declaration').flatMap((each) => fieldsOf(ctx, each)),
    ...of('property_declaration').flatMap((each) => propertyOf(ctx, each)),
    ...nestedFields(ctx, inner),
    ...(primary && made.length === 0
      ? [constructorOfFields(parametersOf(ctx, primary, injected(ctx, undefined)), primary)]
      : constructorOf(made)),
    ...clientConstructor(
      ctx,
      of('method_declaration').map((each) => ({ node: each, name: childIn(each, 'name') })),
    ),
    ...methodsOf(of('method_declaration').map((each) => methodOf(ctx, each))),
    ...documentReader(ctx, documentFields(ctx, body, primary), inheritsFields(base), node),
  ];
  const name = childIn(node, 'name') ?? build.nowhere(node.start);
  const atStart = of('constructor_declaration')
    .filter((each) => isStaticMember(ctx, each))
    .map((each) => functionBody(inFunction(ctx, undefined, true), childIn(each, 'body'), each));
  return [
    ...inner.flatMap((each) => classesOf(ctx, each)),
    build.classNamed(build.nameAt(owner.name, name), base, members, node),
    ...atStart,
  ];
};
