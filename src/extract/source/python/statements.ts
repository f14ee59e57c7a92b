import { oneOf, switchOf } from '../languages/choices.ts';
import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow } from '../languages/tree-sitter.ts';
import { assign, assignment, changed } from './assignments.ts';
import { classOf } from './classes.ts';
import { keptBy, mayKeep } from './decorators.ts';
import { optionFor } from './option-defaults.ts';
import { changeOfDictionary } from './dictionaries.ts';
import { loopNames } from './collections.ts';
import { importsOf } from './imports.ts';
import { type Lowering, textIn } from './lowering.ts';
import { functionParts } from './functions.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

const expressions = (ctx: Lowering, node: Cst): readonly ts.Expression[] =>
  namedIn(node).map((child) => ctx.expression(child));

/** Block with a scope of its own. */
const blockIn = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block => {
  if (!node) return build.block([], build.nowhere(at));
  return build.block(statementsIn(ctx, node), node);
};

const bodyIn = (ctx: Lowering, node: Cst): ts.Block =>
  blockIn(ctx, childIn(node, 'body') ?? node.children.find(({ type }) => type === 'block'), node.end);

const isText = ({ type }: Cst): boolean => type === 'string' || type === 'concatenated_string';

const expressionStatement: Rule = (ctx, node) =>
  namedIn(node).flatMap((inner): Statements => {
    if (inner.type === 'assignment') return assignment(ctx, inner);
    if (inner.type === 'augmented_assignment') return changed(ctx, inner);
    if (isText(inner)) return [];
    return [build.asStatement(changeOfDictionary(ctx, inner) ?? ctx.expression(inner), node)];
  });

const alternativeOf = (ctx: Lowering, clauses: readonly Cst[]): ts.Statement | undefined => {
  const [clause, ...others] = clauses;
  if (!clause) return undefined;
  if (clause.type === 'else_clause') return bodyIn(ctx, clause);
  const test = part(ctx, clause, 'condition');
  const then = blockIn(ctx, childIn(clause, 'consequence'), clause.end);
  return build.either(test, then, alternativeOf(ctx, others), clause);
};

const conditional: Rule = (ctx, node) => {
  const test = part(ctx, node, 'condition');
  const then = blockIn(ctx, childIn(node, 'consequence'), node.end);
  const clauses = node.children.filter(({ field }) => field === 'alternative');
  return [build.either(test, then, alternativeOf(ctx, clauses), node)];
};

/** Body of a loop, in which an assignment to a variable of the loop declares no other one. */
const loopBody = (ctx: Lowering, node: Cst, left: Cst): ts.Block => {
  const { declared } = ctx.scope;
  const added = [left, ...nodesBelow(left)].flatMap((each) =>
    each.type === 'identifier' && !declared.has(textIn(ctx, each)) ? [textIn(ctx, each)] : [],
  );
  for (const name of added) declared.add(name);
  const body = bodyIn(ctx, node);
  for (const name of added) declared.delete(name);
  return body;
};

const forEach: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  const of = ctx.expression(right);
  const names = build.declarations(loopNames(ctx, left), undefined, left, true);
  const after = node.children.filter(({ type }) => type === 'else_clause');
  return [
    build.loopOver(names, of, loopBody(ctx, node, left), node),
    ...after.map((clause) => bodyIn(ctx, clause)),
  ];
};

const whileLoop: Rule = (ctx, node) => {
  return [build.loop(part(ctx, node, 'condition'), bodyIn(ctx, node), node)];
};

const caughtName = (ctx: Lowering, clause: Cst): ts.Identifier | undefined => {
  const pattern = namedIn(clause).find(({ type }) => type === 'as_pattern');
  const alias = pattern && childIn(pattern, 'alias');
  return alias && build.nameAt(textIn(ctx, alias), alias);
};

const tryStatement: Rule = (ctx, node) => {
  const clauses = node.children.filter(({ type }) => /^except_(?:group_)?clause$/.test(type));
  const body = childIn(node, 'body');
  const good = node.children.find(({ type }) => type === 'else_clause');
  const last = node.children.find(({ type }) => type === 'finally_clause');
  const inside = [...(body ? statementsIn(ctx, body) : []), ...(good ? [bodyIn(ctx, good)] : [])];
  const handler = oneOf(clauses.map((clause) => bodyIn(ctx, clause)));
  const name = clauses.length === 1 ? caughtName(ctx, clauses[0]!) : undefined;
  const finallyBlock = last && bodyIn(ctx, last);
  return [
    build.attempt(
      build.block(inside, body ?? build.nowhere(node.start)),
      handler && { name, body: handler },
      finallyBlock,
      node,
    ),
  ];
};

