import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { commandOf } from './commands.ts';
import { scriptBlock } from './functions.ts';
import { hashtable } from './hashtables.ts';
import { type Lowering, textIn } from './lowering.ts';
import { variableOf } from './names.ts';
import { bareWord, expandable, expandableHere, verbatim, verbatimHere } from './strings.ts';
import { invocation } from './invocations.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, sole, byType } = expressionRules<Lowering>(
  ({ type }) => !/_operator$|^type_literal$/.test(type),
);

const variable: Rule = (ctx, node) => {
  const { name, space } = variableOf(textIn(ctx, node));
  const at = build.nowhere(node.start);
  if (space === 'env')
    return build.element(
      build.member(build.nameAt('process', at), build.nameAt('env', at), at),
      build.textAt(name, node),
      node,
    );
  if (name === 'true' || name === 'false') return build.booleanAt(name === 'true', node);
  if (name === 'null') return build.nullAt(node);
  if (name === 'this') return build.thisAt(node);
  if (name === 'psitem') return build.nameAt('_', node);
  const isFree = !ctx.scope.declared.has(name) && space === '';
  return isFree && ctx.scope.unsure.has(name) ? build.opaque(node) : build.nameAt(name, node);
};

const memberAccess: Rule = (ctx, node) => {
  const [owner, name] = namedIn(node);
  const [plain] = name ? namedIn(name) : [];
  if (!owner || !name) return unseen(ctx, node);
  if (owner.type === 'type_literal') return build.opaque(node);
  const object = ctx.expression(owner);
  if (plain?.type === 'simple_name' || name.children.length === 0)
    return build.member(object, build.nameAt(textIn(ctx, name), name), node);
  return plain ? build.element(object, ctx.expression(plain), node) : build.opaque(node, [object]);
};

const elementAccess: Rule = (ctx, node) => {
  const [owner, index, ...others] = namedIn(node);
  if (!owner || !index || others.length > 0) return unseen(ctx, node);
  return build.element(ctx.expression(owner), ctx.expression(index), node);
};

const operatorIn = (ctx: Lowering, node: Cst): string => {
  const token = node.children.find(({ named, type }) => !named || type.endsWith('_operator'));
  return token ? textIn(ctx, token).trim().toLowerCase() : '';
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  '+': operators.PLUS,
  '??': operators.OR_ABSENT,
  '-eq': operators.EQUALS,
  '-ceq': operators.EQUALS,
  '-ieq': operators.EQUALS,
  '-ne': operators.DIFFERS,
  '-cne': operators.DIFFERS,
  '-ine': operators.DIFFERS,
  '-lt': operators.CALCULATES['<']!,
  '-gt': operators.CALCULATES['>']!,
  '-le': operators.CALCULATES['<=']!,
  '-ge': operators.CALCULATES['>=']!,
};

/** Comparison operators: their operands are not used elsewhere. */
const COMPARES = /^-[ci]?(?:not)?(?:like|match|contains|in)$/;

/** `$a ? 'b' : 'c'`, which is parsed as two operations. */
const ofCondition = (ctx: Lowering, first: Cst, whenFalse: Cst, node: Cst): ts.Expression => {
  const [condition, whenTrue] = namedIn(first).filter(({ type }) => !type.endsWith('_operator'));
  if (operatorIn(ctx, first) !== '?' || !condition || !whenTrue) return unseen(ctx, node);
  return build.conditional(
    ctx.expression(condition),
    ctx.expression(whenTrue),
    ctx.expression(whenFalse),
    node,
  );
};

/** `a + b`, `a -eq b`, `xs -join '/'`; other operators are opaque. */
const operation: Rule = (ctx, node) => {
  const operands = namedIn(node).filter(({ type }) => !type.endsWith('_operator'));
  const [left, right] = operands;
  const operator = operatorIn(ctx, node);
  if (!left || !right || operands.length > 2) return unseen(ctx, node);
  if (operator === ':') return ofCondition(ctx, left, right, node);
  const kind = BINARY[operator];
  if (kind !== undefined || COMPARES.test(operator))
    return build.binary(ctx.expression(left), kind ?? operators.EQUALS, ctx.expression(right), node);
  if (operator !== '-join') return unseen(ctx, node);
  const list = ctx.expression(left);
  return build.call(
    build.member(list, build.nameAt('join', build.nowhere(left.end)), left),
    [ctx.expression(right)],
    node,
  );
};

/** `'{0}/groups/{1}' -f $base, $id`. */
const formatted: Rule = (ctx, node) => {
  const [template, values] = namedIn(node).filter(({ type }) => type !== 'format_operator');
  if (!template || !values) return unseen(ctx, node);
  const list = values.type === 'array_literal_expression' ? inner(ctx, values) : [ctx.expression(values)];
  return build.call(
    build.member(ctx.expression(template), build.nameAt('format', build.nowhere(template.end)), template),
    list,
    node,
  );
};

