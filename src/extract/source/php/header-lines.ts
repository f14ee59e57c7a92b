import type { Span, Spelling } from '../../../model/index.ts';
import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import { markClosed, markLines, markInsertionPoint } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import type { Lowering } from './lowering.ts';
import { contentOf, isInterpolated, textBetween } from './strings.ts';

// Lowers headers as texts, `'Accept: application/json'`, to members of an object that is marked as lines.

/** Matches `Accept: …` but not a URL: `https://…`. */
const NAME =
  /^([A-Za-z][\w-]*):(?!\/\/)(?=[ \t])[ \t]*|^([A-Z][\w-]*|accept|content-type|authorization):(?!\/\/)/;
const BREAK = /\\r\\n|\\n|\r?\n/g;

const leftmost = (node: Cst): Cst => {
  let at = node;
  while (at.type === 'binary_expression' && childIn(at, 'left')) at = childIn(at, 'left')!;
  return at;
};

/** True for a text that begins like a header line. */
export const isHeaderLine = (text: string, node: Cst): boolean => {
  const first = leftmost(node);
  const argument = first.type === 'function_call_expression' ? childIn(first, 'arguments') : undefined;
  const literal =
    argument && /^\\?sprintf\b/.test(text.slice(first.start, first.end))
      ? namedIn(namedIn(argument)[0] ?? argument)[0]
      : first;
  const content = literal && contentOf(text, literal);
  return content !== undefined && NAME.test(text.slice(content.inside.start, content.inside.end));
};

/** Piece of header lines: characters of a literal, a value between them, or a line end. */
type Piece =
  | { readonly kind: 'text'; readonly node: Cst; readonly span: Span; readonly spelling: Spelling }
  | { readonly kind: 'value'; readonly node: Cst }
  | { readonly kind: 'break' };

const piecesOfLiteral = (text: string, node: Cst, inside: Span, spelling: Spelling): readonly Piece[] => {
  const holes = node.children.filter(isInterpolated);
  const found: Piece[] = [];
  let start = inside.start;
  const until = (end: number): void => {
    if (end > start) found.push({ kind: 'text', node, span: { start, end }, spelling });
  };
  const raw = text.slice(inside.start, inside.end);
  for (const match of spelling === 'php-single' ? raw.matchAll(/\r?\n/g) : raw.matchAll(BREAK)) {
    const at = inside.start + match.index;
    if (holes.some((hole) => hole.start <= at && at < hole.end)) continue;
    until(at);
    found.push({ kind: 'break' });
    start = at + match[0].length;
  }
  until(inside.end);
  return found;
};

const piecesOf = (text: string, node: Cst): readonly Piece[] => {
  const operator = childIn(node, 'operator')?.type;
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type === 'binary_expression' && operator === '.' && left && right)
    return [...piecesOf(text, left), ...piecesOf(text, right)];
  const content = contentOf(text, node);
  if (content) return piecesOfLiteral(text, node, content.inside, content.spelling);
  if (/^\\?PHP_EOL$/.test(text.slice(node.start, node.end))) return [{ kind: 'break' }];
  return [{ kind: 'value', node }];
};

const linesOf = (pieces: readonly Piece[]): readonly (readonly Piece[])[] => {
  const lines: Piece[][] = [[]];
  for (const piece of pieces)
    if (piece.kind === 'break') lines.push([]);
    else lines.at(-1)!.push(piece);
  return lines.filter((line) => line.length > 0);
};

const valueOf = (ctx: Lowering, piece: Piece): ts.Expression[] => {
  if (piece.kind === 'break') return [];
  if (piece.kind === 'value') return [ctx.expression(piece.node)];
  return [textBetween(ctx, piece.node, piece.span, piece.spelling, piece.span)];
};

const unseen = (ctx: Lowering, node: Cst): ts.ObjectLiteralElementLike =>
  build.spreadMember(build.opaque(node, [ctx.expression(node)]), node);

const memberOf = (
  ctx: Lowering,
  line: readonly Piece[],
  node: Cst,
  span: Span,
): ts.ObjectLiteralElementLike => {
  const [first, ...rest] = line;
  const match =
    first?.kind === 'text' ? NAME.exec(ctx.text.slice(first.span.start, first.span.end)) : undefined;
  if (first?.kind !== 'text' || !match) return unseen(ctx, node);
  const { start } = first.span;
  const called = match[1] ?? match[2]!;
  const name = build.textAt(called, { start, end: start + called.length });
  const begins = { ...first, span: { start: start + match[0].length, end: first.span.end } };
  const values = [begins, ...rest].flatMap((piece) => valueOf(ctx, piece));
  const value = values.reduce((left, right) =>
    build.binary(left, PLUS, right, { start: left.pos, end: right.end }),
  );
  return build.property(name, value, span);
};

const nameOf = (each: ts.ObjectLiteralElementLike): string =>
  each.name && 'text' in each.name ? each.name.text.toLowerCase() : '';

/** True for two lines of one name, which are both sent; an object cannot hold them. */
const isTwice = (members: readonly ts.ObjectLiteralElementLike[]): boolean => {
  const names = members.map(nameOf).filter((name) => name !== '');
  return new Set(names).size < names.length;
};

/** Lowers one line to a member; `undefined` if it does not begin like a header line. */
export const lineMember = (ctx: Lowering, node: Cst): ts.ObjectLiteralElementLike | undefined => {
  if (!isHeaderLine(ctx.text, node)) return undefined;
  const [line = [], ...others] = linesOf(piecesOf(ctx.text, node));
  return others.length > 0 ? unseen(ctx, node) : memberOf(ctx, line, node, node);
};

/** Lowers a list of lines to an object. */
export const headerList = (
  ctx: Lowering,
  items: readonly Cst[],
  span: Span,
  trailing: boolean,
): ts.ObjectLiteralExpression => {
  const members = items.map((item) => lineMember(ctx, item) ?? unseen(ctx, item));
  const at = { start: span.end, end: span.end };
  return markLines(
    build.object(
      [...members, ...(isTwice(members) ? [build.spreadMember(build.opaque(at), at)] : [])],
      span,
      trailing,
    ),
  );
};

/** Lowers `"Accept: …\r\nContent-Type: …\r\n"` to an object; `undefined` for other texts. */
export const headerLines = (ctx: Lowering, node: Cst): ts.ObjectLiteralExpression | undefined => {
  if (!isHeaderLine(ctx.text, node)) return undefined;
  const pieces = piecesOf(ctx.text, node);
  const members = linesOf(pieces).map((line) => memberOf(ctx, line, node, node));
  const literal = build.object([...members, ...(isTwice(members) ? [unseen(ctx, node)] : [])], node);
  const [first] = pieces;
  if (first?.kind !== 'text' || first.spelling !== 'php-double') return markLines(markClosed(literal));
  const room = { at: first.span.start, before: '', after: '\\r\\n' };
  return markLines(markInsertionPoint(literal, insertionPoint(ctx.path, room, PLAIN_MEMBER)));
};