/** `with a as x, b as y:`; a resource in the block is equivalent to the expression it is made from. */
const withStatement: Rule = (ctx, node) => {
  const items = node.children.flatMap((clause) =>
    clause.type === 'with_clause' ? clause.children.filter(({ type }) => type === 'with_item') : [],
  );
  const opened = items.flatMap((item): Statements => {
    const value = childIn(item, 'value');
    if (!value) return [];
    const alias = value.type === 'as_pattern' ? childIn(value, 'alias') : undefined;
    const [target] = alias ? namedIn(alias) : [];
    const [resource] = value.type === 'as_pattern' ? namedIn(value) : [value];
    if (!resource) return [];
    return target
      ? assign(ctx, target, ctx.expression(resource), item)
      : [build.asStatement(ctx.expression(resource), item)];
  });
  return [...opened, bodyIn(ctx, node)];
};

const definition = (ctx: Lowering, node: Cst, decorators: readonly Cst[] = []): Statements => {
  const parts = functionParts(ctx, node, undefined, decorators);
  ctx.scope.declared.add(parts.name.text);
  return [build.functionNamed(parts, node)];
};

const classDefinition: Rule = (ctx, node) => {
  const name = childIn(node, 'name');
  if (name) ctx.scope.declared.add(textIn(ctx, name));
  return [classOf(ctx, node, [])];
};

const decorated: Rule = (ctx, node) => {
  const inner = childIn(node, 'definition');
  const decorators = node.children.filter(({ type }) => type === 'decorator');
  const saidBy = (each: Cst): readonly ts.Expression[] => {
    const option = inner && optionFor(ctx, each, inner);
    return option ? option.others.map((value) => ctx.expression(value)) : expressions(ctx, each);
  };
  const called = (each: Cst): Statements => saidBy(each).map((value) => build.asStatement(value, each));
  if (inner?.type !== 'class_definition') {
    const isKept = (each: Cst): boolean => inner !== undefined && mayKeep(ctx, each, inner);
    return [
      ...decorators.filter((each) => !isKept(each)).flatMap(called),
      ...(inner ? definition(ctx, inner, decorators) : []),
      ...decorators.filter(isKept).flatMap((each) => keptBy(ctx, each, inner!)),
    ];
  }
  const name = childIn(inner, 'name');
  if (name) ctx.scope.declared.add(textIn(ctx, name));
  return [...decorators.flatMap(called), classOf(ctx, inner, decorators)];
};

const matchStatement: Rule = (ctx, node) => {
  const subject = childIn(node, 'subject');
  const cases = (childIn(node, 'body')?.children ?? []).filter(({ type }) => type === 'case_clause');
  const arms = cases.map((each) => blockIn(ctx, childIn(each, 'consequence'), each.end));
  return switchOf(ctx, subject, arms);
};

const outerNames: Rule = (ctx, node) => {
  for (const name of namedIn(node)) ctx.scope.outer.add(textIn(ctx, name));
  return [];
};

const deleted: Rule = (ctx, node) =>
  namedIn(node)
    .flatMap((inner) => (inner.type === 'expression_list' ? namedIn(inner) : [inner]))
    .map((target) =>
      build.asStatement(
        ts.setTextRange(ts.factory.createDeleteExpression(ctx.expression(target)), {
          pos: node.start,
          end: node.end,
        }),
        node,
      ),
    );

/** `print x` of Python 2. */
const printed: Rule = (ctx, node) => {
  const log = build.member(
    build.nameAt('console', build.nowhere(node.start)),
    build.nameAt('log', build.nowhere(node.start)),
    build.nowhere(node.start),
  );
  return [build.asStatement(build.call(log, expressions(ctx, node), node), node)];
};

const RULES: Readonly<Record<string, Rule>> = {
  expression_statement: expressionStatement,
  if_statement: conditional,
  for_statement: forEach,
  while_statement: whileLoop,
  try_statement: tryStatement,
  with_statement: withStatement,
  function_definition: (ctx, node) => definition(ctx, node),
  class_definition: classDefinition,
  decorated_definition: decorated,
  return_statement: (ctx, node) => [build.giveBack(expressions(ctx, node)[0], node)],
  raise_statement: (ctx, node) => [build.fail(build.opaque(node, expressions(ctx, node)), node)],
  assert_statement: (ctx, node) => expressions(ctx, node).map((inner) => build.asStatement(inner, node)),
  delete_statement: deleted,
  break_statement: (_ctx, node) => [build.breakOff(node)],
  continue_statement: (_ctx, node) => [build.goOn(node)],
  global_statement: outerNames,
  nonlocal_statement: outerNames,
  import_statement: importsOf,
  import_from_statement: importsOf,
  future_import_statement: () => [],
  print_statement: printed,
  match_statement: matchStatement,
  pass_statement: () => [],
  block: (ctx, node) => [build.block(statementsIn(ctx, node), node)],
};

/** Lowers the statements of a block or a file. */
export const statementsIn = (ctx: Lowering, node: Cst): Statements =>
  namedIn(node).flatMap((each) => {
    const rule = Object.hasOwn(RULES, each.type) ? RULES[each.type] : undefined;
    return rule ? rule(ctx, each) : [];
  });
