import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { changeOfRequest } from '../managed/changes.ts';
import { type Lowering, textIn, nestedScope, typeWritten } from '../managed/lowering.ts';
import { oneOf, switchOf } from '../languages/choices.ts';
import { declareTyped } from '../managed/variables.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { chainOf } from './calls.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

export const blockOf = (ctx: Lowering, node: Cst): ts.Block =>
  build.block(statementsIn(nestedScope(ctx), node), node);

const bodyOf = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block => {
  if (!node) return build.block([], build.nowhere(at));
  return node.type === 'block' ? blockOf(ctx, node) : build.block(statementOf(nestedScope(ctx), node), node);
};

const keptAs = (ctx: Lowering, declarator: Cst, written: string, node: Cst, isOwn = true): Statements => {
  const [name, value] = [childIn(declarator, 'name'), childIn(declarator, 'value')];
  return name ? declareTyped(ctx, name, value, written === 'var' ? '' : written, node, isOwn) : [];
};

const variable: Rule = (ctx, node) =>
  node.children
    .filter(({ type }) => type === 'variable_declarator')
    .flatMap((declarator) => keptAs(ctx, declarator, typeWritten(ctx, node), node));

const expressionStatement: Rule = (ctx, node) => {
  const [inner] = namedIn(node);
  if (!inner) return [];
  const change =
    inner.type === 'method_invocation' ? changeOfRequest(ctx, chainOf(ctx, inner), node) : undefined;
  return change ?? [build.asStatement(ctx.expression(inner), node)];
};

const conditional: Rule = (ctx, node) => {
  const [then, otherwise] = [childIn(node, 'consequence'), childIn(node, 'alternative')];
  const rest = otherwise && bodyOf(ctx, otherwise, node.end);
  return [build.either(part(ctx, node, 'condition'), bodyOf(ctx, then, node.end), rest, node)];
};

const forEach: Rule = (ctx, node) => {
  const [name, value] = [childIn(node, 'name'), childIn(node, 'value')];
  if (!name || !value) return [];
  const inside = nestedScope(ctx, [[textIn(ctx, name), typeWritten(ctx, node)]]);
  const names = build.declarations(build.nameAt(textIn(ctx, name), name), undefined, name, true);
  return [
    build.loopOver(names, ctx.expression(value), bodyOf(inside, childIn(node, 'body'), node.end), node),
  ];
};

const stepOf = (ctx: Lowering, node: Cst): Statements =>
  node.type.endsWith('declaration')
    ? statementOf(ctx, node)
    : [build.asStatement(ctx.expression(node), node)];

const forLoop: Rule = (ctx, node) => {
  const inside = nestedScope(ctx);
  const steps = (role: string): Statements =>
    node.children.filter(({ field }) => field === role).flatMap((child) => stepOf(inside, child));
  const init = steps('init');
  const body = bodyOf(inside, childIn(node, 'body'), node.end);
  const whole = build.block([body, ...steps('update')], { start: body.pos, end: body.end });
  return [...init, build.loop(part(inside, node, 'condition'), whole, node)];
};

const caughtIn = (ctx: Lowering, clause: Cst): { name: Cst | undefined; body: ts.Block } => {
  const declared = namedIn(clause).find(({ type }) => type === 'catch_formal_parameter');
  const name = declared && childIn(declared, 'name');
  const scope = nestedScope(ctx, name ? [[textIn(ctx, name), '']] : []);
  return { name, body: bodyOf(scope, childIn(clause, 'body'), clause.end) };
};

const tryStatement: Rule = (ctx, node) => {
  const inside = nestedScope(ctx);
  const resources = (childIn(node, 'resources')?.children ?? []).filter(({ type }) => type === 'resource');
  const opened = resources.flatMap((resource) =>
    keptAs(inside, resource, typeWritten(ctx, resource), resource, false),
  );
  const body = childIn(node, 'body');
  const statements = body ? statementsIn(inside, body) : [];
  const caught = node.children
    .filter(({ type }) => type === 'catch_clause')
    .map((each) => caughtIn(ctx, each));
  const handler = oneOf(caught.map((each) => each.body));
  const [only, ...more] = caught;
  const name = more.length === 0 && only?.name ? build.nameAt(textIn(ctx, only.name), only.name) : undefined;
  const last = node.children.find(({ type }) => type === 'finally_clause');
  const after =
    last &&
    bodyOf(
      ctx,
      namedIn(last).find(({ type }) => type === 'block'),
      last.end,
    );
  const tried = build.block([...opened, ...statements], body ?? build.nowhere(node.start));
  return [build.attempt(tried, handler && { name, body: handler }, after, node)];
};

/** Switch, of which one group runs: it is unknown which. */
const switchStatement: Rule = (ctx, node) => {
  const subject = childIn(node, 'condition');
  const groups = (childIn(node, 'body')?.children ?? []).filter(
    ({ type }) => type === 'switch_block_statement_group' || type === 'switch_rule',
  );
  const arms = groups.map((group) => {
    const inside = namedIn(group).filter(({ type }) => type !== 'switch_label' && type !== 'break_statement');
    return build.block(
      inside.flatMap((child) => statementOf(nestedScope(ctx), child)),
      group,
    );
  });
  return switchOf(ctx, subject, arms);
};

const values = (ctx: Lowering, node: Cst): readonly ts.Expression[] =>
  namedIn(node).map((child) => ctx.expression(child));

const RULES: Readonly<Record<string, Rule>> = {
  local_variable_declaration: variable,
  expression_statement: expressionStatement,
  if_statement: conditional,
  enhanced_for_statement: forEach,
  for_statement: forLoop,
  while_statement: (ctx, node) => [
    build.loop(part(ctx, node, 'condition'), bodyOf(ctx, childIn(node, 'body'), node.end), node),
  ],
  do_statement: (ctx, node) => [
    bodyOf(ctx, childIn(node, 'body'), node.end),
    build.asStatement(part(ctx, node, 'condition'), node),
  ],
  try_statement: tryStatement,
  try_with_resources_statement: tryStatement,
  switch_expression: switchStatement,
  return_statement: (ctx, node) => [build.giveBack(values(ctx, node)[0], node)],
  yield_statement: (ctx, node) => values(ctx, node).map((value) => build.asStatement(value, node)),
  throw_statement: (ctx, node) => [build.fail(build.opaque(node, values(ctx, node)), node)],
  break_statement: (_ctx, node) => [build.breakOff(node)],
  continue_statement: (_ctx, node) => [build.goOn(node)],
  synchronized_statement: (ctx, node) => [bodyOf(ctx, childIn(node, 'body'), node.end)],
  labeled_statement: (ctx, node) =>
    namedIn(node)
      .slice(1)
      .flatMap((child) => statementOf(ctx, child)),
  block: (ctx, node) => [blockOf(ctx, node)],
};

const statementOf = (ctx: Lowering, node: Cst): Statements => {
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  if (rule) return rule(ctx, node);
  return /expression|invocation|literal/.test(node.type)
    ? [build.asStatement(ctx.expression(node), node)]
    : [];
};

/** Lowers the statements of a block. */
export const statementsIn = (ctx: Lowering, node: Cst): Statements =>
  namedIn(node).flatMap((child) => statementOf(ctx, child));
