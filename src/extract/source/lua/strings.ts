import type { Spelling } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|(\d{1,3})|u\{([\da-fA-F]+)\}|z\s*|(\r\n|[^]))/g;

const valueOf = (raw: string): string =>
  raw.replaceAll(ESCAPE, (whole, hex?: string, decimal?: string, point?: string, unit?: string) => {
    if (hex ?? point) return String.fromCodePoint(Number.parseInt((hex ?? point)!, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return whole.startsWith('\\z') ? '' : (SHORT[unit!] ?? unit!);
  });

/** A string without its first characters. */
export const stringBetween = (ctx: Lowering, node: Cst, skipped: number): ts.Expression => {
  const [open, close] = [childIn(node, 'start'), childIn(node, 'end')];
  if (!open || !close) return build.opaque(node);
  const mark = textIn(ctx, open);
  const isLong = mark.startsWith('[');
  // A line break at the start of a long string is not part of it.
  const broken = isLong ? (/^\r?\n/.exec(ctx.text.slice(open.end, close.start))?.[0].length ?? 0) : 0;
  const span = { start: open.end + broken + skipped, end: close.start };
  const raw = ctx.text.slice(span.start, span.end);
  const spelling: Spelling = isLong ? 'lua-long' : mark === "'" ? 'lua-single' : 'lua-double';
  return build.textAt(isLong ? raw : valueOf(raw), node, { span, spelling });
};

/** `"…"`, `'…'`, `[[…]]`. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => stringBetween(ctx, node, 0);
