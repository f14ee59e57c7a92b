import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import { changeAsResult } from '../managed/changes.ts';
import { constantOf } from '../managed/constants.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { callExpression } from './calls.ts';
import { chainOf, isReadProperty } from './chain-of-calls.ts';
import { statementsIn } from './statements.ts';
import { character, stringTemplate } from './strings.ts';
import { filledByMapper } from './generic-calls.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, binaryBy, byType } = expressionRules<Lowering>(
  ({ type }) => !/type|annotation|modifiers|comment/.test(type),
);

const identifier: Rule = (ctx, node) => {
  const name = textIn(ctx, node);
  if (name === 'null') return build.nullAt(node);
  if (name === 'true' || name === 'false') return build.booleanAt(name === 'true', node);
  return nameOf(ctx, name, node);
};

const access: Rule = (ctx, node) => {
  const [owner, name] = [namedIn(node)[0], namedIn(node).at(-1)];
  if (!owner || name?.type !== 'identifier' || owner === name) return unseen(ctx, node);
  const constant = constantOf(ctx, textIn(ctx, node), node);
  if (constant) return constant;
  return isReadProperty(textIn(ctx, name))
    ? callExpression(ctx, node)
    : build.member(ctx.expression(owner), build.nameAt(textIn(ctx, name), name), node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  ...operators.CALCULATES,
  '+': operators.PLUS,
  '&&': operators.AND,
  '||': operators.OR,
  '==': operators.EQUALS,
  '===': operators.EQUALS,
  '!=': operators.DIFFERS,
  '!==': operators.DIFFERS,
  '?:': operators.OR_ABSENT,
};

const unary: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type;
  if (operator === '!') return build.not(part(ctx, node, 'argument'), node);
  return operator === '!!' ? part(ctx, node, 'argument') : unseen(ctx, node);
};

/** Value of a branch: its last expression. */
const valueOf = (ctx: Lowering, node: Cst | undefined): ts.Expression | undefined => {
  if (!node) return undefined;
  if (node.type !== 'block') return ctx.expression(node);
  const [only, ...others] = namedIn(node);
  return only && others.length === 0 && !/declaration|assignment|statement/.test(only.type)
    ? ctx.expression(only)
    : build.opaque(node);
};

const choice: Rule = (ctx, node) => {
  const condition = childIn(node, 'condition');
  const [then, otherwise] = namedIn(node).filter((child) => child !== condition);
  const [first, second] = [valueOf(ctx, then), valueOf(ctx, otherwise)];
  if (!condition || !first || !second) return unseen(ctx, node);
  return build.conditional(ctx.expression(condition), first, second, node);
};

const matched: Rule = (ctx, node) => {
  const entries = namedIn(node).filter(({ type }) => type === 'when_entry');
  const values = entries.flatMap((entry) => valueOf(ctx, namedIn(entry).at(-1)) ?? []);
  const last = values.pop();
  if (!last) return unseen(ctx, node);
  return values.reduceRight(
    (rest, value) => build.conditional(build.opaque(build.nowhere(value.pos)), value, rest, node),
    last,
  );
};

/** Lowers `{ a, b -> a + b }`; without parameters the parameter is `it`. */
const lambda: Rule = (ctx, node) => {
  const list = node.children.find(({ type }) => type === 'lambda_parameters');
  const names = list
    ? namedIn(list).flatMap((each) => (each.type === 'variable_declaration' ? (namedIn(each)[0] ?? []) : []))
    : [];
  const at = build.nowhere(node.start);
  const parameters = list
    ? names.map((name) => build.parameter({ name: build.nameAt(textIn(ctx, name), name) }, name))
    : [build.parameter({ name: build.nameAt('it', at) }, at)];
  const known = list ? names.map((name) => textIn(ctx, name)) : ['it'];
  const scope = nestedScope(
    ctx,
    known.map((name) => [name, ''] as const),
  );
  const body = namedIn(node).filter((child) => child !== list);
  const last = body.at(-1);
  const gives = last && /expression|literal|identifier/.test(last.type) && last.type !== 'return_expression';
  const change =
    last?.type === 'call_expression' ? changeAsResult(scope, chainOf(scope, last), last) : undefined;
  const statements = [
    ...statementsIn(scope, gives ? body.slice(0, -1) : body),
    ...(gives ? (change ?? [build.giveBack(scope.expression(last), last)]) : []),
  ];
  return build.arrow(parameters, build.block(statements, node), node);
};

const compared: Rule = binaryBy(BINARY);

/** Lowers `"a" to b` to a list of two. */
const infix: Rule = (ctx, node) => {
  const [left, name, right] = namedIn(node);
  return left && name && right && textIn(ctx, name) === 'to'
    ? build.array([ctx.expression(left), ctx.expression(right)], node)
    : unseen(ctx, node);
};

/** Lowers `mapOf("a" to 1)` to an object, `listOf(a)` to a list; `undefined` for other calls. */
const collection = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [callee] = namedIn(node);
  const list = node.children.find(({ type }) => type === 'value_arguments');
  const name = callee?.type === 'identifier' ? textIn(ctx, callee) : '';
  if (
    !list ||
    !/^(?:(?:mutable|linked|hash)?(?:map|list)Of|(?:mutable|linked|hash)(?:Map|List)Of)$/.test(name)
  )
    return undefined;
  const items = namedIn(list).flatMap((argument) => namedIn(argument).at(-1) ?? []);
  if (/list/i.test(name))
    return build.array(
      items.map((item) => ctx.expression(item)),
      node,
    );
  const pairs = items.map((item) => (item.type === 'infix_expression' ? namedIn(item) : []));
  if (pairs.some((pair) => pair.length !== 3)) return unseen(ctx, node);
  return build.object(
    pairs.map(([key, , value], at) =>
      build.property(build.propertyKey(ctx.expression(key!)), ctx.expression(value!), items[at]!),
    ),
    node,
  );
};

const number: Rule = (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll(/_|[uULfF]+$/g, ''), node);

const RULES: Readonly<Record<string, Rule>> = {
  identifier,
  navigation_expression: access,
  call_expression: (ctx, node) => collection(ctx, node) ?? callExpression(ctx, node),
  string_literal: stringTemplate,
  multiline_string_literal: stringTemplate,
  character_literal: character,
  number_literal: number,
  float_literal: number,
  boolean_literal: (ctx, node) => build.booleanAt(textIn(ctx, node) === 'true', node),
  null_literal: (_ctx, node) => build.nullAt(node),
  this_expression: (_ctx, node) => build.thisAt(node),
  super_expression: (_ctx, node) => build.superAt(node),
  binary_expression: (ctx, node) => filledByMapper(ctx, node) ?? compared(ctx, node),
  unary_expression: unary,
  infix_expression: infix,
  as_expression: (ctx, node) => build.parenthesized(part(ctx, node, 'left'), node),
  parenthesized_expression: (ctx, node) => {
    const [only] = inner(ctx, node);
    return only ? build.parenthesized(only, node) : build.opaque(node);
  },
  index_expression: (ctx, node) => {
    const [owner, index, ...others] = namedIn(node);
    return owner && index && others.length === 0
      ? build.element(ctx.expression(owner), ctx.expression(index), node)
      : unseen(ctx, node);
  },
  if_expression: choice,
  when_expression: matched,
  lambda_literal: lambda,
  annotated_lambda: (ctx, node) => inner(ctx, node)[0] ?? build.opaque(node),
};

/** Lowers an expression of Kotlin to the common syntax tree. */
export const expressionOf = byType(RULES);
