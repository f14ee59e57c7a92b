import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { changeOfHolder } from '../managed/holders.ts';
import { type Lowering, plainType, textIn, nestedScope } from '../managed/lowering.ts';
import { switchOf } from '../languages/choices.ts';
import {
  type Caught,
  handlerOf,
  type StatementRule,
  statementRules,
  type Statements,
} from '../managed/statements.ts';
import { declareTyped } from '../managed/variables.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { chainOf } from './calls.ts';
import { callChange, memberChange, passedOn } from './changes.ts';
import { parametersOf, parameterTypes } from './parameters.ts';
import { registeredClient } from './registered.ts';

const { rules, statementsIn, blockOf, bodyOf, loopOver } = statementRules((ctx, node) =>
  statementOf(ctx, node),
);

export { blockOf, statementsIn };

/** Value of a declarator: the expression after its `=`. */
export const valueIn = (declarator: Cst): Cst | undefined => {
  const at = declarator.children.findIndex(({ type }) => type === '=');
  return at < 0 ? undefined : declarator.children[at + 1];
};

const declared = (ctx: Lowering, node: Cst, statement: Cst, isOwn = true): Statements => {
  const declaration = node.type === 'variable_declaration' ? node : tokenIn(node, 'variable_declaration');
  const type = declaration && childIn(declaration, 'type');
  const written = type && type.type !== 'implicit_type' ? plainType(textIn(ctx, type)) : '';
  return (declaration?.children ?? [])
    .filter(({ type: kind }) => kind === 'variable_declarator')
    .flatMap((declarator) => {
      const name = childIn(declarator, 'name');
      return name
        ? declareTyped(ctx.expecting(written), name, valueIn(declarator), written, statement, isOwn)
        : [];
    });
};

const expressionStatement: StatementRule = (ctx, node) => {
  const [inner] = namedIn(node);
  if (!inner) return [];
  if (inner.type === 'assignment_expression') {
    const change = memberChange(ctx, inner, node);
    if (change) return change;
  }
  const called = inner.type === 'await_expression' ? namedIn(inner)[0] : inner;
  if (called?.type === 'invocation_expression') {
    const registered = registeredClient(ctx, called, node);
    if (registered) return registered;
    const change = callChange(ctx, called, node) ?? changeOfHolder(ctx, chainOf(ctx, called), node);
    if (change) return change;
  }
  const passed = called?.type === 'invocation_expression' ? passedOn(ctx, called, node) : [];
  return [build.asStatement(ctx.expression(inner), node), ...passed];
};

const forLoop: StatementRule = (ctx, node) => {
  const inside = nestedScope(ctx);
  const init = node.children
    .filter(({ field }) => field === 'initializer')
    .flatMap((child) =>
      child.type === 'variable_declaration'
        ? declared(inside, child, child, false)
        : [build.asStatement(inside.expression(child), child)],
    );
  const updates = node.children
    .filter(({ field, named }) => field === 'update' && named)
    .map((child) => build.asStatement(inside.expression(child), child));
  const body = bodyOf(inside, childIn(node, 'body'), node.end);
  const whole = build.block([body, ...updates], { start: body.pos, end: body.end });
  return [...init, build.loop(part(inside, node, 'condition'), whole, node)];
};

const usingStatement: StatementRule = (ctx, node) => {
  const inside = nestedScope(ctx);
  const resource = namedIn(node).find(({ field, type }) => field !== 'body' && type !== 'block');
  const opened =
    resource?.type === 'variable_declaration'
      ? declared(inside, resource, resource, false)
      : resource
        ? [build.asStatement(inside.expression(resource), resource)]
        : [];
  return [build.block([...opened, bodyOf(inside, childIn(node, 'body'), node.end)], node)];
};

const caughtIn = (ctx: Lowering, clause: Cst): Caught => {
  const declaration = tokenIn(clause, 'catch_declaration');
  const name = declaration && childIn(declaration, 'name');
  const scope = nestedScope(ctx, name ? [[textIn(ctx, name), '']] : []);
  return { name, body: bodyOf(scope, childIn(clause, 'body'), clause.end) };
};

const tryStatement: StatementRule = (ctx, node) => {
  const body = childIn(node, 'body');
  const caught = node.children
    .filter(({ type }) => type === 'catch_clause')
    .map((clause) => caughtIn(ctx, clause));
  const handler = handlerOf(ctx, caught);
  const last = tokenIn(node, 'finally_clause');
  const after = last && bodyOf(ctx, tokenIn(last, 'block'), last.end);
  return [build.attempt(bodyOf(ctx, body, node.start), handler, after, node)];
};

/** Switch, of which one section runs: it is unknown which. */
const switchStatement: StatementRule = (ctx, node) => {
  const value = childIn(node, 'value');
  const sections = (childIn(node, 'body')?.children ?? []).filter(({ type }) => type === 'switch_section');
  const arms = sections.map((section) =>
    build.block(
      namedIn(section)
        .filter(({ type }) => /statement$|^block$/.test(type) && type !== 'break_statement')
        .flatMap((child) => statementOf(nestedScope(ctx), child)),
      section,
    ),
  );
  return switchOf(ctx, value, arms);
};

const localFunction: StatementRule = (ctx, node) => {
  const [name, list, body] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'body')];
  if (!name) return [];
  ctx.scope.locals.set(textIn(ctx, name), '');
  const scope = nestedScope(ctx, list ? parameterTypes(ctx, list) : []);
  return [
    build.functionNamed(
      {
        name: build.nameAt(textIn(ctx, name), name),
        parameters: list ? parametersOf(ctx, list) : [],
        body: functionBody(scope, body, node),
      },
      node,
    ),
  ];
};

/** Body of a function: a block, or `=> value`. */
export const functionBody = (ctx: Lowering, body: Cst | undefined, node: Cst): ts.Block => {
  if (!body) return build.block([], build.nowhere(node.end));
  if (body.type === 'block') return build.block(statementsIn(ctx, body), body);
  const [value] = namedIn(body);
  const registered = value?.type === 'invocation_expression' && registeredClient(ctx, value, value);
  if (registered) return build.block(registered, body);
  return build.block(value ? [build.giveBack(ctx.expression(value), value)] : [], body);
};

const RULES: Readonly<Record<string, StatementRule>> = {
  ...rules,
  local_declaration_statement: (ctx, node) => declared(ctx, node, node),
  expression_statement: expressionStatement,
  global_statement: (ctx, node) => namedIn(node).flatMap((child) => statementOf(ctx, child)),
  foreach_statement: (ctx, node) => loopOver(ctx, node, { name: 'left', value: 'right', type: '' }),
  for_statement: forLoop,
  using_statement: usingStatement,
  lock_statement: (ctx, node) => [bodyOf(ctx, tokenIn(node, 'block'), node.end)],
  try_statement: tryStatement,
  switch_statement: switchStatement,
  local_function_statement: localFunction,
};

const statementOf = (ctx: Lowering, node: Cst): Statements => {
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  if (rule) return rule(ctx, node);
  return /expression|literal/.test(node.type) ? [build.asStatement(ctx.expression(node), node)] : [];
};
