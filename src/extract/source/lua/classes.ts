import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow } from '../languages/tree-sitter.ts';
import { namesAndValues } from './facts.ts';
import { functionParts } from './functions.ts';
import { type Lowering, type TableClass, textIn } from './lowering.ts';
import { plainName } from './tables.ts';

type Members = readonly ts.ClassElement[];

/** Class and member that a statement of the file declares: `function Client:get()`, `Client.base = …`. */
const memberOf = (ctx: Lowering, node: Cst): { readonly owner: string; readonly name: Cst } | undefined => {
  const target =
    node.type === 'function_declaration'
      ? childIn(node, 'name')
      : node.type === 'assignment_statement' && namesAndValues(node).names.length === 1
        ? namesAndValues(node).names[0]
        : undefined;
  const [table, name] = target
    ? [childIn(target, 'table'), childIn(target, 'method') ?? childIn(target, 'field')]
    : [];
  if (!table || !name || target?.type === 'bracket_index_expression') return undefined;
  return ctx.facts.classes.has(textIn(ctx, table)) ? { owner: textIn(ctx, table), name } : undefined;
};

/** True for a member that instances have: a method, or a value that methods read of `self`. */
const isMember = (ctx: Lowering, node: Cst): boolean => {
  const found = memberOf(ctx, node);
  if (!found) return false;
  const name = textIn(ctx, found.name);
  if (node.type === 'function_declaration' || name === '__index') return true;
  const [value] = namesAndValues(node).values;
  return value?.type === 'function_definition' || ctx.facts.classes.get(found.owner)!.read.has(name);
};

/** True for a statement of the file that belongs to a class. */
export const isOfClass = (ctx: Lowering, node: Cst): boolean =>
  ctx.scope.isFile &&
  ([...ctx.facts.classes.values()].some(({ declaration }) => declaration === node) || isMember(ctx, node));

/** Variable that a constructor returns: `self` in `local self = setmetatable({}, Client)`. */
const instanceIn = (ctx: Lowering, node: Cst): { readonly name: string } | undefined => {
  const made = nodesBelow(node).find(
    (each) => each.type === 'function_call' && textIn(ctx, childIn(each, 'name') ?? each) === 'setmetatable',
  );
  if (!made) return undefined;
  const text = textIn(ctx, node);
  const written = textIn(ctx, made);
  const [given] = namedIn(childIn(made, 'arguments') ?? { children: [] });
  const name =
    given?.type === 'identifier'
      ? textIn(ctx, given)
      : nodesBelow(node).flatMap((each) => {
          const { names, values } =
            each.type === 'variable_declaration' ? namesAndValues(each) : { names: [], values: [] };
          return values[0] === made && names[0] ? [textIn(ctx, names[0])] : [];
        })[0];
  const isReturned = name !== undefined && new RegExp(String.raw`\breturn\s+${name}\b`).test(text);
  if (isReturned) return { name };
  return text.includes(`return ${written}`) ? { name: '' } : undefined;
};

/** `Client.new(a)`: calls the constructor. */
const factory = (
  owner: string,
  name: Cst,
  parameters: readonly ts.ParameterDeclaration[],
  node: Cst,
): ts.ClassElement => {
  const at = build.nowhere(node.start);
  const names = parameters.map((_, index) => build.nameAt(`argument ${index}`, at));
  const made = build.construct(build.nameAt(owner, at), names, at);
  return build.method(
    {
      name: build.nameAt(name.type, at),
      parameters: names.map((each) => build.parameter({ name: build.nameAt(each.text, at) }, at)),
      body: build.block([build.giveBack(made, at)], at),
    },
    at,
    true,
  );
};

/** The function that a statement makes a member. */
const functionIn = (node: Cst): Cst | undefined => {
  if (node.type === 'function_declaration') return node;
  const [value] = namesAndValues(node).values;
  return value?.type === 'function_definition' ? value : undefined;
};

/** True for the only function of a class that makes an instance: of several it is unknown which one did. */
const isConstructor = (ctx: Lowering, owner: string): boolean =>
  ctx.facts.statements.filter((node) => {
    const fn = memberOf(ctx, node)?.owner === owner ? functionIn(node) : undefined;
    return fn !== undefined && instanceIn(ctx, fn) !== undefined;
  }).length === 1;

const functionMember = (ctx: Lowering, owner: string, name: Cst, fn: Cst, node: Cst): Members => {
  const instance = instanceIn(ctx, fn);
  if (instance && isConstructor(ctx, owner)) {
    const { parameters, body } = functionParts(ctx, fn, { self: owner, instance: instance.name });
    return [
      build.constructorWith(parameters, body, node),
      factory(owner, { ...name, type: textIn(ctx, name) }, parameters, node),
    ];
  }
  const isMethod = ctx.facts.functions.get(`${owner}.${textIn(ctx, name)}`) !== 'function';
  const { self, instance: outer } = ctx.scope;
  const parts = functionParts(ctx, fn, isMethod ? { self: 'this' } : { self, instance: outer });
  return [build.method({ name: plainName(ctx, name), ...parts }, node, !isMethod)];
};

const membersOf = (ctx: Lowering, owner: string, node: Cst): Members => {
  const found = memberOf(ctx, node);
  if (found?.owner !== owner || !isMember(ctx, node) || textIn(ctx, found.name) === '__index') return [];
  const [value] = node.type === 'assignment_statement' ? namesAndValues(node).values : [];
  const fn = functionIn(node);
  if (fn) return functionMember(ctx, owner, found.name, fn, node);
  return value ? [build.field(plainName(ctx, found.name), ctx.expression(value), undefined, node)] : [];
};

/** Values in the table itself: those that methods read of `self` are fields, all others belong to the class. */
const ofTable = (
  ctx: Lowering,
  owner: string,
  { declaration, read }: TableClass,
): { readonly fields: Members; readonly others: readonly ts.Statement[] } => {
  const [table] = namesAndValues(declaration).values;
  const entries = table?.type === 'table_constructor' ? namedIn(table) : [];
  const named = entries.flatMap((entry) => {
    const [name, value] = [childIn(entry, 'name'), childIn(entry, 'value')];
    return name?.type === 'identifier' && value ? [{ entry, name, value }] : [];
  });
  const isField = ({ name }: { readonly name: Cst }): boolean => read.has(textIn(ctx, name));
  return {
    fields: named
      .filter(isField)
      .map(({ entry, name, value }) =>
        build.field(plainName(ctx, name), ctx.expression(value), undefined, entry),
      ),
    others: named
      .filter((each) => !isField(each))
      .map(({ entry, name, value }) => {
        const target = build.member(
          build.nameAt(owner, build.nowhere(entry.start)),
          plainName(ctx, name),
          name,
        );
        return build.asStatement(build.assignTo(target, ctx.expression(value), entry), entry);
      }),
  };
};

/** A table that is the metatable of its instances as a class, in place of its declaration. */
export const classOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] => {
  const found = [...ctx.facts.classes].find(([, { declaration }]) => declaration === node);
  if (!found) return [];
  const [name, made] = found;
  ctx.scope.declared.add(name);
  if (node.type === 'assignment_statement') ctx.facts.globals.add(name);
  const { fields, others } = ofTable(ctx, name, made);
  const members = ctx.facts.statements.flatMap((each) => membersOf(ctx, name, each));
  const base = made.base && ctx.expression(made.base);
  return [
    build.classNamed(build.nameAt(name, namesAndValues(node).names[0]!), base, [...fields, ...members], node),
    ...others,
  ];
};
