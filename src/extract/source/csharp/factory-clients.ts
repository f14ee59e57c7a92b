import * as build from '../languages/build.ts';
import { type Chain, upTo } from '../managed/chain.ts';
import { spanOf } from '../managed/chain-kinds.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { clientFunction } from './client-names.ts';
import { clientBehind } from './made-clients.ts';

/**
 * Lowers `factory.CreateClient("atlas")` to a call of the function that registers the client, and
 * `factory.CreateClient()` to a client that adds nothing; `undefined` for other calls.
 */
export const factoryClient = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const last = chain.links.at(-1);
  const { root } = upTo(chain, chain.links.length - 1);
  if (last?.name !== 'CreateClient' || chain.links.length !== 1 || !root) return undefined;
  if (ctx.typeOf(root) !== 'IHttpClientFactory') return undefined;
  const [name, ...others] = last.args;
  const span = spanOf(chain);
  const here = build.nowhere(span.start);
  const made = name && others.length === 0 ? clientFunction(textIn(ctx, name)) : undefined;
  if (made === undefined)
    return clientBehind(ctx, name && { start: name.start, end: name.end }, [], [], span);

  ctx.outside.free.add(made);
  return build.call(build.nameAt(made, here), [], span);
};
