import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const SHORT: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}|[^])/g;

const decoded = (escape: string): string | undefined => {
  const kind = escape[1]!;
  if (/^\\[uU]./.test(escape)) {
    const code = Number.parseInt(escape.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }
  const code = /^\\(?:x(..)|([0-7]{3}))$/.exec(escape);
  if (code === null) return SHORT[kind];
  const byte = code[1] === undefined ? Number.parseInt(code[2]!, 8) : Number.parseInt(code[1], 16);
  // A byte from 0x80 on is part of a multi-byte character.
  return byte < 0x80 ? String.fromCodePoint(byte) : undefined;
};

/** Decodes the content of an interpreted literal; `undefined` where it cannot be determined. */
const decodeGo = (raw: string): string | undefined => {
  let isKnown = true;
  const value = raw.replaceAll(ESCAPE, (escape) => {
    const said = decoded(escape);
    if (said === undefined) isKnown = false;
    return said ?? '';
  });
  return isKnown ? value : undefined;
};

const contentOf = ({ start, end }: Span): Span => ({ start: start + 1, end: end - 1 });

/** `"…"`. */
export const interpreted = (ctx: Lowering, node: Cst): ts.Expression => {
  if (node.end - node.start < 2) return build.opaque(node);
  const span = contentOf(node);
  const raw = ctx.text.slice(span.start, span.end);
  const value = decodeGo(raw);
  return build.textAt(value ?? raw, node, { span, spelling: value === undefined ? 'fixed' : 'go-double' });
};

/** Raw literal; carriage returns are not part of its value. */
export const rawLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  if (node.end - node.start < 2) return build.opaque(node);
  const span = contentOf(node);
  const raw = ctx.text.slice(span.start, span.end);
  return build.textAt(raw.replaceAll('\r', ''), node, {
    span,
    spelling: raw.includes('\r') ? 'fixed' : 'go-raw',
  });
};

/** Value of a literal; `undefined` for other nodes. */
export const literalValue = (ctx: Lowering, node: Cst | undefined): string | undefined => {
  if (node?.type === 'interpreted_string_literal') return decodeGo(textIn(ctx, node).slice(1, -1));
  return node?.type === 'raw_string_literal'
    ? textIn(ctx, node).slice(1, -1).replaceAll('\r', '')
    : undefined;
};
