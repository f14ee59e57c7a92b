import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { callExpression } from './calls.ts';
import { dictionary, dictionaryBuilt, listBuilt } from './collections.ts';
import { isEnvironment } from './environment.ts';
import { type Lowering, textIn } from './lowering.ts';
import { parametersOf } from './parameters.ts';
import { joinedLiterals, stringLiteral } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, first, binaryBy, byType } = expressionRules<Lowering>();

const name: Rule = (ctx, node) => {
  const text = textIn(ctx, node);
  const { kind, self, declared } = ctx.scope;
  // In the body of a class its fields can be named without a qualifier.
  if (kind === 'class' && declared.has(text))
    return build.member(build.thisAt(build.nowhere(node.start)), build.nameAt(text, node), node);
  return text === self ? build.thisAt(node) : build.nameAt(text, node);
};

const attribute: Rule = (ctx, node) => {
  const [owner, named] = [childIn(node, 'object'), childIn(node, 'attribute')];
  if (!owner || !named) return unseen(ctx, node);
  if (isEnvironment(ctx, node))
    return build.member(build.nameAt('process', owner), build.nameAt('env', named), node);
  return build.member(ctx.expression(owner), build.nameAt(textIn(ctx, named), named), node);
};

/** Lowers `items[1:3]` to `items.slice(1, 3)`; with a step it is opaque. */
const slice = (ctx: Lowering, node: Cst, range: Cst): ts.Expression => {
  const value = childIn(node, 'value');
  const colons = range.children.filter(({ type }) => type === ':');
  if (!value || colons.length !== 1) return unseen(ctx, node);
  const owner = ctx.expression(value);
  const [first, second] = namedIn(range).map((each) => ctx.expression(each));
  const isFromStart = range.children[0] === colons[0];
  const from = isFromStart ? build.numberAt('0', build.nowhere(range.start)) : first;
  const to = isFromStart ? first : second;
  const name = build.nameAt('slice', build.nowhere(owner.end));
  return build.call(
    build.member(owner, name, value),
    [from, to].filter((each) => each !== undefined),
    node,
  );
};

const subscript: Rule = (ctx, node) => {
  const index = node.children.filter(({ field }) => field === 'subscript');
  const [only, ...others] = index;
  if (only?.type === 'slice' && others.length === 0) return slice(ctx, node, only);
  if (!only || others.length > 0) return unseen(ctx, node);
  return build.element(part(ctx, node, 'value'), ctx.expression(only), node);
};

const TEXTS: Readonly<Record<string, ts.BinaryOperator>> = {
  '+': operators.PLUS,
  '%': operators.REMAINDER,
  '|': operators.UNION,
};

/** `a + b`, `text % values`, `a | b`. */
const logical: Rule = (ctx, node) => {
  const kind = childIn(node, 'operator')?.type === 'and' ? operators.AND : operators.OR;
  return build.binary(part(ctx, node, 'left'), kind, part(ctx, node, 'right'), node);
};

const compared = (operator: string, left: ts.Expression, right: ts.Expression, span: Cst): ts.Expression => {
  if (operator === 'in') return build.binary(left, operators.HAS, right, span);
  if (operator === 'not in') return build.not(build.binary(left, operators.HAS, right, span), span);
  if (operator === '==' || operator === 'is') return build.binary(left, operators.EQUALS, right, span);
  if (operator === '!=' || operator === 'is not' || operator === '<>')
    return build.binary(left, operators.DIFFERS, right, span);
  const kind = operators.CALCULATES[operator];
  return kind === undefined ? build.opaque(span, [left, right]) : build.binary(left, kind, right, span);
};

/** Lowers `a < b`; `a < b < c` is opaque. */
const comparison: Rule = (ctx, node) => {
  const operands = namedIn(node).filter(({ field }) => field !== 'operators');
  const operator = node.children.filter(({ field }) => field === 'operators');
  const [left, right, ...others] = operands.map((operand) => ctx.expression(operand));
  if (!left || !right || others.length > 0)
    return build.opaque(node, [left!, right!, ...others].filter(Boolean));
  return compared(operator.map(({ type }) => type).join(' '), left, right, node);
};

const choice: Rule = (ctx, node) => {
  const [whenTrue, condition, whenFalse] = inner(ctx, node);
  return whenTrue && condition && whenFalse
    ? build.conditional(condition, whenTrue, whenFalse, node)
    : unseen(ctx, node);
};

const lambda: Rule = (ctx, node) => {
  const parameters = childIn(node, 'parameters');
  const body = part(ctx, node, 'body');
  return build.arrow(parameters ? parametersOf(ctx, parameters, false) : [], body, node);
};

const negated: Rule = (ctx, node) => build.not(part(ctx, node, 'argument'), node);

const named: Rule = (ctx, node) =>
  build.parenthesized(
    build.binary(part(ctx, node, 'name'), operators.ASSIGN, part(ctx, node, 'value'), node),
    node,
  );

const RULES: Readonly<Record<string, Rule>> = {
  identifier: name,
  attribute,
  subscript,
  call: callExpression,
  string: stringLiteral,
  concatenated_string: joinedLiterals,
  integer: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  float: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  true: (_ctx, node) => build.booleanAt(true, node),
  false: (_ctx, node) => build.booleanAt(false, node),
  none: (_ctx, node) => build.nullAt(node),
  list: (ctx, node) => build.array(inner(ctx, node), node, endsWithComma(node)),
  tuple: (ctx, node) => build.array(inner(ctx, node), node, endsWithComma(node)),
  set: (ctx, node) => build.array(inner(ctx, node), node, endsWithComma(node)),
  expression_list: (ctx, node) => build.array(inner(ctx, node), node),
  pattern_list: (ctx, node) => build.array(inner(ctx, node), node),
  tuple_pattern: (ctx, node) => build.array(inner(ctx, node), node),
  list_pattern: (ctx, node) => build.array(inner(ctx, node), node),
  list_splat: (ctx, node) => build.spread(first(ctx, node), node),
  dictionary,
  list_comprehension: listBuilt,
  generator_expression: listBuilt,
  set_comprehension: listBuilt,
  dictionary_comprehension: dictionaryBuilt,
  binary_operator: binaryBy({ ...operators.CALCULATES, ...TEXTS }),
  boolean_operator: logical,
  comparison_operator: comparison,
  not_operator: negated,
  conditional_expression: choice,
  lambda,
  parenthesized_expression: (ctx, node) => build.parenthesized(first(ctx, node), node),
  yield: (ctx, node) => {
    const [value] = namedIn(node);
    const isAll = node.children.some(({ type }) => type === 'from');
    return build.yielded(value && ctx.expression(value), isAll, node);
  },
  await: (ctx, node) => build.awaited(first(ctx, node), node),
  named_expression: named,
  type: first,
  as_pattern: first,
};

/** True for a trailing comma: `[a, b,]`. */
export const endsWithComma = (node: Cst): boolean => node.children.at(-2)?.type === ',';

/** Lowers an expression of Python to the common syntax tree. */
export const expressionOf = byType(RULES);
