import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { arrayLiteral } from './arrays.ts';
import { functionCall, made, methodCall, staticCall } from './calls.ts';
import { optionRead } from './curl.ts';
import { closure } from './functions.ts';
import { pathOf } from './modules.ts';
import { className, type Lowering, textIn } from './lowering.ts';
import { scopeClass } from './names.ts';
import { heredoc, stringLiteral, textBetween } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, sole, byType } = expressionRules<Lowering>();

/** Variable; functions do not see those that the file assigns. */
const variable: Rule = (ctx, node) => {
  const name = textIn(ctx, node);
  if (name === '$this') return build.thisAt(node);
  const { declared, inFunction } = ctx.scope;
  return inFunction && !declared.has(name) && ctx.facts.variables.has(name)
    ? build.opaque(node)
    : build.nameAt(name, node);
};

const constant: Rule = (ctx, node) => {
  const name = textIn(ctx, node).replace(/^.*\\/, '');
  if (name === 'PHP_EOL') return build.textAt('\n', node);
  return name === 'DIRECTORY_SEPARATOR' ? build.textAt('/', node) : build.nameAt(name, node);
};

const classConstant: Rule = (ctx, node) => {
  const [scope, name] = namedIn(node);
  if (!scope || !name) return unseen(ctx, node);
  const written = textIn(ctx, name);
  if (written === 'class') return build.textAt(textIn(ctx, scope), node);
  // Each constant is the name of an option: `RequestOptions::FORM_PARAMS` is 'form_params'.
  if (className(ctx.facts, textIn(ctx, scope)) === 'GuzzleHttp\\RequestOptions')
    return build.textAt(written.toLowerCase(), node);
  const owner = scopeClass(ctx, scope, written);
  return owner
    ? build.member(owner, build.nameAt(written, name), node)
    : build.opaque(node, [ctx.expression(scope)]);
};

const staticField: Rule = (ctx, node) => {
  const [scope, name] = [childIn(node, 'scope'), childIn(node, 'name')];
  if (!scope || !name) return unseen(ctx, node);
  const written = textIn(ctx, name).slice(1);
  const owner = scopeClass(ctx, scope, written);
  return owner ? build.member(owner, build.nameAt(written, name), node) : build.opaque(node);
};

const memberOf: Rule = (ctx, node) => {
  const [owner, name] = [childIn(node, 'object'), childIn(node, 'name')];
  if (!owner || !name) return unseen(ctx, node);
  const value = ctx.expression(owner);
  return name.type === 'name'
    ? build.member(value, build.nameAt(textIn(ctx, name), name), node)
    : build.element(value, ctx.expression(name), node);
};

const subscript: Rule = (ctx, node) => {
  const [owner, index, ...others] = namedIn(node);
  if (!owner || !index || others.length > 0) return unseen(ctx, node);
  const option = optionRead(ctx, owner, index, node);
  if (option) return option;
  const key =
    index.type === 'name' && /^[a-z]/.test(textIn(ctx, index))
      ? build.textAt(textIn(ctx, index), index)
      : ctx.expression(index);
  if (/^\$_(?:ENV|SERVER)$/.test(textIn(ctx, owner))) {
    const at = build.nowhere(node.start);
    return build.element(
      build.member(build.nameAt('process', at), build.nameAt('env', at), owner),
      key,
      node,
    );
  }
  return build.element(ctx.expression(owner), key, node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  '.': operators.PLUS,
  '??': operators.OR_ABSENT,
  '||': operators.OR,
  or: operators.OR,
  '&&': operators.AND,
  and: operators.AND,
  '==': operators.EQUALS,
  '===': operators.EQUALS,
  '!=': operators.DIFFERS,
  '!==': operators.DIFFERS,
  '<>': operators.DIFFERS,
};

/** `$given + ['a' => 1]`: the left side wins. */
const union = (ctx: Lowering, node: Cst, left: Cst, right: Cst): ts.Expression =>
  [left, right].some(({ type }) => type === 'array_creation_expression')
    ? build.object(
        [build.spreadMember(ctx.expression(right), right), build.spreadMember(ctx.expression(left), left)],
        node,
      )
    : unseen(ctx, node);

const operation: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type ?? '';
  if (!left || !right) return unseen(ctx, node);
  if (operator === '+') return union(ctx, node, left, right);
  const kind: ts.BinaryOperator | undefined =
    BINARY[operator.toLowerCase()] ?? operators.CALCULATES[operator];
  return kind === undefined
    ? unseen(ctx, node)
    : build.binary(ctx.expression(left), kind, ctx.expression(right), node);
};

