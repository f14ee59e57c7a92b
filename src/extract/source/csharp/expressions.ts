import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part, ternary } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import { dotnetConstant } from '../managed/constants.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsIn, callOf } from './calls.ts';
import { anonymousObject, createdObject } from './objects.ts';
import { parametersOf, parameterTypes } from './parameters.ts';
import { interpolated, rawLiteral, stringLiteral, verbatimLiteral } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const isValue = ({ type }: Cst): boolean =>
  !/^comment|type|attribute|^modifier|name_colon|designation/.test(type);

const { inner, unseen, first, last, binaryBy, byType } = expressionRules<Lowering>(isValue);

const access: Rule = (ctx, node) => {
  const [owner, name] = [childIn(node, 'expression'), childIn(node, 'name')];
  if (!owner || !name) return unseen(ctx, node);
  // `RootElement` is its document, and `Result` of a call the awaited result.
  const given = textIn(ctx, name);
  if (given === 'RootElement' || (given === 'Result' && owner.type === 'invocation_expression'))
    return ctx.expression(owner);
  const constant = dotnetConstant(textIn(ctx, node), node);
  return constant ?? build.member(ctx.expression(owner), build.nameAt(textIn(ctx, name), name), node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  ...operators.CALCULATES,
  '+': operators.PLUS,
  '%': operators.CALCULATES['-']!,
  '&&': operators.AND,
  '||': operators.OR,
  '??': operators.OR_ABSENT,
  '==': operators.EQUALS,
  '!=': operators.DIFFERS,
};

const assignment: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type;
  const [left, right] = [part(ctx, node, 'left'), part(ctx, node, 'right')];
  if (operator === '=') return build.assignTo(left, right, node);
  if (operator === '+=') return build.binary(left, operators.ADD, right, node);
  if (operator === '??=') return build.binary(left, operators.OR_ABSENT_ASSIGN, right, node);
  return build.assignTo(left, build.opaque(node, [right]), node);
};

const lambda: Rule = (ctx, node) => {
  const [list, body] = [childIn(node, 'parameters'), childIn(node, 'body')];
  const single = list && /identifier|implicit_parameter/.test(list.type);
  const parameters = single
    ? [build.parameter({ name: build.nameAt(textIn(ctx, list), list) }, list)]
    : list
      ? parametersOf(ctx, list)
      : [];
  const names = parameters.map(({ name }) => [(name as ts.Identifier).text, ''] as const);
  // A handler of a minimal API states the types of what it is given.
  const scope = nestedScope(ctx, single || !list ? names : parameterTypes(ctx, list));
  if (!body) return build.opaque(node);
  return build.arrow(parameters, body.type === 'block' ? scope.block(body) : scope.expression(body), node);
};

const indexed: Rule = (ctx, node) => {
  const [index, ...more] = argumentsIn(childIn(node, 'subscript'));
  const owner = part(ctx, node, 'expression');
  return index && more.length === 0
    ? build.element(owner, ctx.expression(index), node)
    : build.opaque(node, [owner]);
};

/** `a?.B`: lowered as `a.B`. */
const whenPresent: Rule = (ctx, node) => {
  const [owner, rest] = namedIn(node);
  if (!owner || rest?.type !== 'member_binding_expression') return unseen(ctx, node);
  const name = childIn(rest, 'name');
  return name
    ? build.member(ctx.expression(owner), build.nameAt(textIn(ctx, name), name), node)
    : unseen(ctx, node);
};

/** `x switch { A => "a", _ => "b" }`: any one of the values. */
const switched: Rule = (ctx, node) => {
  const arms = namedIn(node).filter(({ type }) => type === 'switch_expression_arm');
  const values = arms.flatMap((arm) => {
    const value = namedIn(arm).at(-1);
    return value && value.type !== 'throw_expression' ? [ctx.expression(value)] : [];
  });
  const [final, ...others] = values.toReversed();
  if (!final) return unseen(ctx, node);
  return others.reduce(
    (rest, each) => build.conditional(build.opaque({ start: each.pos, end: each.pos }), each, rest, node),
    final,
  );
};

const number: Rule = (ctx, node) =>
  build.numberAt(textIn(ctx, node).replaceAll(/_|[lLfFdDmMuU]+$/g, ''), node);

const RULES: Readonly<Record<string, Rule>> = {
  identifier: (ctx, node) => nameOf(ctx, textIn(ctx, node), node),
  member_access_expression: access,
  invocation_expression: callOf,
  object_creation_expression: (ctx, node) => createdObject(ctx, node),
  implicit_object_creation_expression: (ctx, node) => createdObject(ctx, node, ctx.expected ?? ''),
  anonymous_object_creation_expression: anonymousObject,
  string_literal: stringLiteral,
  verbatim_string_literal: verbatimLiteral,
  raw_string_literal: rawLiteral,
  interpolated_string_expression: interpolated,
  character_literal: (ctx, node) => build.textAt(textIn(ctx, node).slice(1, -1), node),
  integer_literal: number,
  real_literal: number,
  boolean_literal: (ctx, node) => build.booleanAt(textIn(ctx, node) === 'true', node),
  null_literal: (_ctx, node) => build.nullAt(node),
  this: (_ctx, node) => build.thisAt(node),
  base: (_ctx, node) => build.superAt(node),
  binary_expression: binaryBy(BINARY),
  prefix_unary_expression: (ctx, node) =>
    textIn(ctx, node).startsWith('!') ? build.not(first(ctx, node), node) : unseen(ctx, node),
  postfix_unary_expression: (ctx, node) =>
    textIn(ctx, node).endsWith('!') ? build.parenthesized(first(ctx, node), node) : unseen(ctx, node),
  assignment_expression: assignment,
  conditional_expression: ternary,
  cast_expression: (ctx, node) => build.parenthesized(part(ctx, node, 'value'), node),
  as_expression: (ctx, node) => build.parenthesized(part(ctx, node, 'left'), node),
  parenthesized_expression: (ctx, node) => build.parenthesized(first(ctx, node), node),
  await_expression: (ctx, node) => build.awaited(last(ctx, node), node),
  element_access_expression: indexed,
  conditional_access_expression: whenPresent,
  initializer_expression: (ctx, node) => build.array(inner(ctx, node), node),
  collection_expression: (ctx, node) => build.array(inner(ctx, node), node),
  implicit_array_creation_expression: (ctx, node) => last(ctx, node),
  array_creation_expression: (ctx, node) => last(ctx, node),
  lambda_expression: lambda,
  switch_expression: switched,
};

/** Lowers an expression of C# to the common syntax tree. */
export const expressionOf = byType(RULES);
