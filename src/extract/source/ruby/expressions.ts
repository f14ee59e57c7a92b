import * as build from '../languages/build.ts';
import { type ExpressionRule, expressionRules, part, ternary } from '../languages/expression-rules.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, namedIn } from '../languages/tree-sitter.ts';
import { callExpression } from './calls.ts';
import { verbOfClass } from './clients.ts';
import { hash } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';
import { bareWord, heredoc, joinedLiterals, stringLiteral, symbol } from './strings.ts';

type Rule = ExpressionRule<Lowering>;

const { inner, unseen, byType } = expressionRules<Lowering>();

/** Qualified name of a constant, resolved from the enclosing classes. */
export const constantName = ({ scope: { around }, facts }: Lowering, written: string): string => {
  for (let depth = around.length; depth > 0; depth--) {
    const name = [...around.slice(0, depth), written].join('::');
    if (facts.constants.has(name)) return name;
  }
  return written;
};

const named: Rule = (ctx, node) =>
  build.nameAt(constantName(ctx, textIn(ctx, node).replace(/^::/, '')), node);

/** Name of a constant; the method of a class of requests: `Net::HTTP::Post`. */
const constant: Rule = (ctx, node) => {
  const verb = verbOfClass(ctx, node);
  return verb ? build.textAt(verb, node) : named(ctx, node);
};

/** A name that was never assigned is a method of the class or of the file. */
const identifier: Rule = (ctx, node) => {
  const name = textIn(ctx, node);
  const { declared, around } = ctx.scope;
  if (declared.has(name)) return build.nameAt(name, node);
  const here = build.nowhere(node.start);
  const own = ctx.facts.methods.get(around.join('::'));
  if (own?.has(name))
    return build.call(build.member(build.thisAt(here), build.nameAt(name, node), node), [], node);
  if (ctx.facts.functions.has(name)) return build.call(build.nameAt(name, node), [], node);
  return around.length > 0
    ? build.member(build.thisAt(here), build.nameAt(name, node), node)
    : build.nameAt(name, node);
};

/** `@base` is what a reader `base` returns; beside a method of that name it is another member: `@client ||= …`. */
const field: Rule = (ctx, node) => {
  const written = textIn(ctx, node);
  const name = written.replace(/^@@?/, '');
  const isMethod = ctx.facts.methods.get(ctx.scope.around.join('::'))?.has(name) ?? false;
  return build.member(
    build.thisAt(build.nowhere(node.start)),
    build.nameAt(isMethod ? written : name, node),
    node,
  );
};

const subscript: Rule = (ctx, node) => {
  const [owner, index, ...others] = namedIn(node);
  if (!owner || !index || others.length > 0) return unseen(ctx, node);
  if (textIn(ctx, owner) === 'ENV') {
    const env = build.member(
      build.nameAt('process', build.nowhere(node.start)),
      build.nameAt('env', build.nowhere(node.start)),
      owner,
    );
    return build.element(env, ctx.expression(index), node);
  }
  return build.element(ctx.expression(owner), ctx.expression(index), node);
};

const BINARY: Readonly<Record<string, ts.BinaryOperator>> = {
  '+': operators.PLUS,
  '%': operators.REMAINDER,
  '||': operators.OR,
  or: operators.OR,
  '&&': operators.AND,
  and: operators.AND,
  '==': operators.EQUALS,
  '===': operators.EQUALS,
  '=~': operators.EQUALS,
  '!=': operators.DIFFERS,
};

const operation: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type ?? '';
  const kind: ts.BinaryOperator | undefined = BINARY[operator] ?? operators.CALCULATES[operator];
  if (kind === undefined || operator === '<<') return unseen(ctx, node);
  return build.binary(part(ctx, node, 'left'), kind, part(ctx, node, 'right'), node);
};

const grouped: Rule = (ctx, node) => {
  const [only, ...others] = inner(ctx, node);
  return only && others.length === 0 ? build.parenthesized(only, node) : build.opaque(node, inner(ctx, node));
};

/** `curl …` in backticks, `%x{…}`: a command that a shell runs. */
const backticks: Rule = (ctx, node) => {
  const at = build.nowhere(node.start);
  return build.call(
    build.member(build.nameAt('Kernel', at), build.nameAt('backticks', at), at),
    [stringLiteral(ctx, node)],
    node,
  );
};

const RULES: Readonly<Record<string, Rule>> = {
  identifier,
  constant,
  scope_resolution: constant,
  instance_variable: field,
  class_variable: field,
  global_variable: (ctx, node) => build.nameAt(textIn(ctx, node), node),
  self: (_ctx, node) => build.thisAt(node),
  nil: (_ctx, node) => build.nullAt(node),
  true: (_ctx, node) => build.booleanAt(true, node),
  false: (_ctx, node) => build.booleanAt(false, node),
  integer: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  float: (ctx, node) => build.numberAt(textIn(ctx, node).replaceAll('_', ''), node),
  string: stringLiteral,
  chained_string: joinedLiterals,
  subshell: backticks,
  heredoc_beginning: heredoc,
  simple_symbol: symbol,
  bare_string: bareWord,
  string_array: (ctx, node) => build.array(inner(ctx, node), node),
  array: (ctx, node) => build.array(inner(ctx, node), node),
  hash,
  element_reference: subscript,
  call: callExpression,
  binary: operation,
  unary: (ctx, node) => {
    const isNot = /^(?:!|not)/.test(textIn(ctx, node));
    return isNot ? build.not(part(ctx, node, 'operand'), node) : unseen(ctx, node);
  },
  conditional: ternary,
  parenthesized_statements: grouped,
  assignment: (ctx, node) =>
    build.binary(part(ctx, node, 'left'), operators.ASSIGN, part(ctx, node, 'right'), node),
  operator_assignment: (ctx, node) =>
    childIn(node, 'operator')?.type === '||='
      ? build.parenthesized(
          build.binary(part(ctx, node, 'left'), operators.OR_ABSENT_ASSIGN, part(ctx, node, 'right'), node),
          node,
        )
      : unseen(ctx, node),
};

/** Lowers an expression of Ruby to the common syntax tree. */
export const expressionOf = byType(RULES);
