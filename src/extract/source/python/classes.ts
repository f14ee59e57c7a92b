import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Binding, functionParts } from './functions.ts';
import { functionScope, type Lowering, type Scope, textIn } from './lowering.ts';
import { typeOf } from './parameters.ts';

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

interface Field {
  readonly name: Cst;
  readonly value: Cst | undefined;
  readonly type: Cst | undefined;
  readonly node: Cst;
}

const fieldsIn = (body: Cst): readonly Field[] =>
  namedIn(body).flatMap((statement) =>
    statement.type === 'expression_statement'
      ? namedIn(statement).flatMap((node): readonly Field[] => {
          const name = node.type === 'assignment' ? childIn(node, 'left') : undefined;
          if (name?.type !== 'identifier') return [];
          return [{ name, value: childIn(node, 'right'), type: childIn(node, 'type'), node }];
        })
      : [],
  );

const fieldOf = (ctx: Lowering, { name, value, type, node }: Field): ts.ClassElement =>
  build.field(
    build.nameAt(textIn(ctx, name), name),
    value && ctx.expression(defaultIn(ctx, value)),
    typeOf(ctx, type),
    node,
  );

/** Default of a field: `field(default='…')`, `field(default_factory=lambda: {…})`, `Field('…')`; the value itself otherwise. */
const defaultIn = (ctx: Lowering, value: Cst): Cst => {
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  if (!callee || !/^(?:dataclasses\.|pydantic\.|attrs?\.)?(?:field|Field|ib)$/.test(textIn(ctx, callee)))
    return value;
  const given = namedIn(childIn(value, 'arguments') ?? value);
  const named = given.find(
    (each) => each.type === 'keyword_argument' && textIn(ctx, childIn(each, 'name') ?? each) === 'default',
  );
  const factory = given.find(
    (each) =>
      each.type === 'keyword_argument' && textIn(ctx, childIn(each, 'name') ?? each) === 'default_factory',
  );
  const made = factory && childIn(factory, 'value');
  if (made?.type === 'lambda' && !childIn(made, 'parameters')) return childIn(made, 'body') ?? value;
  const [first] = given;
  const plain = first && first.type !== 'keyword_argument' ? first : undefined;
  return (named && childIn(named, 'value')) ?? plain ?? value;
};

/** True for a class whose constructor takes its fields: `@dataclass`, `BaseModel`, `NamedTuple`. */
const takesFields = (decorators: readonly string[], base: string): boolean =>
  decorators.some((name) => /(?:^|\.)(?:dataclass|define|attrs|s|frozen)$/.test(name)) ||
  /(?:^|\.)(?:BaseModel|BaseSettings|NamedTuple)$/.test(base);

/** Constructor generated from the fields: each is a parameter with its default. */
const constructorOfFields = (ctx: Lowering, fields: readonly Field[], node: Cst): ts.ClassElement => {
  const typed = fields.filter(({ type }) => type !== undefined);
  const parameters = typed.map(({ name, value, type, node: at }) =>
    build.parameter(
      {
        name: build.nameAt(textIn(ctx, name), name),
        initial: value && ctx.expression(defaultIn(ctx, value)),
        type: typeOf(ctx, type),
      },
      at,
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

const membersOf = (ctx: Lowering, body: Cst): readonly ts.ClassElement[] =>
  namedIn(body).flatMap((node): readonly ts.ClassElement[] => {
    if (node.type === 'function_definition') return [methodOf(ctx, node, [])];
    if (node.type !== 'decorated_definition') return [];
    const inner = childIn(node, 'definition');
    const decorators = node.children.filter(({ type }) => type === 'decorator');
    return inner?.type === 'function_definition' ? [methodOf(ctx, inner, decorators)] : [];
  });

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
  const fields = body ? fieldsIn(body) : [];
  const within = ctx.inside(
    classScope(
      ctx.scope,
      fields.map((each) => textIn(ctx, each.name)),
    ),
  );
  const members = body ? membersOf(within, body) : [];
  const isMade =
    takesFields(decoratorsOf(ctx, decorators), base ? textIn(ctx, base) : '') &&
    !members.some(({ name: at }) => at === undefined);
  return build.classNamed(
    build.nameAt(name ? textIn(ctx, name) : '', name ?? build.nowhere(node.start)),
    base && ctx.expression(base),
    [
      ...(isMade
        ? [constructorOfFields(ctx.inside(functionScope(ctx.scope, [])), fields, body!)]
        : fields.map((each) => fieldOf(within, each))),
      ...members,
    ],
    node,
  );
};
