import * as build from '../languages/build.ts';
import type { Spelling } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const SHORT: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Value of the content of double quotes: a backtick escapes. */
const expanded = (raw: string): string =>
  raw.replaceAll(/`u\{([\da-fA-F]{1,6})\}|`(\r\n|[^])|""/g, (_, code?: string, unit?: string) => {
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    if (unit === undefined) return '"';
    return /[\r\n]/.test(unit) ? unit : (SHORT[unit] ?? unit);
  });

/** `'…'`, where a doubled quote is one. */
export const verbatim = (ctx: Lowering, node: Cst): ts.Expression => {
  const span = { start: node.start + 1, end: node.end - 1 };
  const value = ctx.text.slice(span.start, span.end).replaceAll("''", "'");
  return build.textAt(value, node, { span, spelling: 'ps-single' });
};

/** Lines between `@'` and `'@`; the first and the last line break belong to the delimiters. */
const insideHere = (ctx: Lowering, node: Cst): { start: number; end: number } => {
  const [open = ''] = /^@['"][^\S\n]*\r?\n/.exec(textIn(ctx, node)) ?? [];
  const [close = ''] = /\r?\n['"]@$/.exec(textIn(ctx, node)) ?? [];
  const start = node.start + open.length;
  return { start, end: Math.max(start, node.end - close.length) };
};

export const verbatimHere = (ctx: Lowering, node: Cst): ts.Expression => {
  const span = insideHere(ctx, node);
  return build.textAt(ctx.text.slice(span.start, span.end), node, { span, spelling: 'ps-here' });
};

const withHoles = (
  ctx: Lowering,
  node: Cst,
  inside: { start: number; end: number },
  spelling: Spelling,
): ts.Expression => {
  const holes = namedIn(node).filter(({ type }) => type === 'variable' || type === 'sub_expression');
  const edges = [inside.start, ...holes.flatMap(({ start, end }) => [start, end]), inside.end];
  const pieces = Array.from({ length: holes.length + 1 }, (_, at): build.TemplatePiece => {
    const span = { start: edges[at * 2]!, end: edges[at * 2 + 1]! };
    const raw = ctx.text.slice(span.start, span.end);
    const value = spelling === 'ps-here-double' ? expanded(raw.replaceAll('""', '""""')) : expanded(raw);
    return { value, written: { span, spelling } };
  });
  if (holes.length === 0) return build.textAt(pieces[0]!.value, node, pieces[0]!.written);
  return build.template(
    pieces,
    holes.map((hole) => ctx.expression(hole)),
    node,
  );
};

/** `"$base/groups/$($id)"`. */
export const expandable = (ctx: Lowering, node: Cst): ts.Expression =>
  withHoles(ctx, node, { start: node.start + 1, end: node.end - 1 }, 'ps-double');

export const expandableHere = (ctx: Lowering, node: Cst): ts.Expression =>
  withHoles(ctx, node, insideHere(ctx, node), 'ps-here-double');

const HOLE = /\$(?:\w+(?::\w+)?|\{[^}]*\})/g;

/** A bare word: `Get`, `https://host/groups/$id`. */
export const bareWord = (ctx: Lowering, node: Cst): ts.Expression => {
  const raw = textIn(ctx, node);
  if (/[`(]/.test(raw)) return build.opaque(node);
  const pieceIn = (start: number, end: number): build.TemplatePiece => {
    const span = { start: node.start + start, end: node.start + end };
    return { value: raw.slice(start, end), written: { span, spelling: 'plain' } };
  };
  const found = [...raw.matchAll(HOLE)];
  if (found.length === 0) return build.textAt(raw, node, pieceIn(0, raw.length).written);
  const edges = [0, ...found.flatMap(({ 0: hole, index }) => [index, index + hole.length]), raw.length];
  return build.template(
    Array.from({ length: found.length + 1 }, (_, at) => pieceIn(edges[at * 2]!, edges[at * 2 + 1]!)),
    found.map(({ 0: hole, index }) =>
      ctx.expression({
        type: 'variable',
        named: true,
        start: node.start + index,
        end: node.start + index + hole.length,
        field: undefined,
        children: [],
      }),
    ),
    node,
  );
};
