import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { decodeEscapes } from '../managed/escapes.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';

interface Hole extends Span {
  readonly expression: ts.Expression;
}

/** Matches `$name`, which the grammar does not always mark; `\$` is a dollar sign. */
const NAMED = /\\[^]|\$([A-Za-z_]\w*)/g;
const RAW_NAMED = /\$([A-Za-z_]\w*)/g;

const holesIn = (ctx: Lowering, node: Cst, inside: Span, isRaw: boolean): readonly Hole[] => {
  const marked = node.children
    .filter(({ type }) => type === 'interpolation')
    .map((hole): Hole => {
      const [inner, ...others] = namedIn(hole);
      const expression = inner && others.length === 0 ? ctx.expression(inner) : build.opaque(hole);
      return { start: hole.start, end: hole.end, expression };
    });
  const raw = ctx.text.slice(inside.start, inside.end);
  const named = [...raw.matchAll(isRaw ? RAW_NAMED : NAMED)].flatMap((match): readonly Hole[] => {
    const [whole, name] = match;
    const start = inside.start + match.index;
    const end = start + whole.length;
    const isMarked = marked.some((hole) => hole.start < end && start < hole.end);
    if (name === undefined || isMarked) return [];
    const at = { start: start + 1, end };
    const expression = name === 'this' ? build.opaque(at) : nameOf(ctx, name, at);
    return [{ start, end, expression }];
  });
  return [...marked, ...named].toSorted((a, b) => a.start - b.start);
};

const isPlain = (raw: string): boolean => /^(?:[^\\]|\\[nrtb"'\\$]|\\u[\da-fA-F]{4})*$/.test(raw);

const pieceAt = (ctx: Lowering, span: Span, isRaw: boolean): build.TemplatePiece => {
  const raw = ctx.text.slice(span.start, span.end);
  if (isRaw) return { value: raw, written: { span, spelling: 'fixed' } };
  const value = decodeEscapes(raw) ?? '';
  return { value, written: { span, spelling: isPlain(raw) ? 'kotlin-double' : 'fixed' } };
};

/** `"…$name…${x}"` and `"""…"""`; the latter is read but not edited. */
export const stringTemplate = (ctx: Lowering, node: Cst): ts.Expression => {
  const isRaw = node.type === 'multiline_string_literal';
  const width = isRaw ? 3 : 1;
  const inside = { start: node.start + width, end: Math.max(node.start + width, node.end - width) };
  const holes = holesIn(ctx, node, inside, isRaw);
  const edges = [inside.start, ...holes.flatMap(({ start, end }) => [start, end]), inside.end];
  const pieces = Array.from({ length: holes.length + 1 }, (_, at) =>
    pieceAt(ctx, { start: edges[at * 2]!, end: edges[at * 2 + 1]! }, isRaw),
  );
  const [first] = pieces;
  if (holes.length === 0) return build.textAt(first!.value, node, first!.written);
  return build.template(
    pieces,
    holes.map(({ expression }) => expression),
    node,
  );
};

/** Character literal. */
export const character = (ctx: Lowering, node: Cst): ts.Expression =>
  build.textAt(decodeEscapes(textIn(ctx, node).slice(1, -1)) ?? '', node);
