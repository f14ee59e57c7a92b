import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn } from '../languages/tree-sitter.ts';
import { callExpression } from './calls.ts';
import { functionParts } from './functions.ts';
import { composite, madeOf } from './literals.ts';
import { type Lowering, packageOf, textIn } from './lowering.ts';
import { memberName } from './members.ts';
import { interpreted, rawLiteral } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, first, byType } = expressionRules<Lowering>();

/** `_` discards a value. */
const name: Rule = (ctx, node) => {
  const text = textIn(ctx, node);
  return text === ctx.scope.self ? build.thisAt(node) : build.nameAt(text, node);
};

/** `http.MethodGet` is `GET`. */
const selector: Rule = (ctx, node) => {
  const [owner, field] = [childIn(node, 'operand'), childIn(node, 'field')];
  if (!owner || !field) return unseen(ctx, node);
  const text = textIn(ctx, field);
  const path = packageOf(ctx, owner);
  if (path !== undefined) {
    const method = path === 'net/http' ? /^Method([A-Z][a-z]+)$/.exec(text)?.[1] : undefined;
    if (method !== undefined) return build.textAt(method.toUpperCase(), node);
    return build.member(build.nameAt(textIn(ctx, owner), owner), build.nameAt(text, field), node);
  }
  return build.member(ctx.expression(owner), build.nameAt(memberName(text), field), node);
};

/** `a + b`, `a == b`, `a && b`. */
const operation: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type ?? '';
  const [left, right] = [part(ctx, node, 'left'), part(ctx, node, 'right')];
  const kind = BINARY[operator] ?? operators.CALCULATES[operator];
  return kind === undefined ? build.opaque(node, [left, right]) : build.binary(left, kind, right, node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  '+': operators.PLUS,
  '==': operators.EQUALS,
  '!=': operators.DIFFERS,
  '&&': operators.AND,
  '||': operators.OR,
};

/** Pointers are equivalent to what they point to; values received from a channel are unknown. */
const unary: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type ?? '';
  const operand = part(ctx, node, 'operand');
  if (operator === '&' || operator === '*') return operand;
  return operator === '!' ? build.not(operand, node) : build.opaque(node, [operand]);
};

const index: Rule = (ctx, node) => build.element(part(ctx, node, 'operand'), part(ctx, node, 'index'), node);

const lambda: Rule = (ctx, node) => {
  const { parameters, body } = functionParts(ctx, node, undefined);
  return build.arrow(parameters, body, node);
};

const number: Rule = (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node);

/** `[]byte(text)` is the text; `get[Cluster](path)`, which the grammar parses alike, is a call. */
const converted: Rule = (ctx, node) => {
  const type = childIn(node, 'type');
  const named = type?.type === 'generic_type' ? childIn(type, 'type') : undefined;
  const operand = part(ctx, node, 'operand');
  if (!named || ctx.types.has(textIn(ctx, named))) return operand;
  const [owner, name] = [childIn(named, 'package'), childIn(named, 'name')];
  const callee =
    owner && name
      ? build.member(build.nameAt(textIn(ctx, owner), owner), build.nameAt(textIn(ctx, name), name), named)
      : build.nameAt(textIn(ctx, named), named);
  return build.call(callee, [operand], node);
};

const RULES: Readonly<Record<string, Rule>> = {
  identifier: name,
  field_identifier: name,
  package_identifier: name,
  selector_expression: selector,
  index_expression: index,
  call_expression: callExpression,
  interpreted_string_literal: interpreted,
  raw_string_literal: rawLiteral,
  int_literal: number,
  float_literal: number,
  true: (_ctx, node) => build.booleanAt(true, node),
  false: (_ctx, node) => build.booleanAt(false, node),
  nil: (_ctx, node) => build.nullAt(node),
  composite_literal: composite,
  binary_expression: operation,
  unary_expression: unary,
  func_literal: lambda,
  parenthesized_expression: (ctx, node) => build.parenthesized(first(ctx, node), node),
  type_assertion_expression: (ctx, node) => part(ctx, node, 'operand'),
  type_conversion_expression: converted,
  type_instantiation_expression: first,
  variadic_argument: (ctx, node) => build.spread(first(ctx, node), node),
  literal_element: first,
  literal_value: (ctx, node) => madeOf(ctx, node, undefined, node),
  expression_list: (ctx, node) => {
    const items = inner(ctx, node);
    return items.length === 1 ? items[0]! : build.array(items, node);
  },
};

/** Lowers an expression of Go to the common syntax tree. */
export const expressionOf = byType(RULES);
