import { nameAt, nowhere, nullAt, object, opaque, property, spreadMember } from '../languages/builders.ts';
import type { ts } from '../syntax/tree.ts';
import { argumentsOf, type Chain, spanOf } from './chain-kinds.ts';
import { ADDS_HEADERS, CLIENT_KINDS } from './client-kinds.ts';
import { isTypeOf, type Lowering, textIn } from './lowering.ts';
import { callLibrary } from './names.ts';

/** How the chain makes a client: the name of the library, where it is one. */
const clientLibrary = (ctx: Lowering, { root, made: making, links }: Chain): string | undefined => {
  const type = making?.type ?? (root ? textIn(ctx, root) : '');
  const start = making ? `new ${type}` : `${type}.${links[0]?.name ?? ''}`;
  return CLIENT_KINDS.find(({ library: name, starts }) => starts.includes(start) && isTypeOf(ctx, type, name))
    ?.library;
};

/** A client that is made here; what it may add to requests is not seen. */
export const clientOf = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const name = clientLibrary(ctx, chain);
  const last = chain.links.at(-1)?.name;
  if (name === undefined || (chain.links.length > 1 && last !== 'build')) return undefined;
  const span = spanOf(chain);
  const args = chain.links.flatMap((link) => argumentsOf(ctx, link.args));
  const unseen = chain.links.some((link) => ADDS_HEADERS.test(link.name));
  const at = nowhere(span.start);
  const headers = object([spreadMember(opaque(span), span)], nowhere(span.end));
  const defaults = unseen ? object([property(nameAt('headers', at), headers, at)], span) : nullAt(at);
  const others = args.length > 0 ? [opaque(span, args)] : [];
  return callLibrary(
    ctx,
    name,
    unseen ? 'guarded' : 'client',
    unseen || args.length > 0 ? [defaults, ...others] : [],
    span,
  );
};
