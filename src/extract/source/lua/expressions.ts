import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { callExpression, standardMember } from './calls.ts';
import { functionValue } from './functions.ts';
import { type Lowering, textIn } from './lowering.ts';
import { stringLiteral } from './strings.ts';
import { indexOf, plainName, table } from './tables.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, sole, byType } = expressionRules<Lowering>();

/** What `self` is: an instance, a table, or unknown. */
const selfAt = ({ scope }: Lowering, node: Cst): ts.Expression => {
  if (scope.self === undefined) return build.opaque(node);
  return scope.self === 'this' ? build.thisAt(node) : build.nameAt(scope.self, node);
};

const identifier: Rule = (ctx, node) => {
  const name = textIn(ctx, node);
  if (name === ctx.scope.instance) return build.thisAt(node);
  return name === 'self' ? selfAt(ctx, node) : build.nameAt(name, node);
};

const isJson = (ctx: Lowering, node: Cst): boolean => {
  const written = textIn(ctx, node);
  return (
    ctx.facts.json.has(written) || /^require[\s(]*["'](?:cjson|dkjson|json)(?:\.safe)?["']\)?$/.test(written)
  );
};

/** `x.name`; `json.decode` of a library is that of the common syntax tree. */
const dotted: Rule = (ctx, node) => {
  const [owner, field] = [childIn(node, 'table'), childIn(node, 'field')];
  if (!owner || !field) return unseen(ctx, node);
  const name = textIn(ctx, field);
  if (/^(?:decode|encode)$/.test(name) && isJson(ctx, owner))
    return standardMember('JSON', name === 'decode' ? 'parse' : 'stringify', node);
  if (textIn(ctx, owner) === '_G') return build.nameAt(name, node);
  return build.member(ctx.expression(owner), plainName(ctx, field), node);
};

const subscript: Rule = (ctx, node) => {
  const [owner, index] = [childIn(node, 'table'), childIn(node, 'field')];
  return owner && index ? build.element(ctx.expression(owner), indexOf(ctx, index), node) : unseen(ctx, node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  '..': operators.PLUS,
  or: operators.OR,
  and: operators.AND,
  '==': operators.EQUALS,
  '~=': operators.DIFFERS,
};

const operation: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type ?? '';
  const kind: ts.BinaryOperator | undefined = BINARY[operator] ?? operators.CALCULATES[operator];
  if (kind === undefined || operator === '^' || operator === '<<') return unseen(ctx, node);
  return build.binary(part(ctx, node, 'left'), kind, part(ctx, node, 'right'), node);
};

const grouped: Rule = (ctx, node) => {
  const [only, ...others] = inner(ctx, node);
  return only && others.length === 0 ? build.parenthesized(only, node) : unseen(ctx, node);
};

const RULES: Readonly<Record<string, Rule>> = {
  identifier,
  nil: (_ctx, node) => build.nullAt(node),
  true: (_ctx, node) => build.booleanAt(true, node),
  false: (_ctx, node) => build.booleanAt(false, node),
  number: (ctx, node) =>
    /^[\d.]+$/.test(textIn(ctx, node)) ? build.numberAt(textIn(ctx, node), node) : build.opaque(node),
  string: stringLiteral,
  table_constructor: (ctx, node) => table(ctx, node),
  function_definition: (ctx, node) => functionValue(ctx, node),
  function_call: callExpression,
  dot_index_expression: dotted,
  bracket_index_expression: subscript,
  binary_expression: operation,
  unary_expression: (ctx, node) =>
    childIn(node, 'operator')?.type === 'not'
      ? build.not(part(ctx, node, 'operand'), node)
      : unseen(ctx, node),
  parenthesized_expression: grouped,
  vararg_expression: (_ctx, node) => build.opaque(node),
  expression_list: sole,
  method_index_expression: (ctx, node) => {
    const [owner, method] = namedIn(node);
    return owner && method
      ? build.member(ctx.expression(owner), plainName(ctx, method), node)
      : build.opaque(node);
  },
};

/** Lowers an expression of Lua to the common syntax tree. */
export const expressionOf = byType(RULES);