const prefixed: Rule = (ctx, node) => {
  const [operand] = namedIn(node);
  const operator = operatorIn(ctx, node);
  if (operator === '!' || operator === '-not')
    return operand ? build.not(ctx.expression(operand), node) : build.opaque(node);
  return unseen(ctx, node);
};

/** `[string]$x`, `[ordered]@{…}`, `[uri]'https://…'`. */
const cast: Rule = (ctx, node) => {
  const operand = namedIn(node).find(({ type }) => type !== 'type_literal');
  return operand ? ctx.expression(operand) : build.opaque(node);
};

/** `$( … )` and `( … )`. */
const grouped: Rule = (ctx, node) => {
  const inside = namedIn(node).flatMap((each) => (each.type === 'statement_list' ? namedIn(each) : [each]));
  return inside.length === 1
    ? ctx.expression(inside[0]!)
    : build.opaque(
        node,
        inside.map((each) => ctx.expression(each)),
      );
};

/** `@( … )`: a list; one value becomes a list of it, and a list remains itself. */
const listed: Rule = (ctx, node) => {
  const inside = namedIn(node).flatMap((each) => (each.type === 'statement_list' ? namedIn(each) : [each]));
  const [first, ...others] = inside;
  if (first?.type === 'array_literal_expression' && others.length === 0)
    return build.array(inner(ctx, first), node);
  const isItem = /literal|characters/.test(first?.type ?? 'literal');
  if (first && others.length === 0 && !isItem) return ctx.expression(first);
  return build.array(
    inside.map((each) => ctx.expression(each)),
    node,
  );
};

const piped: Rule = (ctx, node) => {
  const [first, ...stages] = namedIn(node);
  if (!first) return build.opaque(node);
  if (node.children.some(({ type }) => type === '&&' || type === '||')) return unseen(ctx, node);
  return stages.reduce<ts.Expression>(
    (value, stage) =>
      stage.type === 'command'
        ? commandOf(ctx, stage, value)
        : build.opaque(node, [value, ctx.expression(stage)]),
    ctx.expression(first),
  );
};

/** Value of a block with one expression. */
const valueOf = (ctx: Lowering, block: Cst | undefined): ts.Expression | undefined => {
  const inside = (block ? namedIn(block) : []).flatMap((each) =>
    each.type === 'statement_list' ? namedIn(each) : [each],
  );
  return inside.length === 1 && !/_statement$|^assignment/.test(inside[0]!.type)
    ? ctx.expression(inside[0]!)
    : undefined;
};

/** `$x = if ($a) { 'b' } else { 'c' }`. */
const choice: Rule = (ctx, node) => {
  const condition = childIn(node, 'condition');
  const whenTrue = valueOf(ctx, tokenIn(node, 'statement_block'));
  const otherwise = tokenIn(node, 'else_clause');
  const whenFalse = valueOf(ctx, otherwise && tokenIn(otherwise, 'statement_block'));
  if (!condition || !whenTrue || !whenFalse || tokenIn(node, 'elseif_clauses')) return build.opaque(node);
  const whole = tokenIn(node, 'statement_block')!;
  // `if ($env:X) { $env:X } else { 'b' }` is `$env:X ?? 'b'`.
  if (ctx.text.slice(whole.start + 1, whole.end - 1).trim() === textIn(ctx, condition))
    return build.binary(whenTrue, operators.OR, whenFalse, node);
  return build.conditional(ctx.expression(condition), whenTrue, whenFalse, node);
};

const RULES: Readonly<Record<string, Rule>> = {
  variable,
  verbatim_string_characters: verbatim,
  expandable_string_literal: expandable,
  verbatim_here_string_characters: verbatimHere,
  expandable_here_string_literal: expandableHere,
  generic_token: bareWord,
  command_token: bareWord,
  path_command_name: bareWord,
  decimal_integer_literal: (ctx, node) => build.numberAt(textIn(ctx, node), node),
  real_literal: (ctx, node) => build.numberAt(textIn(ctx, node), node),
  hash_literal_expression: hashtable,
  array_literal_expression: (ctx, node) => build.array(inner(ctx, node), node),
  array_expression: listed,
  sub_expression: grouped,
  parenthesized_expression: grouped,
  member_access: memberAccess,
  element_access: elementAccess,
  invokation_expression: invocation,
  additive_expression: operation,
  logical_expression: operation,
  comparison_expression: operation,
  format_expression: formatted,
  expression_with_unary_operator: prefixed,
  cast_expression: cast,
  command: (ctx, node) => commandOf(ctx, node),
  pipeline_chain: piped,
  pipeline: sole,
  script_block_expression: scriptBlock,
  if_statement: choice,
};

/** Lowers an expression of PowerShell to the common syntax tree. */
export const expressionOf: Rule = (ctx, node) => {
  if (node.type === 'expression_with_unary_operator' && tokenIn(node, 'cast_expression'))
    return sole(ctx, node);
  return byType(RULES)(ctx, node);
};
