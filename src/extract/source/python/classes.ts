import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import {
  type BodyStatement,
  type ClassField,
  fieldsByName,
  declaredFields,
  statementsOfBody,
  fieldValue,
} from './class-fields.ts';
import { type Binding, functionParts } from './functions.ts';
import { functionScope, type Lowering, type Scope, textIn } from './lowering.ts';
import { typeOf } from './parameters.ts';
import { inheritedVerbs } from './session-verbs.ts';

const decoratorsOf = (ctx: Lowering, nodes: readonly Cst[]): readonly string[] =>
  nodes.map((node) => textIn(ctx, node).replace(/^@\s*/, '').replace(/\(.*$/s, ''));

const bindingOf = (decorators: readonly string[]): Binding => {
  if (decorators.includes('staticmethod')) return 'none';
  return decorators.includes('classmethod') ? 'class' : 'object';
};

const methodOf = (ctx: Lowering, node: Cst, written: readonly Cst[]): ts.ClassElement => {
  const decorators = decoratorsOf(ctx, written);
  const binding = bindingOf(decorators);
  const parts = functionParts(ctx, node, binding, written);
  if (parts.name.text === '__init__') return build.constructorWith(parts.parameters, parts.body, node);
  const isGetter = decorators.some((name) => /(?:^|\.)(?:cached_)?property$/.test(name));
  return isGetter
    ? build.getter(parts.name, parts.body, node)
    : build.method(parts, node, binding !== 'object');
};

const initialOf = (ctx: Lowering, field: ClassField): ts.Expression | undefined =>
  fieldValue(field, (value) => defaultIn(ctx, value));

const fieldOf = (ctx: Lowering, field: ClassField): ts.ClassElement =>
  build.field(
    build.nameAt(textIn(ctx, field.name), field.name),
    initialOf(ctx, field),
    typeOf(ctx, field.type),
    field.node,
  );

/** Argument of a call by its name. */
const namedArgument = (ctx: Lowering, call: Cst, name: string): Cst | undefined => {
  const found = namedIn(childIn(call, 'arguments') ?? call).find(
    (each) => each.type === 'keyword_argument' && textIn(ctx, childIn(each, 'name') ?? each) === name,
  );
  return found && childIn(found, 'value');
};

/** What a factory makes: `lambda: {…}`, `dict`, `list`, a class or a function. */
const madeBy = (ctx: Lowering, factory: Cst): ts.Expression | undefined => {
  if (factory.type === 'lambda') {
    const body = childIn(factory, 'parameters') ? undefined : childIn(factory, 'body');
    return body && ctx.expression(body);
  }
  const name = textIn(ctx, factory);
  if (name === 'dict') return build.object([], factory);
  if (name === 'list') return build.array([], factory);
  const make = /(?:^|\.)_*[A-Z]\w*$/.test(name) ? build.construct : build.call;
  return make(ctx.expression(factory), [], factory);
};

/** Default of a field: `field(default='…')`, `field(default_factory=lambda: {…})`, `Field('…')`; the value itself otherwise. */
const defaultIn = (ctx: Lowering, value: Cst): ts.Expression => {
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  if (!callee || !/^(?:dataclasses\.|pydantic\.|attrs?\.)?(?:field|Field|ib)$/.test(textIn(ctx, callee)))
    return ctx.expression(value);
  const factory = namedArgument(ctx, value, 'default_factory') ?? namedArgument(ctx, value, 'factory');
  const made = factory && madeBy(ctx, factory);
  if (made) return made;
  const [first] = namedIn(childIn(value, 'arguments') ?? value);
  const plain = first && first.type !== 'keyword_argument' ? first : undefined;
  return ctx.expression(namedArgument(ctx, value, 'default') ?? plain ?? value);
};

/** True for a class whose constructor takes its fields: `@dataclass`, `BaseModel`, `NamedTuple`. */
const takesFields = (decorators: readonly string[], base: string): boolean =>
  decorators.some((name) => /(?:^|\.)(?:dataclass|define|attrs|s|frozen)$/.test(name)) ||
  /(?:^|\.)(?:BaseModel|BaseSettings|NamedTuple)$/.test(base);

/** True for a field that the generated constructor takes: `x: str`, but not `x: ClassVar[str]`. */
const isTaken = (ctx: Lowering, { type }: ClassField): boolean =>
  type !== undefined && !/^(?:typing\.)?ClassVar\b/.test(textIn(ctx, type));

/** Constructor generated from the fields: each is a parameter with its default. */
const constructorOfFields = (ctx: Lowering, typed: readonly ClassField[], node: Cst): ts.ClassElement => {
  const parameters = typed.map((field) =>
    build.parameter(
      {
        name: build.nameAt(textIn(ctx, field.name), field.name),
        initial: initialOf(ctx, field),
        type: typeOf(ctx, field.type),
      },
      field.node,
    ),
  );
  const here = build.nowhere(node.end);
  const sets = typed.map(({ name }) => {
    const text = textIn(ctx, name);
    return build.asStatement(
      build.assignTo(
        build.member(build.thisAt(here), build.nameAt(text, here), here),
        build.nameAt(text, here),
        here,
      ),
      here,
    );
  });
  return build.constructorWith(parameters, build.block(sets, here), here);
};

/** True for a class whose fields are its only objects: `class Endpoint(Enum)`. A `str` as well is its text. */
const isEnumeration = (base: string): boolean => /^(?:enum\.)?Enum$/.test(base);

const isMember = (ctx: Lowering, { name, type }: ClassField): boolean =>
  type === undefined && !textIn(ctx, name).startsWith('_');

/** Constructor of an enumeration without one, which keeps the value of each member. */
const constructorOfMembers = (at: number): ts.ClassElement => {
  const here = build.nowhere(at);
  const name = build.nameAt('value', here);
  const kept = build.assignTo(build.member(build.thisAt(here), name, here), name, here);
  return build.constructorWith(
    [build.parameter({ name }, here)],
    build.block([build.asStatement(kept, here)], here),
    here,
  );
};

/** Member of an enumeration: the object that its class makes of the value, or of several values in a tuple. */
const memberOf = (ctx: Lowering, field: ClassField, name: string, takesTuple: boolean): ts.ClassElement => {
  const value = initialOf(ctx, field);
  const parts =
    takesTuple && value && ts.isArrayLiteralExpression(value) ? value.elements : value ? [value] : [];
  const made = build.construct(build.nameAt(name, build.nowhere(field.node.start)), parts, field.node);
  return build.field(build.nameAt(textIn(ctx, field.name), field.name), made, undefined, field.node);
};

/** Class in the body of another: a field of it. */
const innerClass = (ctx: Lowering, node: Cst, decorators: readonly Cst[]): ts.ClassElement => {
  const inner = classOf(ctx, node, decorators);
  const name = build.nameAt(inner.name?.text ?? '', build.nowhere(node.start));
  return build.field(name, build.classValue(inner), undefined, node);
};

const membersOf = (ctx: Lowering, { node }: BodyStatement): readonly ts.ClassElement[] => {
  const inner = node.type === 'decorated_definition' ? childIn(node, 'definition') : node;
  const decorators = node.children.filter(({ type }) => type === 'decorator');
  if (inner?.type === 'function_definition') return [methodOf(ctx, inner, decorators)];
  return inner?.type === 'class_definition' ? [innerClass(ctx, inner, decorators)] : [];
};

/** Statements of the body that declare no member, which run when the class is declared. */
const otherStatements = (
  ctx: Lowering,
  body: Cst,
  all: readonly BodyStatement[],
): readonly ts.ClassElement[] => {
  const lowered = all
    .filter((each) => !each.node.type.endsWith('definition') && declaredFields(each).length === 0)
    .flatMap(({ node, perhaps }) => {
      const statements = ctx.statements({ ...body, children: [node] });
      if (!perhaps || statements.length === 0) return statements;
      return [
        build.either(build.opaque(build.nowhere(node.start)), build.block(statements, node), undefined, node),
      ];
    });
  return lowered.length > 0 ? [build.staticBlock(build.block(lowered, body), build.nowhere(body.end))] : [];
};

const classScope = ({ classes }: Scope, fields: readonly string[]): Scope => ({
  kind: 'class',
  declared: new Set(fields),
  outer: new Set(),
  self: undefined,
  classes,
});

const nothing: Pick<Cst, 'children'> = { children: [] };

/** Lowers `class A(B): …` with its fields, methods and constructor. */
export const classOf = (ctx: Lowering, node: Cst, decorators: readonly Cst[]): ts.ClassDeclaration => {
  const [name, body] = [childIn(node, 'name'), childIn(node, 'body')];
  const base = namedIn(childIn(node, 'superclasses') ?? nothing).find(
    ({ type, field: role }) => role === undefined && (type === 'identifier' || type === 'attribute'),
  );
  const all = body ? statementsOfBody(body) : [];
  const fields = fieldsByName(ctx, all.flatMap(declaredFields));
  const within = ctx.inside(
    classScope(
      ctx.scope,
      fields.map((each) => textIn(ctx, each.name)),
    ),
  );
  const members = all.flatMap((each) => membersOf(within, each));
  const hasConstructor = members.some(({ name: at }) => at === undefined);
  const isListed = name !== undefined && isEnumeration(base ? textIn(ctx, base) : '');
  const isMade = takesFields(decoratorsOf(ctx, decorators), base ? textIn(ctx, base) : '') && !hasConstructor;
  const taken = fields.filter((each) => isMade && isTaken(ctx, each));
  return build.classNamed(
    build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    base && ctx.expression(base),
    [
      ...(isMade ? [constructorOfFields(ctx.inside(functionScope(ctx.scope, [])), taken, body ?? node)] : []),
      ...(isListed && !hasConstructor ? [constructorOfMembers(node.end)] : []),
      ...fields
        .filter((each) => !taken.includes(each))
        .map((each) =>
          isListed && isMember(within, each)
            ? memberOf(within, each, textIn(ctx, name), hasConstructor)
            : fieldOf(within, each),
        ),
      ...members,
      ...inheritedVerbs(within, base ? textIn(ctx, base) : '', members, node.end),
      ...(body ? otherStatements(within, body, all) : []),
    ],
    node,
  );
};
