import { addTo } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { annotatedAddresses } from '../managed/annotations.ts';
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
import { type DocumentField, documentReader } from '../managed/documents.ts';
import { type Lowering, type Owner, plainType, textIn, nestedScope } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { parametersOf, parameterTypes, typeOfNode } from './parameters.ts';
import { valueOfSetting } from './settings.ts';
import { statementsIn } from './statements.ts';

const modifiersOf = (ctx: Lowering, node: Cst): string => {
  const modifiers = node.children.find(({ type }) => type === 'modifiers');
  return modifiers ? textIn(ctx, modifiers) : '';
};

const isStatic = (ctx: Lowering, node: Cst): boolean =>
  node.type === 'constant_declaration' || /\bstatic\b/.test(modifiersOf(ctx, node));

const FIELD = /^(?:field|constant)_declaration$/;

const declaratorsIn = (node: Cst): readonly Cst[] =>
  node.children.filter(({ type }) => type === 'variable_declarator');

/** Declarations in the body of a class; those of an enumeration are one level deeper. */
const bodyIn = (node: Cst): readonly Cst[] =>
  namedIn(childIn(node, 'body') ?? { children: [] }).flatMap((child) =>
    child.type === 'enum_body_declarations' ? namedIn(child) : [child],
  );

const recordFields = (ctx: Lowering, node: Cst): readonly (readonly [string, string])[] => {
  const list = node.type === 'record_declaration' ? childIn(node, 'parameters') : undefined;
  return list ? parameterTypes(ctx, list) : [];
};

const CLASS = /^(?:class|interface|enum|record|annotation_type)_declaration$/;

/** Members that a class declares. */
const ownerOf = (ctx: Lowering, node: Cst): Owner => {
  const name = childIn(node, 'name');
  const fields = new Map(recordFields(ctx, node));
  const methods = new Map<string, number[]>();
  const results = new Map<string, string>();
  const statics = new Set<string>();
  for (const each of bodyIn(node)) {
    const type = childIn(each, 'type');
    const names = FIELD.test(each.type) ? declaratorsIn(each) : [each];
    for (const at of names) {
      const named = childIn(at, 'name');
      const text = named ? textIn(ctx, named) : '';
      if (isStatic(ctx, each) || each.type === 'enum_constant') statics.add(text);
      if (FIELD.test(each.type)) fields.set(text, type ? plainType(textIn(ctx, type)) : '');
      if (each.type === 'enum_constant') fields.set(text, '');
      if (each.type !== 'method_declaration') continue;
      const count = namedIn(childIn(each, 'parameters') ?? { children: [] }).length;
      addTo(methods, text, count);
      if (type) results.set(text, plainType(textIn(ctx, type)));
    }
  }
  return {
    name: name ? textIn(ctx, name) : '',
    fields,
    methods,
    results,
    statics,
    extends: node.children.some(({ field, type }) => field === 'superclass' || type === 'superclass'),
    around: ctx.scope.owner,
  };
};

const inFunction = (ctx: Lowering, list: Cst | undefined, isOfClass: boolean): Lowering => {
  const known = list ? parameterTypes(ctx, list) : [];
  return ctx.inside({
    ...ctx.scope,
    locals: new Map(known),
    isStatic: isOfClass,
    sent: new Set(),
    streams: new Map(),
  });
};

const methodOf = (ctx: Lowering, node: Cst): MethodParts => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  const scope = inFunction(ctx, list, isStatic(ctx, node));
  const parameters = list ? parametersOf(ctx, list) : [];
  return {
    name: build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    parameters,
    body:
      (body ? undefined : declaredBody(ctx, node, name, parameters)) ??
      build.block(body ? statementsIn(scope, body) : [], body ?? build.nowhere(node.end)),
    isStatic: isStatic(ctx, node),
    span: node,
  };
};

const constructorParts = (ctx: Lowering, node: Cst): ConstructorParts => {
  const [list, body] = [childIn(node, 'parameters'), childIn(node, 'body')];
  const scope = inFunction(ctx, list, false);
  const first = body && namedIn(body).find(({ type }) => type === 'explicit_constructor_invocation');
  const isOwn = first && childIn(first, 'constructor')?.type === 'this';
  const args = first ? namedIn(childIn(first, 'arguments') ?? { children: [] }) : [];
  const given = args.map((arg) => scope.expression(arg));
  const inherited =
    first && !isOwn ? [build.asStatement(build.call(build.superAt(first), given, first), first)] : [];
  return {
    parameters: list ? parametersOf(ctx, list) : [],
    body: build.block(
      [...inherited, ...(body ? statementsIn(scope, body) : [])],
      body ?? build.nowhere(node.end),
    ),
    delegates: isOwn ? given : undefined,
    span: node,
  };
};

