import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { standardMember } from './calls.ts';
import { namesAndValues } from './facts.ts';
import { type Lowering, textIn } from './lowering.ts';
import { plainName } from './tables.ts';

const given = (ctx: Lowering, node: Cst): Cst | undefined =>
  node.type === 'function_call' && textIn(ctx, childIn(node, 'name') ?? node) === 'setmetatable'
    ? namedIn(childIn(node, 'arguments') ?? { children: [] })[0]
    : undefined;

/** Members that a constructor gives its instance with a table: `setmetatable({ base = url }, Client)`. */
const membersSet = (ctx: Lowering, value: Cst, node: Cst): readonly ts.Statement[] => {
  const here = build.nowhere(node.start);
  if (value.type === 'table_constructor')
    return namedIn(value).map((entry) => {
      const [name, member] = [childIn(entry, 'name'), childIn(entry, 'value')];
      const isNamed = name?.type === 'identifier' && entry.children[0] === name;
      if (!isNamed || !member) return build.asStatement(build.opaque(entry), entry);
      const target = build.member(build.thisAt(here), plainName(ctx, name), name);
      return build.asStatement(build.assignTo(target, ctx.expression(member), entry), entry);
    });
  // `o = o or {}`: the members of the argument.
  const [first] = value.type === 'binary_expression' ? namedIn(value) : [value];
  const source = first?.type === 'identifier' ? build.nameAt(textIn(ctx, first), first) : build.opaque(value);
  const set = build.call(standardMember('Object', 'assign', node), [build.thisAt(here), source], node);
  return [build.asStatement(set, node)];
};

/** Statements of a constructor that make its instance; `undefined` for all others. */
export const instanceMade = (ctx: Lowering, node: Cst): readonly ts.Statement[] | undefined => {
  const { instance } = ctx.scope;
  if (instance === undefined) return undefined;
  if (/^(?:variable_declaration|assignment_statement)$/.test(node.type)) {
    const { names, values } = namesAndValues(node);
    const [name, value] = [names[0], values[0]];
    if (names.length !== 1 || !value || !name || textIn(ctx, name) !== instance) return undefined;
    return membersSet(ctx, given(ctx, value) ?? value, node);
  }
  const returned = node.type === 'return_statement' ? namedIn(namedIn(node)[0] ?? { children: [] })[0] : node;
  const table = returned && given(ctx, returned);
  if (table) return textIn(ctx, table) === instance ? [] : membersSet(ctx, table, node);
  return node !== returned && returned && textIn(ctx, returned) === instance ? [] : undefined;
};