const choice: Rule = (ctx, node) => {
  const condition = part(ctx, node, 'condition');
  const otherwise = part(ctx, node, 'alternative');
  return childIn(node, 'body')
    ? build.conditional(condition, part(ctx, node, 'body'), otherwise, node)
    : build.binary(condition, operators.OR, otherwise, node);
};

/** `match (…) { 'a' => 1, default => 2 }`: one of its values. */
const matched: Rule = (ctx, node) => {
  const arms = namedIn(childIn(node, 'body') ?? node).map((arm) => childIn(arm, 'return_expression'));
  const values = arms.flatMap((value) => (value ? [ctx.expression(value)] : []));
  const last = values.pop();
  if (!last) return unseen(ctx, node);
  return values.reduceRight(
    (rest, value) => build.conditional(build.opaque(build.nowhere(value.pos)), value, rest, node),
    last,
  );
};

/** `require 'config.php'` as a value: the file's return value. */
const included: Rule = (ctx, node) => {
  const path = pathOf(textIn(ctx, node));
  if (path === undefined) return unseen(ctx, node);
  return build.call(build.nameAt('require', build.nowhere(node.start)), [build.textAt(path, node)], node);
};

/** A command between backticks, which a shell runs. */
const backticks: Rule = (ctx, node) => {
  const [open, close] = [node.children[0], node.children.at(-1)];
  if (!open || !close || open === close) return unseen(ctx, node);
  const inside = { start: open.end, end: close.start };
  const at = build.nowhere(node.start);
  const line = textBetween(ctx, node, inside, 'php-double', inside);
  return build.call(
    build.member(build.nameAt('Shell', at), build.nameAt('shell_exec', at), at),
    [line],
    node,
  );
};

const assigned: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right || left.type === 'list_literal') return unseen(ctx, node);
  if (left.type === 'variable_name') ctx.scope.declared.add(textIn(ctx, left));
  return build.assignTo(ctx.expression(left), ctx.expression(right), node);
};

const RULES: Readonly<Record<string, Rule>> = {
  variable_name: variable,
  name: constant,
  qualified_name: constant,
  class_constant_access_expression: classConstant,
  scoped_property_access_expression: staticField,
  member_access_expression: memberOf,
  nullsafe_member_access_expression: memberOf,
  subscript_expression: subscript,
  null: (_ctx, node) => build.nullAt(node),
  boolean: (ctx, node) => build.booleanAt(/^true$/i.test(textIn(ctx, node)), node),
  integer: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  float: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  string: stringLiteral,
  encapsed_string: stringLiteral,
  shell_command_expression: backticks,
  heredoc,
  nowdoc: heredoc,
  array_creation_expression: arrayLiteral,
  function_call_expression: functionCall,
  member_call_expression: methodCall,
  nullsafe_member_call_expression: methodCall,
  scoped_call_expression: staticCall,
  object_creation_expression: made,
  binary_expression: operation,
  conditional_expression: choice,
  match_expression: matched,
  unary_op_expression: (ctx, node) =>
    textIn(ctx, node).startsWith('!') ? build.not(part(ctx, node, 'argument'), node) : unseen(ctx, node),
  cast_expression: (ctx, node) => part(ctx, node, 'value'),
  error_suppression_expression: sole,
  clone_expression: sole,
  parenthesized_expression: (ctx, node) => build.parenthesized(sole(ctx, node), node),
  arrow_function: closure,
  anonymous_function: closure,
  anonymous_function_creation_expression: closure,
  require_expression: included,
  require_once_expression: included,
  include_expression: included,
  include_once_expression: included,
  assignment_expression: assigned,
  print_intrinsic: (ctx, node) => {
    const at = build.nowhere(node.start);
    return build.call(
      build.member(build.nameAt('console', at), build.nameAt('log', at), at),
      inner(ctx, node),
      node,
    );
  },
};

/** Lowers an expression of PHP to the common syntax tree. */
export const expressionOf = byType(RULES);
