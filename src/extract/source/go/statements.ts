import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { EQUALS, OR } from '../languages/operators.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { assignment, constants, incremented, declared, variables } from './assignments.ts';
import { functionDefinition, typesDeclared } from './declarations.ts';
import { loopOf } from './loops.ts';
import { blockScope, type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

/** Block with a scope of its own. */
const blockIn = (ctx: Lowering, node: Cst | undefined, at: number, failed?: string): ts.Block => {
  if (!node) return build.block([], build.nowhere(at));
  return build.block(ctx.inside(blockScope(ctx.scope, failed)).statements(node), node);
};

/** Variable that is an error where the condition holds: `err != nil`. */
const failedWhen = (ctx: Lowering, condition: Cst | undefined): string | undefined => {
  const found = condition && /^(\w+) != nil$/.exec(textIn(ctx, condition));
  return found?.[1];
};

const alternativeOf = (ctx: Lowering, node: Cst | undefined): ts.Statement | undefined => {
  if (!node) return undefined;
  if (node.type !== 'if_statement') return blockIn(ctx, node, node.end);
  const [first, ...others] = conditional(ctx, node);
  return others.length === 0 ? first : build.block([first!, ...others], node);
};

/** `if x := f(); x > 1 { … } else { … }`; declarations of the head are scoped to the statement. */
const conditional: Rule = (outer, node) => {
  const initializer = childIn(node, 'initializer');
  const ctx = initializer ? outer.inside(blockScope(outer.scope)) : outer;
  const before = initializer ? ctx.statements({ ...node, children: [initializer] }) : [];
  const consequence = childIn(node, 'consequence');
  const test = part(ctx, node, 'condition');
  const failed = failedWhen(ctx, childIn(node, 'condition'));
  const then = blockIn(ctx, consequence, node.end, failed);
  const choice = build.either(test, then, alternativeOf(ctx, childIn(node, 'alternative')), node);
  return before.length > 0 ? [build.block([...before, choice], node)] : [choice];
};

const CASES = /^(?:expression_case|type_case|communication_case|default_case)$/;

/** True where a case breaks out of the switch, or falls through. */
const breaks = (node: Cst): boolean =>
  node.children.some(
    (child) =>
      /^(?:break|fallthrough)_statement$/.test(child.type) ||
      (!/^(?:for|expression_switch|type_switch|select)_statement$|^func_literal$/.test(child.type) &&
        breaks(child)),
  );

const testOf = (ctx: Lowering, value: Cst | undefined, arm: Cst): ts.Expression => {
  const list = childIn(arm, 'value');
  const cases = arm.type === 'expression_case' && list ? namedIn(list) : [];
  const tests = cases.map((each) =>
    value ? build.binary(ctx.expression(value), EQUALS, ctx.expression(each), each) : ctx.expression(each),
  );
  const [first, ...others] = tests;
  if (!first) return build.opaque(build.nowhere(arm.start));
  return others.reduce((left, right) => build.binary(left, OR, right, arm), first);
};

const armBody = (ctx: Lowering, node: Cst, arm: Cst): ts.Block => {
  const alias = childIn(node, 'alias');
  const value = childIn(node, 'value');
  const [name] = alias ? namedIn(alias) : [];
  const before =
    name && value
      ? [
          build.declare(
            build.nameAt(textIn(ctx, name), build.nowhere(arm.start)),
            ctx.expression(value),
            build.nowhere(arm.start),
            true,
          ),
        ]
      : [];
  const communication = childIn(arm, 'communication');
  const inside = ctx.inside(blockScope(ctx.scope));
  const list = arm.children.filter(({ type }) => type === 'statement_list');
  const statements = [...(communication ? [communication] : []), ...list];
  return build.block([...before, ...inside.statements({ ...arm, children: statements })], arm);
};

/** `switch`, `select`: the cases in order, the default last. */
const switched: Rule = (outer, node) => {
  const initializer = childIn(node, 'initializer');
  const ctx = initializer ? outer.inside(blockScope(outer.scope)) : outer;
  const before = initializer ? ctx.statements({ ...node, children: [initializer] }) : [];
  const value = node.type === 'expression_switch_statement' ? childIn(node, 'value') : undefined;
  const arms = node.children.filter(({ type }) => CASES.test(type));
  const isPlain = !arms.some(breaks);
  const last = arms.find(({ type }) => type === 'default_case');
  const otherwise = last && armBody(ctx, node, last);
  const chosen = arms
    .filter((arm) => arm !== last)
    .reduceRight<ts.Statement | undefined>(
      (rest, arm) =>
        build.either(
          isPlain ? testOf(ctx, value, arm) : build.opaque(arm, [testOf(ctx, value, arm)]),
          armBody(ctx, node, arm),
          rest,
          arm,
        ),
      otherwise,
    );
  const asked = value && !chosen ? [build.asStatement(ctx.expression(value), value)] : [];
  return before.length > 0
    ? [build.block([...before, ...(chosen ? [chosen] : [])], node)]
    : chosen
      ? [chosen]
      : asked;
};

/** Return value of a function; a trailing error is thrown if set, and left out otherwise. */
const returned: Rule = (ctx, node) => {
  const list = namedIn(node)[0];
  const values = list ? namedIn(list) : [];
  const { count, fails, names } = ctx.scope.results;
  if (values.length === 0) {
    const kept = fails ? names.slice(0, -1) : names;
    const [only, ...others] = kept.map((name) => build.nameAt(name, build.nowhere(node.end)));
    if (!only) return [build.giveBack(undefined, node)];
    return [
      build.giveBack(
        others.length === 0 ? only : build.array([only, ...others], build.nowhere(node.end)),
        node,
      ),
    ];
  }
  const last = values.at(-1)!;
  if (values.length === 1 || values.length !== count || !fails) {
    const all = values.map((each) => ctx.expression(each));
    return [build.giveBack(all.length === 1 ? all[0] : build.array(all, list!), node)];
  }
  const kept = values.slice(0, -1);
  const isFailure = last.type !== 'nil' && textIn(ctx, last) === ctx.scope.failed;
  if (isFailure || (last.type !== 'nil' && kept.every(isZero))) {
    const told = [last, ...kept.filter((each) => !isZero(each))].map((each) => ctx.expression(each));
    return [build.fail(build.construct(build.nameAt('Error', build.nowhere(node.start)), told, last), node)];
  }
  const told = last.type === 'nil' ? [] : [build.asStatement(ctx.expression(last), last)];
  // `return out, json.Unmarshal(data, &out)` returns the document.
  const given = kept.map((each) =>
    last.type === 'call_expression' && each.type === 'identifier'
      ? build.nameAt(textIn(ctx, each), build.nowhere(node.end))
      : ctx.expression(each),
  );
  return [...told, build.giveBack(given.length === 1 ? given[0] : build.array(given, list!), node)];
};

/** True for values returned beside an error: `nil`, `""`, `0`, `Cluster{}`. */
const isZero = (node: Cst): boolean => {
  if (/^(?:nil|false)$/.test(node.type)) return true;
  if (node.type === 'int_literal') return true;
  if (node.type === 'interpreted_string_literal') return node.end - node.start === 2;
  return node.type === 'composite_literal' && namedIn(childIn(node, 'body') ?? node).length === 0;
};

const inner: Rule = (ctx, node) =>
  namedIn(node).flatMap((each) =>
    Object.hasOwn(RULES, each.type)
      ? RULES[each.type]!(ctx, each)
      : [build.asStatement(ctx.expression(each), node)],
  );

const sent: Rule = (ctx, node) => [
  build.asStatement(
    build.opaque(
      node,
      namedIn(node).map((each) => ctx.expression(each)),
    ),
    node,
  ),
];

const RULES: Readonly<Record<string, Rule>> = {
  statement_list: (ctx, node) => ctx.statements(node),
  block: (ctx, node) => [blockIn(ctx, node, node.end)],
  expression_statement: inner,
  short_var_declaration: declared,
  assignment_statement: assignment,
  inc_statement: incremented,
  dec_statement: incremented,
  var_declaration: variables,
  const_declaration: constants,
  type_declaration: typesDeclared,
  function_declaration: functionDefinition,
  method_declaration: functionDefinition,
  if_statement: conditional,
  for_statement: loopOf,
  expression_switch_statement: switched,
  type_switch_statement: switched,
  select_statement: switched,
  return_statement: returned,
  go_statement: inner,
  defer_statement: inner,
  labeled_statement: (ctx, node) =>
    inner(ctx, { ...node, children: node.children.filter(({ field }) => field !== 'label') }),
  break_statement: (_ctx, node) => [build.breakOff(node)],
  continue_statement: (_ctx, node) => [build.goOn(node)],
  send_statement: sent,
  receive_statement: (ctx, node) => sent(ctx, node),
};

/** True for `if err != nil { … }` that leaves the function: the error check of the statement before. */
const asksError = (ctx: Lowering, node: Cst | undefined): boolean => {
  if (node?.type !== 'if_statement' || childIn(node, 'initializer') || childIn(node, 'alternative'))
    return false;
  const condition = childIn(node, 'condition');
  return condition !== undefined && /^\w*[eE]rr\w*\s*!=\s*nil$/.test(textIn(ctx, condition));
};

/** End of a statement's last line, including a trailing comment. */
const lineEnd = (ctx: Lowering, end: number): number => {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?/.exec(ctx.text.slice(end, end + 1000))![0];
  return rest.includes('//') ? end + rest.trimEnd().length : end;
};

/** Lowers the statements of a block or a file. */
export const statementsIn = (ctx: Lowering, node: Cst): Statements => {
  const all = namedIn(node).flatMap((each) => (each.type === 'statement_list' ? namedIn(each) : [each]));
  const { start, end, target } = ctx.statement;
  const lowered = all.flatMap((each, at) => {
    const next = all[at + 1];
    ctx.statement.start = each.start;
    ctx.statement.end = lineEnd(ctx, asksError(ctx, next) ? next!.end : each.end);
    ctx.statement.target = undefined;
    const rule = Object.hasOwn(RULES, each.type) ? RULES[each.type] : undefined;
    return rule ? rule(ctx, each) : [];
  });
  Object.assign(ctx.statement, { start, end, target });
  return lowered;
};
