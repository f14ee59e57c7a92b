import type { Span, Spelling } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import type { Lowering } from './lowering.ts';

const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  f: '\f',
  e: '\u001b',
  $: '$',
  '"': '"',
  '\\': '\\',
};

const valueOf = (raw: string, spelling: Spelling): string =>
  spelling === 'php-single'
    ? raw.replaceAll(/\\([\\'])/g, '$1')
    : raw.replaceAll(/\\([^])/g, (written, unit: string) => SHORT[unit] ?? written);

export const isInterpolated = ({ named, type }: Cst): boolean =>
  named && type !== 'string_content' && type !== 'escape_sequence';

/** Span of a hole with its braces: `{$x}`. */
const holeSpan = (ctx: Lowering, node: Cst): Span =>
  ctx.text[node.start - 1] === '{' && ctx.text[node.end] === '}'
    ? { start: node.start - 1, end: node.end + 1 }
    : node;

/** `"$c->name"` without braces takes one property name and no longer path. */
const holeAt = (ctx: Lowering, hole: Cst): ts.Expression => {
  const [object, name] = [childIn(hole, 'object'), childIn(hole, 'name')];
  const isBare = holeSpan(ctx, hole).start === hole.start && hole.type.endsWith('member_access_expression');
  if (!isBare || !object || name?.type !== 'name') return ctx.expression(hole);
  const written = { span: { start: name.start, end: name.end }, spelling: 'plain' } as const;
  return build.element(
    ctx.expression(object),
    build.textAt(ctx.text.slice(name.start, name.end), name, written),
    hole,
  );
};

/** Text of a literal between two positions. */
export const textBetween = (
  ctx: Lowering,
  node: Cst,
  inside: Span,
  spelling: Spelling,
  whole: Span,
): ts.Expression => {
  const holes = node.children.filter(
    (child) => isInterpolated(child) && child.start >= inside.start && child.end <= inside.end,
  );
  const edges = [
    inside.start,
    ...holes.flatMap((hole) => {
      const { start, end } = holeSpan(ctx, hole);
      return [start, end];
    }),
    inside.end,
  ];
  const all = Array.from({ length: holes.length + 1 }, (_, at): build.TemplatePiece => {
    const span = { start: edges[at * 2]!, end: edges[at * 2 + 1]! };
    return { value: valueOf(ctx.text.slice(span.start, span.end), spelling), written: { span, spelling } };
  });
  if (holes.length === 0) return build.textAt(all[0]!.value, whole, all[0]!.written);
  return build.template(
    all,
    holes.map((hole) => holeAt(ctx, hole)),
    whole,
  );
};

/** Content of a quoted literal, and its spelling. */
export const contentOf = (
  text: string,
  node: Cst,
): { readonly inside: Span; readonly spelling: Spelling } | undefined => {
  const [open, close] = [node.children[0], node.children.at(-1)];
  if (!/^(?:string|encapsed_string)$/.test(node.type) || !open || !close || open === close) return undefined;
  const mark = text.slice(open.start, open.end);
  const spelling = mark === "'" ? 'php-single' : mark === '"' ? 'php-double' : 'fixed';
  return { inside: { start: open.end, end: close.start }, spelling };
};

/** `'…'`, `"…{$x}"`. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const content = contentOf(ctx.text, node);
  return content ? textBetween(ctx, node, content.inside, content.spelling, node) : build.opaque(node);
};

/** Text of a nowdoc or heredoc, without the indentation of the closing identifier. */
export const heredoc = (ctx: Lowering, node: Cst): ts.Expression => {
  const [body, end] = [childIn(node, 'value'), childIn(node, 'end_tag')];
  if (!body || !end) return build.textAt('', node);
  const lineStart = ctx.text.lastIndexOf('\n', end.start - 1) + 1;
  const indent = ctx.text.slice(lineStart, end.start);
  const start = ctx.text[body.start] === '\n' ? body.start + 1 : body.start;
  const last = ctx.text[lineStart - 2] === '\r' ? lineStart - 2 : lineStart - 1;
  const inside = { start, end: Math.max(start, last) };
  if (indent === '' && node.type === 'heredoc') return textBetween(ctx, body, inside, 'php-here', node);
  const holes = body.children.filter(isInterpolated);
  if (holes.length > 0)
    return build.opaque(
      node,
      holes.map((hole) => ctx.expression(hole)),
    );
  const raw = ctx.text.slice(inside.start, inside.end).replaceAll(`\n${indent}`, '\n');
  return build.textAt(raw.startsWith(indent) ? raw.slice(indent.length) : raw, node);
};

/** Text of a literal without holes; `undefined` for all other nodes. */
export const wholeLiteral = (ctx: Lowering, node: Cst | undefined): string | undefined => {
  const content = node && contentOf(ctx.text, node);
  if (!content || node.children.some(isInterpolated)) return undefined;
  return valueOf(ctx.text.slice(content.inside.start, content.inside.end), content.spelling);
};
