import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { blockScope, type Lowering, textIn } from './lowering.ts';
import { global } from './standard.ts';

type Statements = readonly ts.Statement[];

const bodyIn = (ctx: Lowering, node: Cst, before: Statements = []): ts.Block => {
  const body = childIn(node, 'body');
  if (!body) return build.block(before, build.nowhere(node.end));
  const inside = ctx.inside(blockScope(ctx.scope));
  return build.block([...before, ...inside.statements(body)], body);
};

/** The only statement of a body, if it is a method call. */
const onlyCall = (node: Cst | undefined): Cst | undefined => {
  const all = node ? namedIn(node).flatMap((at) => (at.type === 'statement_list' ? namedIn(at) : [at])) : [];
  const [only, ...others] = all;
  if (!only || others.length > 0) return undefined;
  // Inner loop over the values of one name: `for _, v := range values { req.Header.Add(k, v) }`.
  if (only.type === 'for_statement') return onlyCall(childIn(only, 'body'));
  const [inner] = only.type === 'expression_statement' ? namedIn(only) : [];
  return inner?.type === 'call_expression' ? inner : undefined;
};

/** `for k, v := range headers { req.Header.Set(k, v) }`: copies all members into the headers. */
const copied = (ctx: Lowering, node: Cst, names: readonly Cst[], from: Cst): Statements | undefined => {
  const [key, value] = names;
  const put = onlyCall(childIn(node, 'body'));
  const callee = put && childIn(put, 'function');
  const [owner, name] = callee ? [childIn(callee, 'operand'), childIn(callee, 'field')] : [];
  const [first, second] = put ? namedIn(childIn(put, 'arguments') ?? put) : [];
  if (!key || !value || !owner || !name || !first || !second) return undefined;
  if (!/^(?:Set|Add)$/.test(textIn(ctx, name)) || textIn(ctx, first) !== textIn(ctx, key)) return undefined;
  const given = textIn(ctx, second);
  const inner = namedIn(childIn(node, 'body') ?? node);
  const isValue =
    given === textIn(ctx, value) ||
    given === `${textIn(ctx, value)}[0]` ||
    inner.some(
      (at) => /for_statement/.test(at.type) || namedIn(at).some(({ type }) => type === 'for_statement'),
    );
  if (!isValue) return undefined;
  return [
    build.asStatement(
      build.call(global('Object.assign', node), [ctx.expression(owner), ctx.expression(from)], node),
      node,
    ),
  ];
};

const isName = (at: Cst | undefined): at is Cst => at?.type === 'identifier';

/** `for i, x := range xs`; the keys are unknown unless `xs` is certainly a map. */
const ranged = (outer: Lowering, node: Cst, range: Cst): Statements => {
  const [left, right] = [childIn(range, 'left'), childIn(range, 'right')];
  if (!right) return [bodyIn(outer, node)];
  const names = left ? namedIn(left) : [];
  const whole = copied(outer, node, names, right);
  if (whole) return whole;
  const ctx = outer.inside(blockScope(outer.scope));
  const of = ctx.expression(right);
  const [key, value] = names;
  for (const at of names) ctx.scope.declared.add(textIn(ctx, at));
  const told =
    isName(key) && textIn(ctx, key) !== '_'
      ? [build.declare(build.nameAt(textIn(ctx, key), key), build.opaque(key), key, true)]
      : [];
  const item = isName(value)
    ? build.nameAt(textIn(ctx, value), value)
    : build.itemNames([], build.nowhere(range.end));
  return [
    build.loopOver(
      build.declarations(item, undefined, value ?? range, true),
      of,
      bodyIn(ctx, node, told),
      node,
    ),
  ];
};

/** `for`, in all its forms. */
export const loopOf = (outer: Lowering, node: Cst): Statements => {
  const range = node.children.find(({ type }) => type === 'range_clause');
  if (range) return ranged(outer, node, range);
  const clause = node.children.find(({ type }) => type === 'for_clause');
  const ctx = outer.inside(blockScope(outer.scope));
  const initializer = clause && childIn(clause, 'initializer');
  const before = initializer ? ctx.statements({ ...node, children: [initializer] }) : [];
  const condition =
    (clause && childIn(clause, 'condition')) ??
    node.children.find(
      ({ named, field, type }) => named && field !== 'body' && type !== 'for_clause' && type !== 'comment',
    );
  const update = clause && childIn(clause, 'update');
  const after = update ? ctx.statements({ ...node, children: [update] }) : [];
  const test = condition ? ctx.expression(condition) : build.opaque(build.nowhere(node.start));
  const body = build.loop(test, bodyIn(ctx, node), node);
  return before.length + after.length > 0 ? [build.block([...before, body, ...after], node)] : [body];
};
