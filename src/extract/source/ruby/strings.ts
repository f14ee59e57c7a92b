import type { Spelling } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', s: ' ', e: '\u001b', '0': '\0' };

const valueOf = (raw: string, spelling: Spelling): string =>
  spelling === 'rb-single'
    ? raw.replaceAll(/\\([\\'])/g, '$1')
    : raw.replaceAll(/\\([^])/g, (_, unit: string) => SHORT[unit] ?? unit);

const pieces = (
  ctx: Lowering,
  node: Cst,
  inside: { readonly start: number; readonly end: number },
  spelling: Spelling,
): ts.Expression => {
  const holes = namedIn(node).filter(({ type }) => type === 'interpolation');
  const edges = [inside.start, ...holes.flatMap(({ start, end }) => [start, end]), inside.end];
  const all = Array.from({ length: holes.length + 1 }, (_, at): build.TemplatePiece => {
    const span = { start: edges[at * 2]!, end: edges[at * 2 + 1]! };
    return { value: valueOf(ctx.text.slice(span.start, span.end), spelling), written: { span, spelling } };
  });
  if (holes.length === 0) return build.textAt(all[0]!.value, node, all[0]!.written);
  return build.template(
    all,
    holes.map((hole) => {
      const inner = namedIn(hole);
      return inner.length === 1 ? ctx.expression(inner[0]!) : build.opaque(hole);
    }),
    node,
  );
};

/** `'…'`, `"…#{x}"`, `%q(…)`. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const [open, close] = [node.children[0], node.children.at(-1)];
  if (!open || !close || open === close) return build.opaque(node);
  const mark = textIn(ctx, open);
  const spelling = mark === "'" ? 'rb-single' : /^(?:"|`|%x\W)$/.test(mark) ? 'rb-double' : 'fixed';
  return pieces(ctx, node, { start: open.end, end: close.start }, spelling);
};

/** Word of `%w[a b]` and `%W[a #{b}]`. */
export const bareWord = (ctx: Lowering, node: Cst): ts.Expression => pieces(ctx, node, node, 'fixed');

/** `<<~JSON`, whose lines follow further down. */
export const heredoc = (ctx: Lowering, node: Cst): ts.Expression => {
  const body = ctx.facts.heredocs.get(node.start);
  const end = body?.children.find(({ type }) => type === 'heredoc_end');
  if (!body || !end) return build.opaque(node);
  const start = ctx.text[body.start] === '\n' ? body.start + 1 : body.start;
  const isRaw = textIn(ctx, node).includes("'");
  return pieces(ctx, body, { start, end: Math.max(start, end.start) }, isRaw ? 'fixed' : 'rb-here');
};

/** Adjacent literals, which are one text. */
export const joinedLiterals = (ctx: Lowering, node: Cst): ts.Expression =>
  namedIn(node)
    .map((part) => stringLiteral(ctx, part))
    .reduce((left, right) => build.binary(left, PLUS, right, { start: left.pos, end: right.end }));

/** `:json`: a text that is the symbol's name. */
export const symbol = (ctx: Lowering, node: Cst): ts.Expression =>
  build.textAt(textIn(ctx, node).replaceAll(/^:"?|"$/g, ''), node);
