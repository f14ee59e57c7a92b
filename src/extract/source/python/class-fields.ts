import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Value that a statement gives to a field: a whole expression, or an item of a list. */
interface Given {
  readonly value: Cst;
  readonly item?: number;
}

/** Field that the body of a class declares, with every value that its statements give it. */
export interface ClassField {
  readonly name: Cst;
  readonly type: Cst | undefined;
  readonly node: Cst;
  readonly given: readonly Given[];
}

/** Statement of the body of a class; `perhaps` where it may not run. */
export interface BodyStatement {
  readonly node: Cst;
  readonly perhaps: boolean;
}

const BRANCHES = /^(?:if_statement|try_statement|with_statement|elif_clause|else_clause|except_clause)$/;
const BRANCHES_TOO = /^(?:except_group_clause|finally_clause|match_statement|case_clause)$/;

const isBranching = ({ type }: Cst): boolean => BRANCHES.test(type) || BRANCHES_TOO.test(type);

/** Statements of the body of a class, those in its branches included. */
export const statementsOfBody = (body: Cst, perhaps = false): readonly BodyStatement[] =>
  namedIn(body).flatMap((node): readonly BodyStatement[] => {
    if (node.type === 'block') return statementsOfBody(node, perhaps);
    if (!isBranching(node)) return [{ node, perhaps }];
    const isCertain = node.type === 'with_statement' || node.type === 'finally_clause';
    return statementsOfBody(node, perhaps || !isCertain);
  });

const isNames = ({ type }: Cst): boolean => /^(?:pattern_list|tuple_pattern|list_pattern)$/.test(type);

const isItems = ({ type }: Cst): boolean => /^(?:expression_list|tuple|list)$/.test(type);

/** Fields of `x = value`, `x: str = value`, `x = y = value` and `x, y = value, other`. */
const fieldsOf = (node: Cst): readonly ClassField[] => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type !== 'assignment' || !left) return [];
  const chained = right?.type === 'assignment' ? fieldsOf(right) : [];
  const value = chained[0] ? chained[0].given[0]?.value : right;
  if (left.type === 'identifier') {
    const own = { name: left, type: childIn(node, 'type'), node, given: value ? [{ value }] : [] };
    return [...chained, own];
  }
  if (!isNames(left) || !value) return chained;
  const items = isItems(value) ? namedIn(value) : [];
  const names = namedIn(left);
  return names.flatMap((name, item): readonly ClassField[] => {
    if (name.type !== 'identifier') return [];
    const one = items.length === names.length ? { value: items[item]! } : { value, item };
    return [{ name, type: undefined, node, given: [one] }];
  });
};

/** Fields that a statement of the body of a class declares. */
export const declaredFields = ({ node }: BodyStatement): readonly ClassField[] =>
  node.type === 'expression_statement' ? namedIn(node).flatMap(fieldsOf) : [];

/** Fields by name, in order: one that several statements set has all of their values. */
export const fieldsByName = (ctx: Lowering, all: readonly ClassField[]): readonly ClassField[] => {
  const found = new Map<string, ClassField>();
  for (const field of all) {
    const name = textIn(ctx, field.name);
    const known = found.get(name);
    found.set(name, known ? { ...known, given: [...known.given, ...field.given] } : field);
  }
  return [...found.values()];
};

/** Value of a field: one of those that it is given. */
export const fieldValue = (
  { given, node }: ClassField,
  lower: (value: Cst) => ts.Expression,
): ts.Expression | undefined => {
  const values = given.map(({ value, item }) => {
    const whole = lower(value);
    if (item === undefined) return whole;
    return build.element(whole, build.numberAt(String(item), build.nowhere(value.end)), value);
  });
  const [first, ...others] = values;
  return others.reduce<ts.Expression | undefined>(
    (one, other) => one && build.conditional(build.opaque(build.nowhere(node.start)), one, other, node),
    first,
  );
};
