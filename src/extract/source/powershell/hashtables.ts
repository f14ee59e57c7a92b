import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const keyOf = (ctx: Lowering, node: Cst): ts.PropertyName => {
  const [inner = node] = namedIn(node);
  const { start, end } = inner;
  if (inner.type === 'simple_name')
    return markWritten(build.nameAt(textIn(ctx, inner), inner), {
      span: { start, end },
      spelling: 'ps-name',
    });
  return build.propertyKey(ctx.expression(inner));
};

/** `@{ Accept = '…'; 'X-Y' = $z }`, on one line or on several. */
export const hashtable = (ctx: Lowering, node: Cst): ts.Expression => {
  const body = node.children.find(({ type }) => type === 'hash_literal_body');
  const entries = body ? namedIn(body).filter(({ type }) => type === 'hash_entry') : [];
  return build.object(
    entries.flatMap((entry) => {
      const [key, value] = namedIn(entry);
      if (!key || !value) return [];
      return [build.property(keyOf(ctx, key), ctx.expression(value), { start: entry.start, end: value.end })];
    }),
    node,
  );
};
