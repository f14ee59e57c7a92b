import type { InsertionPoint, Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { insertionPoint } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import { markInsertionPoint, markedInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

// Blocks of Faraday, which set headers and more: `Faraday.new(url) { |f| f.headers['Accept'] = '…' }`,
// `connection.post(url) { |request| request.body = '…' }`.

type Members = readonly ts.ObjectLiteralElementLike[];

export interface BlockSettings {
  /** Headers that the block sets; `undefined` where it sets none. */
  readonly headers: ts.Expression | undefined;
  /** Body that the block sets. */
  readonly body: ts.Expression | undefined;
  /** Statements that set something else. */
  readonly others: readonly Cst[];
}

const spanOf = ({ pos, end }: ts.Node): Span => ({ start: pos, end });

/** Receiver, name and value of `f.headers['Accept'] = value`, `f.body = value`. */
const assignmentIn = (
  ctx: Lowering,
  node: Cst,
): { target: string; key: Cst | undefined; value: Cst } | undefined => {
  const [left, value] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type !== 'assignment' || !left || !value) return undefined;
  const [owner, key, ...more] = left.type === 'element_reference' ? namedIn(left) : [left];
  return owner && more.length === 0 ? { target: textIn(ctx, owner), key, value } : undefined;
};

/** Headers that one statement sets; `undefined` where it mentions none. */
const headersOf = (ctx: Lowering, node: Cst, name: string): Members | undefined => {
  const set = assignmentIn(ctx, node);
  if (set?.target === `${name}.headers`) {
    const value = ctx.expression(set.value);
    return [
      set.key
        ? build.property(build.propertyKey(ctx.expression(set.key)), value, node)
        : build.spreadMember(value, node),
    ];
  }
  if (!/headers|authorization|basic_auth/.test(textIn(ctx, node))) return undefined;
  const [receiver, method] = [childIn(node, 'receiver'), childIn(node, 'method')];
  const isMerge =
    node.type === 'call' && receiver && method && /^(?:merge!|update)$/.test(textIn(ctx, method));
  const given =
    isMerge && textIn(ctx, receiver) === `${name}.headers`
      ? argumentsOf(ctx, childIn(node, 'arguments'))
      : [];
  if (given.length > 0) return given.map((each) => build.spreadMember(each, spanOf(each)));
  return textIn(ctx, node).includes('headers')
    ? [build.spreadMember(build.opaque(build.nowhere(node.end)), build.nowhere(node.end))]
    : undefined;
};

/** Insertion point for one more statement that sets a header: `f.headers['Accept'] = '…'`. */
const insertionPointBehind = ({ file, text }: Lowering, node: Cst, name: string): InsertionPoint => {
  const lead = startsLine(text, node.start) ? eolOf(text) + indentAt(text, node.start) : '; ';
  const room = { at: node.end, before: `${lead}${name}.headers[`, after: '' };
  return insertionPoint(file, room, { separator: '] = ', key: 'single', value: 'single', list: false });
};

/** Settings that the block of a call makes; `undefined` for a call without one. */
export const settingsIn = (ctx: Lowering, node: Cst): BlockSettings | undefined => {
  const found = childIn(node, 'block');
  const [parameter] = namedIn((found && childIn(found, 'parameters')) ?? { children: [] });
  const body = found && childIn(found, 'body');
  if (!found) return undefined;
  const name = parameter ? textIn(ctx, parameter) : '';
  const inner = ctx.inside({ ...ctx.scope, declared: new Set([...ctx.scope.declared, name]) });
  const statements = body ? namedIn(body).filter(({ type }) => type !== 'comment') : [];
  const sets = statements.flatMap((at) => {
    const members = headersOf(inner, at, name);
    return members ? [{ at, members }] : [];
  });
  const bodies = statements.flatMap((at) => {
    const set = assignmentIn(ctx, at);
    return set?.target === `${name}.body` && !set.key ? [{ at, value: inner.expression(set.value) }] : [];
  });
  const known = new Set([...sets, ...bodies].map(({ at }) => at));
  const last = sets.at(-1);
  const headers =
    last &&
    build.object(
      sets.flatMap(({ members }) => members),
      build.nowhere(last.at.end),
    );
  return {
    headers: headers && markInsertionPoint(headers, insertionPointBehind(ctx, last.at, name)),
    body: bodies.length === 1 ? bodies[0]!.value : undefined,
    others: statements.filter((at) => !known.has(at)),
  };
};

/** Call of a client with a block. */
interface BlockCall {
  readonly ctx: Lowering;
  readonly node: Cst;
  readonly owner: ts.Expression;
  readonly method: Cst;
  readonly args: readonly ts.Expression[];
  block(): readonly ts.Expression[];
}

/** Statements of a block that set neither headers nor the body: `req.params['x'] = 1`. */
const SETS_BESIDE = /^\w+\.(?:params|options|url)\b/;

/** Call of a client whose block sets headers or the body; another block may do anything. */
export const sentWithBlock = (sending: BlockCall): ts.Expression | undefined => {
  const { ctx, node, owner, method, args } = sending;
  const set = settingsIn(ctx, node);
  if (!set) return undefined;
  const { headers, body, others } = set;
  const isKnown = others.every((each) => SETS_BESIDE.test(textIn(ctx, each)));
  if (isKnown && !headers && !body) return undefined;
  const at = build.nowhere(node.end);
  const [url = build.nullAt(at), second = build.nullAt(at), third] = args;
  const own = isKnown ? headersBeside(third, headers) : [build.opaque(at, sending.block())];
  const callee = build.member(owner, build.nameAt(textIn(ctx, method), method), method);
  return build.call(callee, [url, body ?? second, ...own], node);
};

/** Headers of the call, and those that its block sets after them. */
const headersBeside = (
  given: ts.Expression | undefined,
  set: ts.Expression | undefined,
): readonly ts.Expression[] => {
  if (!set || !ts.isObjectLiteralExpression(set)) return given ? [given] : [];
  const before = given ? [build.spreadMember(given, { start: given.pos, end: given.end })] : [];
  const whole = build.object([...before, ...set.properties], build.nowhere(set.end));
  const room = markedInsertionPoint(set);
  return [room ? markInsertionPoint(whole, room) : whole];
};
