import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { changeOfRequest } from '../managed/changes.ts';
import { type Lowering, textIn, nestedScope, typeWritten } from '../managed/lowering.ts';
import { switchOf } from '../languages/choices.ts';
import {
  type Caught,
  handlerOf,
  type StatementRule,
  statementRules,
  type Statements,
} from '../managed/statements.ts';
import { declareTyped } from '../managed/variables.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { chainOf } from './calls.ts';

const { rules, statementsIn, blockOf, bodyOf, loopOver } = statementRules((ctx, node) =>
  statementOf(ctx, node),
);

export { blockOf, statementsIn };

const keptAs = (ctx: Lowering, declarator: Cst, written: string, node: Cst, isOwn = true): Statements => {
  const [name, value] = [childIn(declarator, 'name'), childIn(declarator, 'value')];
  return name ? declareTyped(ctx, name, value, written === 'var' ? '' : written, node, isOwn) : [];
};

const variable: StatementRule = (ctx, node) =>
  node.children
    .filter(({ type }) => type === 'variable_declarator')
    .flatMap((declarator) => keptAs(ctx, declarator, typeWritten(ctx, node), node));

const expressionStatement: StatementRule = (ctx, node) => {
  const [inner] = namedIn(node);
  if (!inner) return [];
  const change =
    inner.type === 'method_invocation' ? changeOfRequest(ctx, chainOf(ctx, inner), node) : undefined;
  return change ?? [build.asStatement(ctx.expression(inner), node)];
};

const stepOf = (ctx: Lowering, node: Cst): Statements =>
  node.type.endsWith('declaration')
    ? statementOf(ctx, node)
    : [build.asStatement(ctx.expression(node), node)];

const forLoop: StatementRule = (ctx, node) => {
  const inside = nestedScope(ctx);
  const steps = (role: string): Statements =>
    node.children.filter(({ field }) => field === role).flatMap((child) => stepOf(inside, child));
  const init = steps('init');
  const body = bodyOf(inside, childIn(node, 'body'), node.end);
  const whole = build.block([body, ...steps('update')], { start: body.pos, end: body.end });
  return [...init, build.loop(part(inside, node, 'condition'), whole, node)];
};

const caughtIn = (ctx: Lowering, clause: Cst): Caught => {
  const declared = namedIn(clause).find(({ type }) => type === 'catch_formal_parameter');
  const name = declared && childIn(declared, 'name');
  const scope = nestedScope(ctx, name ? [[textIn(ctx, name), '']] : []);
  return { name, body: bodyOf(scope, childIn(clause, 'body'), clause.end) };
};

const tryStatement: StatementRule = (ctx, node) => {
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
  const handler = handlerOf(ctx, caught);
  const last = tokenIn(node, 'finally_clause');
  const after = last && bodyOf(ctx, tokenIn(last, 'block'), last.end);
  const tried = build.block([...opened, ...statements], body ?? build.nowhere(node.start));
  return [build.attempt(tried, handler, after, node)];
};

/** Switch, of which one group runs: it is unknown which. */
const switchStatement: StatementRule = (ctx, node) => {
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

const RULES: Readonly<Record<string, StatementRule>> = {
  ...rules,
  local_variable_declaration: variable,
  expression_statement: expressionStatement,
  enhanced_for_statement: (ctx, node) =>
    loopOver(ctx, node, { name: 'name', value: 'value', type: typeWritten(ctx, node) }),
  for_statement: forLoop,
  try_statement: tryStatement,
  try_with_resources_statement: tryStatement,
  switch_expression: switchStatement,
  synchronized_statement: (ctx, node) => [bodyOf(ctx, childIn(node, 'body'), node.end)],
  labeled_statement: (ctx, node) =>
    namedIn(node)
      .slice(1)
      .flatMap((child) => statementOf(ctx, child)),
};

const statementOf = (ctx: Lowering, node: Cst): Statements => {
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  if (rule) return rule(ctx, node);
  return /expression|invocation|literal/.test(node.type)
    ? [build.asStatement(ctx.expression(node), node)]
    : [];
};
