import * as build from '../languages/build.ts';
import type { Span } from '../../../model/index.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import type { Chain, Link } from './chain.ts';
import { argumentsOf, spanOf } from './chain-kinds.ts';
import {
  CHANGES_REQUESTS,
  type ClientKind,
  clientKindOf,
  isHarmlessHook,
  type Sets,
} from './client-kinds.ts';
import { type Lowering, textIn } from './lowering.ts';
import { callLibrary } from './names.ts';
import { insertionPointInChain } from './insertion-points.ts';
import { entryNamed } from '../../../model/index.ts';

/** Client that is made here; what its interceptors do to requests is unknown. */
export const madeClient = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const kind = clientKindOf(ctx, chain);
  if (!kind) return undefined;
  if (kind.sets) return clientWith(ctx, chain, kind, kind.sets);
  const span = spanOf(chain);
  const args = chain.links.flatMap((link) => argumentsOf(ctx, link.args));
  const changing = chain.links.find(
    (link) => CHANGES_REQUESTS.test(link.name) && !link.args.every((arg) => isHarmlessHook(ctx, arg)),
  );
  const others = args.length > 0 ? [build.opaque(span, args)] : [];
  const transport = transportOf(changing && { start: changing.at.start, end: changing.end }, span);
  return callLibrary(ctx, kind.library, 'client', [...others, transport], span);
};

/** Client with the base URL and the headers that its builder is given. */
const clientWith = (
  ctx: Lowering,
  chain: Chain,
  kind: ClientKind,
  sets: Readonly<Record<string, Sets>>,
): ts.Expression => {
  const span = spanOf(chain);
  const given = chain.links.map((link) => ({
    link,
    sets: entryNamed(sets, link.name),
    args: argumentsOf(ctx, link.args),
  }));
  const bases = given.flatMap(({ sets: set, args }) => (set === 'base' && args[0] ? [args[0]] : []));
  const headers = given.filter((each) => each.sets === 'header' && each.args.length === 2);
  const others = given.filter((each) => !bases.includes(each.args[0]!) && !headers.includes(each));
  const unseen = others.find(({ link, sets: set }) => mayAdd(ctx, link, set))?.link;
  const builder = isGiven(chain) ? chain.root : undefined;
  const last = (headers.at(-1) ?? given.findLast((each) => each.sets === 'base'))?.link ?? chain.links[0];
  const passed = others.flatMap(({ args }) => args);
  const members = [
    ...bases.map((base) => build.namedProperty('base', base)),
    ...(passed.length > 0 ? [build.namedProperty('other', build.opaque(span, passed))] : []),
    build.namedProperty(
      'headers',
      headersOf(
        ctx,
        headers.map(({ args }) => args),
        last,
        kind,
      ),
    ),
  ];
  const from = unseen ? { start: unseen.at.start, end: unseen.end } : builder;
  return callLibrary(
    ctx,
    kind.library,
    'client',
    [build.object(members, span), transportOf(from, span)],
    span,
  );
};

/** True for a call that may add headers: one that is not known, or a client that is not a plain one. */
const mayAdd = (ctx: Lowering, { args: [first] }: Link, set: Sets | undefined): boolean =>
  set === undefined ||
  set === 'header' ||
  (set === 'client' && !/^(?:new\s+)?OkHttpClient\(\)$/.test(first ? textIn(ctx, first) : ''));

/** True where the builder is a variable, whose origin is not visible. */
const isGiven = ({ root, made, links }: Chain): boolean =>
  root !== undefined && !made && links[0]?.name !== 'builder' && links[0]?.name !== 'create';

const headersOf = (
  ctx: Lowering,
  pairs: readonly (readonly ts.Expression[])[],
  last: Link | undefined,
  { writes }: ClientKind,
): ts.Expression => {
  const members = pairs.map(([name, value]) => {
    const key = ts.isStringLiteral(name!)
      ? name
      : ts.setTextRange(ts.factory.createComputedPropertyName(name!), name);
    return build.property(key, value!, { start: name!.pos, end: value!.end });
  });
  const literal = build.object(members, build.nowhere(last?.end ?? 0));
  return last && writes !== undefined && last.name !== 'create'
    ? markInsertionPoint(literal, insertionPointInChain(ctx, last.end, last.dot, writes))
    : literal;
};

/** Options of a client that is not visible: it may add any header. */
export const unseenClient = (span: Span): readonly ts.Expression[] => {
  const at = build.nowhere(span.start);
  return [build.object([], at), transportOf(span, span)];
};

/** Transport of a client: plain, or unknown. */
export const transportOf = (unseen: Span | undefined, { start }: Span): ts.Expression => {
  const at = build.nowhere(start);
  return build.object(
    [build.property(build.nameAt('transport', at), unseen ? build.opaque(unseen) : build.nullAt(at), at)],
    at,
  );
};
