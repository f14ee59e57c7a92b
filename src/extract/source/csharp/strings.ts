import type { Spelling } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { decodeEscapes, isPlainContent, withoutIndent } from '../managed/escapes.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';

/** `"…"`. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const span = { start: node.start + 1, end: Math.max(node.start + 1, node.end - 1) };
  const content = ctx.text.slice(span.start, span.end);
  const value = decodeEscapes(content);
  if (value === undefined) return build.opaque(node);
  return build.textAt(value, node, { span, spelling: isPlainContent(content) ? 'java-double' : 'fixed' });
};

/** `@"…"`. */
export const verbatimLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const span = { start: node.start + 2, end: Math.max(node.start + 2, node.end - 1) };
  const value = ctx.text.slice(span.start, span.end).replaceAll('""', '"');
  return build.textAt(value, node, { span, spelling: 'cs-verbatim' });
};

/** `"""…"""`, which is read but not edited. */
export const rawLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const raw = textIn(ctx, node);
  const quotes = /^"+/.exec(raw)![0].length;
  const body = raw.slice(quotes, -quotes);
  const lines = /^[ \t]*\r?\n/.test(body) ? withoutIndent(body.replace(/^[ \t]*\r?\n/, ''), true) : body;
  return build.textAt(lines.replace(/\n$/, ''), node);
};

interface Form {
  readonly spelling: Spelling;
  value(raw: string): string | undefined;
}

const unbraced = (text: string): string => text.replaceAll(/\{\{|\}\}/g, (pair) => pair[0]!);

const FORMS: Readonly<Record<'plain' | 'other', Form>> = {
  plain: { spelling: 'cs-interpolated', value: (raw) => decodeEscapes(unbraced(raw)) },
  other: { spelling: 'fixed', value: (raw) => raw },
};

/** `$"…{x}…"`; pieces of a multi-line one are not edited. */
export const interpolated = (ctx: Lowering, node: Cst): ts.Expression => {
  const raw = textIn(ctx, node);
  const isPlain = raw.startsWith('$"') && !raw.startsWith('$""');
  const form = isPlain ? FORMS.plain : FORMS.other;
  const holes = node.children.filter(({ type }) => type === 'interpolation');
  const open = node.start + /^[$@]*"+/.exec(raw)![0].length;
  const close = node.end - (isPlain || raw.endsWith('""') === false ? 1 : /"+$/.exec(raw)![0].length);
  const edges = [open, ...holes.flatMap((hole) => [hole.start, hole.end]), close];
  const pieces = Array.from({ length: holes.length + 1 }, (_, at): build.TemplatePiece => {
    const span = { start: edges[at * 2]!, end: Math.max(edges[at * 2]!, edges[at * 2 + 1]!) };
    const content = ctx.text.slice(span.start, span.end);
    const value = form.value(content);
    const spelling = value !== undefined && isPlainContent(content) ? form.spelling : 'fixed';
    return { value: value ?? content, written: { span, spelling } };
  });
  if (holes.length === 0) return build.textAt(pieces[0]!.value, node, pieces[0]!.written);
  const values = holes.map((hole) => {
    const inner = namedIn(hole).find(({ type }) => !type.startsWith('interpolation_'));
    return inner ? ctx.expression(inner) : build.opaque(hole);
  });
  return build.template(pieces, values, node);
};
