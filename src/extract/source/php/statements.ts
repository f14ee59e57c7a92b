import { call, member, nameAt, nowhere, opaque } from '../languages/builders.ts';
import { part } from '../languages/expression-rules.ts';
import { exportAll } from '../languages/modules.ts';
import {
  attempt,
  block,
  breakOff,
  declarations,
  loopOver,
  either,
  fail,
  giveBack,
  goOn,
  loop,
  asStatement,
} from '../languages/statements.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { assignment, compoundAssignment, referenced } from './assignments.ts';
import { classOf } from './classes.ts';
import { handleChanged } from './curl.ts';
import { constants, defined, shared, statics } from './declarations.ts';
import { functionOf } from './functions.ts';
import { pathOf } from './modules.ts';
import { type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

const bodyOf = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block => {
  if (!node) return block([], nowhere(at));
  const isList = /^(?:compound_statement|colon_block)$/.test(node.type);
  return block(ctx.statements(isList ? namedIn(node) : [node]), node);
};

const chosen = (ctx: Lowering, node: Cst, rest: readonly Cst[]): ts.Statement => {
  const [next, ...others] = rest;
  const otherwise =
    next &&
    (next.type === 'else_if_clause'
      ? chosen(ctx, next, others)
      : bodyOf(ctx, childIn(next, 'body') ?? next, next.end));
  return either(part(ctx, node, 'condition'), bodyOf(ctx, childIn(node, 'body'), node.end), otherwise, node);
};

const console = (ctx: Lowering, node: Cst): Statements => {
  const at = nowhere(node.start);
  const said = namedIn(node).map((child) => ctx.expression(child));
  return [asStatement(call(member(nameAt('console', at), nameAt('log', at), at), said, node), node)];
};

const ends: Rule = (ctx, node) => [
  fail(
    opaque(
      node,
      namedIn(node).map((child) => ctx.expression(child)),
    ),
    node,
  ),
];

const repeated: Rule = (ctx, node) => {
  const [list, names] = namedIn(node);
  const item = names?.type === 'pair' ? namedIn(names).at(-1) : names;
  const body = childIn(node, 'body');
  if (!list || !item) return [];
  const of = ctx.expression(list);
  for (const name of names?.type === 'pair' ? namedIn(names) : [item])
    ctx.scope.declared.add(textIn(ctx, name));
  const name = nameAt(item.type === 'variable_name' ? textIn(ctx, item) : '$', item);
  return [loopOver(declarations(name, undefined, item, true), of, bodyOf(ctx, body, node.end), node)];
};

const looped: Rule = (ctx, node) => {
  const before = childIn(node, 'initialize');
  return [
    ...(before ? ctx.statements([before]) : []),
    loop(opaque(node), bodyOf(ctx, childIn(node, 'body'), node.end), node),
  ];
};

const cases: Rule = (ctx, node) => {
  const arms = namedIn(childIn(node, 'body') ?? node);
  return [
    asStatement(opaque(node, [part(ctx, node, 'condition')]), node),
    ...arms.map((arm) => {
      const value = childIn(arm, 'value');
      const inside = namedIn(arm).filter((child) => child !== value && child.type !== 'break_statement');
      return either(opaque(nowhere(arm.start)), block(ctx.statements(inside), arm), undefined, arm);
    }),
  ];
};

const guarded: Rule = (ctx, node) => {
  const caught = node.children.filter(({ type }) => type === 'catch_clause');
  for (const clause of caught) {
    const name = childIn(clause, 'name');
    if (name) ctx.scope.declared.add(textIn(ctx, name));
  }
  const bodies = caught.map((clause) => bodyOf(ctx, childIn(clause, 'body'), clause.end));
  const [first, ...others] = bodies;
  const all =
    first && others.length > 0
      ? block(
          bodies.map((body) => {
            const span = { start: body.pos, end: body.end };
            return either(opaque(nowhere(body.pos)), body, undefined, span);
          }),
          { start: first.pos, end: others.at(-1)!.end },
        )
      : first;
  const last = tokenIn(node, 'finally_clause');
  const name = caught.length === 1 ? childIn(caught[0]!, 'name') : undefined;
  return [
    attempt(
      bodyOf(ctx, childIn(node, 'body'), node.end),
      all && { name: name && nameAt(textIn(ctx, name), name), body: all },
      last && bodyOf(ctx, childIn(last, 'body'), last.end),
      node,
    ),
  ];
};

const INCLUDES = /^(?:require|include)(?:_once)?_expression$/;

const expression: Rule = (ctx, node) => {
  const [inner] = namedIn(node);
  if (!inner) return [];
  const plain = inner.type === 'error_suppression_expression' ? (namedIn(inner)[0] ?? inner) : inner;
  if (plain.type === 'assignment_expression') return assignment(ctx, plain);
  if (plain.type === 'augmented_assignment_expression') return compoundAssignment(ctx, plain);
  if (plain.type === 'reference_assignment_expression') return referenced(ctx, plain);
  if (plain.type === 'throw_expression') return ends(ctx, plain);
  if (INCLUDES.test(plain.type)) {
    const path = pathOf(textIn(ctx, plain));
    return path === undefined ? [asStatement(ctx.expression(plain), node)] : [exportAll(path, plain)];
  }
  if (plain.type === 'function_call_expression') {
    const callee = childIn(plain, 'function');
    const name = callee ? textIn(ctx, callee).replace(/^\\/, '') : '';
    const found = name === 'define' ? defined(ctx, plain) : handleChanged(ctx, plain);
    if (found) return found;
  }
  return [asStatement(ctx.expression(inner), node)];
};

const returned: Rule = (ctx, node) => {
  const [value] = namedIn(node);
  const given = value && ctx.expression(value);
  if (ctx.scope.inFunction || !given) return [giveBack(given, node)];
  const at = nowhere(node.start);
  const target = member(nameAt('module', at), nameAt('exports', at), at);
  return [
    asStatement(
      ts.setTextRange(ts.factory.createAssignment(target, given), { pos: node.start, end: node.end }),
      node,
    ),
  ];
};

const removed: Rule = (ctx, node) =>
  namedIn(node).map((target) =>
    asStatement(
      ts.setTextRange(ts.factory.createDeleteExpression(ctx.expression(target)), {
        pos: node.start,
        end: node.end,
      }),
      node,
    ),
  );

const nested: Rule = (ctx, node) => ctx.statements(namedIn(childIn(node, 'body') ?? { children: [] }));

const RULES: Readonly<Record<string, Rule>> = {
  expression_statement: expression,
  compound_statement: (ctx, node) => [block(ctx.statements(namedIn(node)), node)],
  if_statement: (ctx, node) => [
    chosen(
      ctx,
      node,
      node.children.filter(({ field }) => field === 'alternative'),
    ),
  ],
  while_statement: (ctx, node) => [
    loop(part(ctx, node, 'condition'), bodyOf(ctx, childIn(node, 'body'), node.end), node),
  ],
  do_statement: (ctx, node) => [loop(opaque(node), bodyOf(ctx, childIn(node, 'body'), node.end), node)],
  for_statement: looped,
  foreach_statement: repeated,
  switch_statement: cases,
  try_statement: guarded,
  return_statement: returned,
  echo_statement: console,
  exit_statement: ends,
  unset_statement: removed,
  break_statement: (_ctx, node) => [breakOff(node)],
  continue_statement: (_ctx, node) => [goOn(node)],
  const_declaration: constants,
  global_declaration: shared,
  function_static_declaration: statics,
  function_definition: functionOf,
  class_declaration: classOf,
  interface_declaration: classOf,
  trait_declaration: classOf,
  enum_declaration: classOf,
  namespace_definition: nested,
  namespace_use_declaration: () => [],
  declare_statement: () => [],
  text: () => [],
  text_interpolation: () => [],
  php_tag: () => [],
  php_end_tag: () => [],
  empty_statement: () => [],
};

/** Lowers nodes to statements. */
export const statementsIn = (ctx: Lowering, nodes: readonly Cst[]): Statements =>
  nodes.flatMap((node) => {
    const within = ctx.inside({ statement: { start: node.start, end: node.end } });
    if (node.type === 'assignment_expression') return assignment(within, node);
    const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
    return rule ? rule(within, node) : [asStatement(within.expression(node), node)];
  });
