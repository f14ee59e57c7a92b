import { oneOf } from '../languages/choices.ts';
import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { ADD } from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { classOf } from './classes.ts';
import { variableOf } from './names.ts';
import { functionStatement } from './functions.ts';
import { importOf } from './imports.ts';
import { type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

/** Target of an assignment: a variable, a member or a list of variables. */
const targetOf = (node: Cst): Cst => {
  let at = node;
  while (/left_assignment_expression|cast_expression|unary_operator/.test(at.type)) {
    const next = namedIn(at).find(({ type }) => type !== 'type_literal');
    if (!next) break;
    at = next;
  }
  return at;
};

const isFirst = (ctx: Lowering, { name, space }: ReturnType<typeof variableOf>): boolean => {
  if (space !== '' && space !== 'local' && space !== 'private') return false;
  if (ctx.scope.declared.has(name)) return false;
  ctx.scope.declared.add(name);
  return true;
};

/** Lowers `$x = value`, to a declaration on first use in a script or function. */
const assign = (ctx: Lowering, target: Cst, value: ts.Expression, span: Cst): Statements => {
  if (target.type === 'variable') {
    const variable = variableOf(textIn(ctx, target));
    if (isFirst(ctx, variable)) return [build.declare(build.nameAt(variable.name, target), value, span)];
    return [build.asStatement(build.assignTo(build.nameAt(variable.name, target), value, span), span)];
  }
  if (target.type === 'array_literal_expression') {
    const names = namedIn(target).map((each) => variableOf(textIn(ctx, each)));
    const isNew = names.map((name) => isFirst(ctx, name)).every(Boolean);
    if (isNew)
      return [
        build.declare(
          build.itemNames(
            namedIn(target).map((node, at) => build.nameAt(names[at]!.name, node)),
            target,
          ),
          value,
          span,
        ),
      ];
  }
  return [build.asStatement(build.assignTo(ctx.expression(target), value, span), span)];
};

const isHash = (node: Cst): boolean => node.type === 'hash_literal_expression';

const assignment: Rule = (ctx, node) => {
  const left = node.children.find(({ type }) => type === 'left_assignment_expression');
  const operator = node.children.find(({ type }) => type === 'assignement_operator');
  const right = childIn(node, 'value');
  if (!left || !right) return [];
  const target = targetOf(left);
  if (right.type === 'assignment_expression') {
    const inner = right.children.find(({ type }) => type === 'left_assignment_expression');
    return inner
      ? [...assignment(ctx, right), ...assign(ctx, target, ctx.expression(targetOf(inner)), node)]
      : [];
  }
  const value = ctx.expression(right);
  const written = operator ? textIn(ctx, operator).trim() : '=';
  if (written === '=') return assign(ctx, target, value, node);
  if (written !== '+=')
    return [
      build.asStatement(build.assignTo(ctx.expression(target), build.opaque(node, [value]), node), node),
    ];
  if (!isHash(right))
    return [build.asStatement(build.binary(ctx.expression(target), ADD, value, node), node)];
  const at = build.nowhere(node.start);
  const merge = build.member(build.nameAt('Object', at), build.nameAt('assign', at), at);
  return [build.asStatement(build.call(merge, [ctx.expression(target), value], node), node)];
};

const blockIn = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block =>
  node ? build.block(statementsIn(ctx, node), node) : build.block([], build.nowhere(at));

const bodyOf = (ctx: Lowering, node: Cst): ts.Block =>
  blockIn(ctx, tokenIn(node, 'statement_block'), node.end);

const conditional: Rule = (ctx, node) => {
  const clauses = (tokenIn(node, 'elseif_clauses')?.children ?? []).filter(
    ({ type }) => type === 'elseif_clause',
  );
  const last = tokenIn(node, 'else_clause');
  const made = (at: Cst, rest: ts.Statement | undefined): ts.Statement => {
    return build.either(part(ctx, at, 'condition'), bodyOf(ctx, at), rest, at);
  };
  const otherwise = clauses.reduceRight<ts.Statement | undefined>(
    (rest, clause) => made(clause, rest),
    last && bodyOf(ctx, last),
  );
  return [made(node, otherwise)];
};

const forEach: Rule = (ctx, node) => {
  const [name, items] = namedIn(node);
  if (name?.type !== 'variable' || !items) return [];
  const variable = variableOf(textIn(ctx, name)).name;
  const of = ctx.expression(items);
  const within = ctx.inside({ ...ctx.scope, declared: new Set([...ctx.scope.declared, variable]) });
  return [
    build.loopOver(
      build.declarations(build.nameAt(variable, name), undefined, name, true),
      of,
      bodyOf(within, node),
      node,
    ),
  ];
};

const repeated: Rule = (ctx, node) => {
  const before = tokenIn(node, 'for_initializer');
  const condition = childIn(node, 'condition') ?? tokenIn(node, 'for_condition');
  return [
    ...(before ? statementsIn(ctx, before) : []),
    build.loop(build.opaque(node, condition ? [ctx.expression(condition)] : []), bodyOf(ctx, node), node),
  ];
};

const tryStatement: Rule = (ctx, node) => {
  const clauses = (tokenIn(node, 'catch_clauses')?.children ?? []).filter(
    ({ type }) => type === 'catch_clause',
  );
  const handler = oneOf(clauses.map((clause) => bodyOf(ctx, clause)));
  const last = tokenIn(node, 'finally_clause');
  return [
    build.attempt(
      bodyOf(ctx, node),
      handler && { name: undefined, body: handler },
      last && bodyOf(ctx, last),
      node,
    ),
  ];
};

const switchStatement: Rule = (ctx, node) => {
  const body = tokenIn(node, 'switch_body');
  const clauses = (body && tokenIn(body, 'switch_clauses')?.children) ?? [];
  const arms = clauses.filter(({ type }) => type === 'switch_clause').map((clause) => bodyOf(ctx, clause));
  return arms.map((arm) =>
    build.either(build.opaque(build.nowhere(arm.pos)), arm, undefined, { start: arm.pos, end: arm.end }),
  );
};

const flow: Rule = (ctx, node) => {
  const word = node.children[0]?.type.toLowerCase();
  const [value] = namedIn(node);
  if (word === 'return') return [build.giveBack(value && ctx.expression(value), node)];
  if (word === 'throw') return [build.fail(build.opaque(node, value ? [ctx.expression(value)] : []), node)];
  if (word === 'exit') return [build.giveBack(undefined, node)];
  return [word === 'break' ? build.breakOff(node) : build.goOn(node)];
};

const nested: Rule = (ctx, node) => statementsIn(ctx, node);

const RULES: Readonly<Record<string, Rule>> = {
  assignment_expression: assignment,
  if_statement: conditional,
  foreach_statement: forEach,
  while_statement: repeated,
  for_statement: repeated,
  do_statement: repeated,
  try_statement: tryStatement,
  switch_statement: switchStatement,
  flow_control_statement: flow,
  function_statement: functionStatement,
  class_statement: (ctx, node) => [classOf(ctx, node)],
  statement_list: nested,
  statement_block: nested,
  script_block: nested,
  script_block_body: nested,
  named_block_list: nested,
  named_block: nested,
  param_block: () => [],
  using_statement: () => [],
  trap_statement: nested,
  command: (ctx, node) => importOf(ctx, node) ?? [build.asStatement(ctx.expression(node), node)],
};

/** True for a statement whose value is the function's result; not for a command without output. */
const isValue = ({ type }: Cst): boolean =>
  !/_statement$|^assignment|block|^statement_list$|^post_|^pre_|^simple_name$|^comment$/.test(type);

const lowered: Rule = (ctx, node) => {
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  if (rule) return rule(ctx, node);
  return isValue(node) ? [build.asStatement(ctx.expression(node), node)] : [];
};

const LISTS =
  /^(?:statement_list|statement_block|script_block|script_block_body|named_block_list|named_block)$/;

/** Lowers the last statement of a function to its result. */
const givenBy: Rule = (ctx, node) => {
  if (LISTS.test(node.type)) return statementsIn(ctx, node, true);
  const isImport = node.type === 'command' && importOf(ctx, node) !== undefined;
  return isValue(node) && !isImport ? [build.giveBack(ctx.expression(node), node)] : lowered(ctx, node);
};

/** Lowers the statements of a block or a script. */
export const statementsIn = (
  ctx: Lowering,
  node: Cst,
  gives = ctx.scope.gives && node.type === 'script_block',
): Statements => {
  const all = namedIn(node);
  return all.flatMap((each, at) =>
    gives && at === all.length - 1 ? givenBy(ctx, each) : lowered(ctx, each),
  );
};