const fieldsOf = (ctx: Lowering, node: Cst): readonly ts.ClassElement[] => {
  const type = childIn(node, 'type');
  const scope = ctx.inside({
    ...ctx.scope,
    locals: new Map(),
    isStatic: isStatic(ctx, node),
    sent: new Set(),
    streams: new Map(),
  });
  return declaratorsIn(node).flatMap((declarator) => {
    const [name, value] = [childIn(declarator, 'name'), childIn(declarator, 'value')];
    if (!name) return [];
    const initial = value ? scope.expression(value) : valueOfSetting(ctx, node);
    const typed = typeOfNode(ctx, type);
    return [fieldOf(build.nameAt(textIn(ctx, name), name), initial, typed, isStatic(ctx, node), node)];
  });
};

/** `PROD("https://…")`: an object of its enumeration. */
const constantField = (ctx: Lowering, node: Cst, owner: string): ts.ClassElement => {
  const name = childIn(node, 'name')!;
  const args = namedIn(childIn(node, 'arguments') ?? { children: [] }).map((arg) => ctx.expression(arg));
  const made = build.construct(build.nameAt(owner, build.nowhere(node.start)), args, node);
  return fieldOf(build.nameAt(textIn(ctx, name), name), made, undefined, true, node);
};

const nothing: Pick<Cst, 'children'> = { children: [] };

const baseOf = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [type] = namedIn(childIn(node, 'superclass') ?? nothing);
  const text = type ? plainType(textIn(ctx, type)) : '';
  if (!type || !/^[A-Z]\w*$/.test(text)) return undefined;
  if (!ctx.outside.declared.has(text) && !ctx.outside.named.has(text)) ctx.outside.free.add(text);
  return build.nameAt(text, type);
};

const ANNOTATION =
  /@(?:JsonProperty|SerializedName|Json|JsonbProperty)\s*\(\s*(?:(?:value|name)\s*=\s*)?"(\w+)"/;

const documentField = (ctx: Lowering, node: Cst, name: Cst, type: string): DocumentField => {
  const said = ANNOTATION.exec(textIn(ctx, node).slice(0, name.start - node.start));
  const own = textIn(ctx, name);
  if (!said) return { name: own, type, wire: own, span: name };
  const start = node.start + said.index + said[0].length - 1 - said[1]!.length;
  return { name: own, type, wire: said[1]!, span: { start, end: start + said[1]!.length } };
};

/** Document fields of a class: named by annotations, or as the fields. */
const documentFields = (
  ctx: Lowering,
  body: readonly Cst[],
  records: Cst | undefined,
): readonly DocumentField[] => [
  ...namedIn(records ?? nothing).flatMap((node) => {
    const [name, type] = [childIn(node, 'name'), childIn(node, 'type')];
    return name ? [documentField(ctx, node, name, type ? textIn(ctx, type) : '')] : [];
  }),
  ...body
    .filter((node) => node.type === 'field_declaration' && !isStatic(ctx, node))
    .flatMap((node) =>
      declaratorsIn(node).flatMap((declarator) => {
        const [name, type] = [childIn(declarator, 'name'), childIn(node, 'type')];
        return name ? [documentField(ctx, node, name, type ? textIn(ctx, type) : '')] : [];
      }),
    ),
];

/** Lowers a class with its members; nested classes are lowered beside it, and are its static fields. */
export const classesOf = (outer: Lowering, node: Cst): readonly ts.Statement[] => {
  const owner = ownerOf(outer, node);
  const ctx = outer.inside({ locals: new Map(), owner, isStatic: true, sent: new Set(), streams: new Map() });
  const body = bodyIn(node);
  const of = (type: string): readonly Cst[] => body.filter((each) => each.type === type);
  const name = childIn(node, 'name');
  const records = node.type === 'record_declaration' ? childIn(node, 'parameters') : undefined;
  const made = of('constructor_declaration').map((each) => constructorParts(ctx, each));
  const inner = body.filter(({ type }) => CLASS.test(type));
  const base = baseOf(ctx, node);
  const members = [
    ...of('enum_constant').map((each) => constantField(ctx, each, owner.name)),
    ...body.filter(({ type }) => FIELD.test(type)).flatMap((each) => fieldsOf(ctx, each)),
    ...nestedFields(ctx, inner),
    ...(records && made.length === 0
      ? [constructorOfFields(parametersOf(ctx, records), records)]
      : constructorOf(made)),
    ...clientConstructor(
      ctx,
      of('method_declaration').map((each) => ({ node: each, name: childIn(each, 'name') })),
    ),
    ...methodsOf(of('method_declaration').map((each) => methodOf(ctx, each))),
    ...documentReader(ctx, documentFields(ctx, body, records), base !== undefined, node),
  ];
  const blocks = [...of('static_initializer'), ...of('block')].flatMap((each) =>
    statementsIn(nestedScope(ctx), each),
  );
  return [
    ...inner.flatMap((each) => classesOf(ctx, each)),
    build.classNamed(build.nameAt(owner.name, name ?? build.nowhere(node.start)), base, members, node),
    ...blocks,
    ...annotatedAddresses(ctx, node),
  ];
};

/** True for a type declaration. */
export const isClass = ({ type }: Cst): boolean => CLASS.test(type);
