import * as build from '../languages/build.ts';
import type { Span } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import { argumentsOf, type Chain, spanOf } from './chain-kinds.ts';
import { CHANGES_REQUESTS, CLIENT_KINDS } from './client-kinds.ts';
import { isTypeOf, type Lowering, textIn } from './lowering.ts';
import { callLibrary } from './names.ts';

/** Library of the client that a chain makes, if any. */
const clientLibrary = (ctx: Lowering, { root, made: making, links }: Chain): string | undefined => {
  const type = making?.type ?? (root ? textIn(ctx, root) : '');
  const start = making ? `new ${type}` : `${type}.${links[0]?.name ?? ''}`;
  return CLIENT_KINDS.find(({ library: name, starts }) => starts.includes(start) && isTypeOf(ctx, type, name))
    ?.library;
};

/** Client that is made here; what its interceptors do to requests is unknown. */
export const madeClient = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const name = clientLibrary(ctx, chain);
  const last = chain.links.at(-1)?.name;
  if (name === undefined || (chain.links.length > 1 && last !== 'build')) return undefined;
  const span = spanOf(chain);
  const args = chain.links.flatMap((link) => argumentsOf(ctx, link.args));
  const changing = chain.links.find((link) => CHANGES_REQUESTS.test(link.name));
  const others = args.length > 0 ? [build.opaque(span, args)] : [];
  const transport = transportOf(changing && { start: changing.at.start, end: changing.end }, span);
  return callLibrary(ctx, name, 'client', [...others, transport], span);
};

/** Transport of a client: plain, or unknown. */
export const transportOf = (unseen: Span | undefined, { start }: Span): ts.Expression => {
  const at = build.nowhere(start);
  return build.object(
    [build.property(build.nameAt('transport', at), unseen ? build.opaque(unseen) : build.nullAt(at), at)],
    at,
  );
};
