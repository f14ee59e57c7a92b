import * as build from '../languages/build.ts';
import { decodeEscapes, isPlainContent, withoutIndent } from '../managed/escapes.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** `"…"`, and a text block, which is read but not edited. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const raw = textIn(ctx, node);
  if (raw.startsWith('"""')) {
    const body = raw.slice(3, -3).replace(/^[ \t]*\r?\n/, '');
    const value = decodeEscapes(withoutIndent(body, true));
    return value === undefined ? build.opaque(node) : build.textAt(value, node);
  }
  const span = { start: node.start + 1, end: Math.max(node.start + 1, node.end - 1) };
  const content = ctx.text.slice(span.start, span.end);
  const value = decodeEscapes(content);
  if (value === undefined) return build.opaque(node);
  return build.textAt(value, node, { span, spelling: isPlainContent(content) ? 'java-double' : 'fixed' });
};
