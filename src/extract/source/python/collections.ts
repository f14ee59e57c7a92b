import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const entryOf = (ctx: Lowering, node: Cst): ts.ObjectLiteralElementLike | undefined => {
  if (node.type === 'dictionary_splat') {
    const [value] = namedIn(node);
    return value && build.spreadMember(ctx.expression(value), node);
  }
  const [key, value] = [childIn(node, 'key'), childIn(node, 'value')];
  return key && value && build.property(build.propertyKey(ctx.expression(key)), ctx.expression(value), node);
};

/** `{'a': 1, **more}`. */
export const dictionary = (ctx: Lowering, node: Cst): ts.Expression =>
  build.object(
    namedIn(node).flatMap((entry) => entryOf(ctx, entry) ?? []),
    node,
    node.children.at(-2)?.type === ',',
  );

/** Names that a loop binds to each item: `x`, `a, b`. */
export const loopNames = (ctx: Lowering, node: Cst): ts.BindingName => {
  if (node.type === 'identifier') return build.nameAt(textIn(ctx, node), node);
  const inner = namedIn(node).filter(({ type }) => /identifier|pattern|tuple/.test(type));
  return build.itemNames(
    inner.map((each) => loopNames(ctx, each)),
    node,
  );
};

/** Lowers `[body for x in xs if c]` to `xs.map((x) => body)`; conditions are kept beside the body. */
const mapped = (ctx: Lowering, node: Cst, body: ts.Expression): ts.Expression => {
  const loops = node.children.filter(({ type }) => type === 'for_in_clause');
  const conditions = node.children
    .filter(({ type }) => type === 'if_clause')
    .flatMap((clause) => namedIn(clause).map((inner) => ctx.expression(inner)));
  const given =
    conditions.length === 0
      ? body
      : build.parenthesized(
          ts.setTextRange(
            ts.factory.createComma(build.opaque(build.nowhere(body.pos), conditions), body),
            body,
          ),
          { start: body.pos, end: body.end },
        );
  return loops.reduceRight<ts.Expression>((result, loop) => {
    const [left, right] = [childIn(loop, 'left'), childIn(loop, 'right')];
    if (!left || !right) return build.opaque(node, [result]);
    const list = ctx.expression(right);
    const callback = build.arrow([build.parameter({ name: loopNames(ctx, left) }, left)], result, node);
    const map = build.nameAt(result === given ? 'map' : 'flatMap', build.nowhere(list.end));
    return build.call(build.member(list, map, { start: list.pos, end: list.end }), [callback], node);
  }, given);
};

/** `[x.id for x in xs]`, also in parentheses or braces. */
export const listBuilt = (ctx: Lowering, node: Cst): ts.Expression => {
  const body = childIn(node, 'body');
  return body ? mapped(ctx, node, ctx.expression(body)) : build.opaque(node);
};

/** `{k: v for k, v in xs}`. */
export const dictionaryBuilt = (ctx: Lowering, node: Cst): ts.Expression => {
  const body = childIn(node, 'body');
  const [key, value] = body ? [childIn(body, 'key'), childIn(body, 'value')] : [];
  if (!body || !key || !value) return build.opaque(node);
  const pairs = mapped(ctx, node, build.array([ctx.expression(key), ctx.expression(value)], body));
  const callee = build.member(
    build.nameAt('Object', build.nowhere(node.start)),
    build.nameAt('fromEntries', build.nowhere(node.start)),
    build.nowhere(node.start),
  );
  return build.call(callee, [pairs], node);
};
