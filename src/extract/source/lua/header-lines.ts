import { insertionPoint, PLAIN_MEMBER } from '../../insertion.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import { markInsertionPoint, markLines } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { entryIn } from './facts.ts';
import { type Lowering, textIn } from './lowering.ts';
import { stringBetween } from './strings.ts';

// Lowers headers as texts, `httpheader = { "Accept: application/json" }`, to members of an object that is marked as lines.

const NAME = /^([A-Za-z][\w-]*):[ \t]*/;

const isJoin = (node: Cst): boolean =>
  node.type === 'binary_expression' && childIn(node, 'operator')?.type === '..';

/** The line without its name. */
const valueOf = (ctx: Lowering, node: Cst, skipped: number): ts.Expression => {
  if (!isJoin(node)) return stringBetween(ctx, node, skipped);
  const [left, right] = [childIn(node, 'left')!, childIn(node, 'right')!];
  return build.binary(valueOf(ctx, left, skipped), PLUS, ctx.expression(right), node);
};

const lineOf = (ctx: Lowering, node: Cst, item: Cst): ts.ObjectLiteralElementLike => {
  let first = node;
  while (isJoin(first)) first = childIn(first, 'left')!;
  const content = first.type === 'string' ? childIn(first, 'content') : undefined;
  const match = content && NAME.exec(textIn(ctx, content));
  if (!match) return build.spreadMember(build.opaque(node, [ctx.expression(node)]), item);
  const [whole, name] = match;
  const span = { start: content.start, end: content.start + name!.length };
  return build.property(build.textAt(name!, span), valueOf(ctx, node, whole.length), item);
};

const nameIn = ({ name }: ts.ObjectLiteralElementLike): string =>
  name && 'text' in name ? name.text.toLowerCase() : '';

/** A list of lines as an object; two of one name, which are both sent, are unknown. */
export const headerLines = (ctx: Lowering, list: Cst): ts.ObjectLiteralExpression => {
  const items = namedIn(list).filter(({ type }) => type === 'field');
  const lines = items.map((item) => lineOf(ctx, childIn(item, 'value') ?? item, item));
  const names = lines.map(nameIn).filter((name) => name !== '');
  const at = build.nowhere(list.end);
  const twice = new Set(names).size < names.length ? [build.spreadMember(build.opaque(at), at)] : [];
  const ended = /^[,;]$/.test(list.children.at(-2)?.type ?? '');
  return markLines(build.object([...lines, ...twice], list, ended));
};

const HEADERS = 'httpheader';

/** Member that a table of options without headers can have: `httpheader = { "…" }`. */
export const roomForLines = (ctx: Lowering, options: Cst): readonly ts.ObjectLiteralElementLike[] => {
  const written = (node: Cst | undefined): string => (node ? textIn(ctx, node) : '');
  const last = namedIn(options).findLast(({ type }) => type === 'field');
  if (!last || entryIn(options, HEADERS, written)) return [];
  const room = { at: last.end, before: `, ${HEADERS} = { "`, after: '" }' };
  const here = build.nowhere(options.start + 1);
  const lines = markInsertionPoint(build.object([], here), insertionPoint(ctx.file, room, PLAIN_MEMBER));
  return [build.property(build.nameAt(HEADERS, here), markLines(lines), here)];
};
