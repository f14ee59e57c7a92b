import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part, ternary } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import { changeAsResult } from '../managed/changes.ts';
import { constantOf } from '../managed/constants.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { callOrMade, chainOf } from './calls.ts';
import { parametersOf } from './parameters.ts';
import { stringLiteral } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const isValue = ({ type }: Cst): boolean => !/comment$|type|annotation|^modifiers$|^dimensions/.test(type);

const { inner, unseen, first, binaryBy, byType } = expressionRules<Lowering>(isValue);

const access: Rule = (ctx, node) => {
  const [owner, name] = [childIn(node, 'object'), childIn(node, 'field')];
  if (!owner || !name) return unseen(ctx, node);
  const constant = constantOf(ctx, textIn(ctx, node), node);
  return constant ?? build.member(ctx.expression(owner), build.nameAt(textIn(ctx, name), name), node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  ...operators.CALCULATES,
  '+': operators.PLUS,
  '%': operators.CALCULATES['-']!,
  '&&': operators.AND,
  '||': operators.OR,
  '==': operators.EQUALS,
  '!=': operators.DIFFERS,
};

const unary: Rule = (ctx, node) =>
  childIn(node, 'operator')?.type === '!' ? build.not(part(ctx, node, 'operand'), node) : unseen(ctx, node);

const assignment: Rule = (ctx, node) => {
  const operator = node.children.find(({ field }) => field === 'operator')?.type;
  const [left, right] = [part(ctx, node, 'left'), part(ctx, node, 'right')];
  if (operator === '=') return build.assignTo(left, right, node);
  if (operator === '+=') return build.binary(left, operators.ADD, right, node);
  return build.assignTo(left, build.opaque(node, [right]), node);
};

const lambdaNames = (list: Cst | undefined): readonly Cst[] | undefined => {
  if (list?.type === 'identifier') return [list];
  return list?.type === 'inferred_parameters'
    ? namedIn(list).filter(({ type }) => type === 'identifier')
    : undefined;
};

const resultOf = (ctx: Lowering, body: Cst): ts.Expression | ts.Block => {
  const isCall = body.type === 'method_invocation';
  const change = isCall ? changeAsResult(ctx, chainOf(ctx, body), body) : undefined;
  return change ? build.block(change, body) : ctx.expression(body);
};

const lambda: Rule = (ctx, node) => {
  const [list, body] = [childIn(node, 'parameters'), childIn(node, 'body')];
  const parameters =
    lambdaNames(list)?.map((name) =>
      build.parameter({ name: build.nameAt(textIn(ctx, name), name) }, name),
    ) ?? (list ? parametersOf(ctx, list) : []);
  const known = parameters.map(({ name }) => [(name as ts.Identifier).text, ''] as const);
  const scope = nestedScope(ctx, known);
  if (!body) return build.opaque(node);
  return build.arrow(parameters, body.type === 'block' ? scope.block(body) : resultOf(scope, body), node);
};

const list: Rule = (ctx, node) => build.array(inner(ctx, node), node);

/** `switch (x) { case A -> "a"; default -> "b"; }`: any one of the values. */
const switched: Rule = (ctx, node) => {
  const rules = (childIn(node, 'body')?.children ?? []).filter(({ type }) => type === 'switch_rule');
  const values = rules.flatMap((rule) => {
    const last = namedIn(rule).at(-1);
    if (last?.type === 'expression_statement') return inner(ctx, last).slice(0, 1);
    return last?.type === 'block' ? [build.opaque(last)] : [];
  });
  const [last, ...others] = values.toReversed();
  if (!last) return build.opaque(node, [part(ctx, node, 'condition')]);
  return others.reduce(
    (rest, each) => build.conditional(build.opaque({ start: each.pos, end: each.pos }), each, rest, node),
    last,
  );
};

const number: Rule = (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll(/_|[lLfFdD]$/g, ''), node);

/** `A::fetch`, `this::fetch`: a method by its name, called elsewhere. */
const methodReference: Rule = (ctx, node) => {
  const name = namedIn(node).at(-1);
  const [owner] = namedIn(node);
  const of = owner && owner !== name && ctx.typeOf(owner) !== undefined ? [ctx.expression(owner)] : [];
  return name?.type === 'identifier'
    ? build.opaque(node, [build.textAt(textIn(ctx, name), name), ...of])
    : unseen(ctx, node);
};

const RULES: Readonly<Record<string, Rule>> = {
  identifier: (ctx, node) => nameOf(ctx, textIn(ctx, node), node),
  field_access: access,
  method_invocation: callOrMade,
  object_creation_expression: (ctx, node) =>
    node.children.some(({ type }) => type === 'class_body') ? unseen(ctx, node) : callOrMade(ctx, node),
  string_literal: stringLiteral,
  character_literal: (ctx, node) => build.textAt(textIn(ctx, node).slice(1, -1), node),
  decimal_integer_literal: number,
  decimal_floating_point_literal: number,
  true: (_ctx, node) => build.booleanAt(true, node),
  false: (_ctx, node) => build.booleanAt(false, node),
  null_literal: (_ctx, node) => build.nullAt(node),
  this: (_ctx, node) => build.thisAt(node),
  super: (_ctx, node) => build.superAt(node),
  binary_expression: binaryBy(BINARY),
  unary_expression: unary,
  assignment_expression: assignment,
  ternary_expression: ternary,
  cast_expression: (ctx, node) => build.parenthesized(part(ctx, node, 'value'), node),
  parenthesized_expression: (ctx, node) => build.parenthesized(first(ctx, node), node),
  array_access: (ctx, node) => build.element(part(ctx, node, 'array'), part(ctx, node, 'index'), node),
  array_initializer: list,
  array_creation_expression: (ctx, node) => {
    const value = childIn(node, 'value');
    return value ? list(ctx, value) : build.array([], node);
  },
  lambda_expression: lambda,
  method_reference: methodReference,
  switch_expression: switched,
};

/** Lowers an expression of Java to the common syntax tree. */
export const expressionOf = byType(RULES);
