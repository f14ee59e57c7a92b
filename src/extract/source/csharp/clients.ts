import * as build from '../languages/build.ts';
import { type Chain, upTo } from '../managed/chain.ts';
import { argumentsOf, spanOf } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { responseText, documentOfText, documentAs } from '../managed/documents.ts';
import type { Lowering } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { factoryClient } from './factory-clients.ts';
import { isClientType } from './made-clients.ts';

const METHODS: Readonly<Record<string, string>> = {
  GetAsync: 'GET',
  GetStringAsync: 'GET',
  GetStreamAsync: 'GET',
  GetByteArrayAsync: 'GET',
  GetFromJsonAsync: 'GET',
  DeleteAsync: 'DELETE',
  DeleteFromJsonAsync: 'DELETE',
  PostAsync: 'POST',
  PutAsync: 'PUT',
  PatchAsync: 'PATCH',
  PostAsJsonAsync: 'POST',
  PutAsJsonAsync: 'PUT',
  PatchAsJsonAsync: 'PATCH',
};

/** Headers of a request; the content type that the body sets is unknown from outside. */
const headersFor = (body: ts.Expression | undefined, at: number): ts.Expression => {
  const here = build.nowhere(at);
  const entry = build.property(build.textAt('Content-Type', here), build.opaque(here), here);
  return build.object(body ? [entry] : [], here);
};

/** Client that a chain is: a variable, one that is made here, or one that a factory creates by its name. */
const clientIn = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  if (chain.links.length > 0 || !chain.root) return factoryClient(ctx, chain);
  return isClientType(ctx, chain.made?.type ?? ctx.typeOf(chain.root)) ? lowerChain(ctx, chain) : undefined;
};

/** Lowers `client.PostAsync(url, content)` to a request that the client sends; `undefined` for all other calls. */
export const clientCall = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  const method = link && Object.hasOwn(METHODS, link.name) ? METHODS[link.name] : undefined;
  const client =
    link && method !== undefined ? clientIn(ctx, upTo(chain, chain.links.length - 1)) : undefined;
  if (!link || method === undefined || !client) return undefined;
  const [url, second, ...others] = argumentsOf(ctx, link.args);
  if (!url) return undefined;
  const span = spanOf(chain);
  const body = method === 'GET' || method === 'DELETE' ? undefined : second;
  const rest = body || !second ? others : [second, ...others];
  const request = build.object(
    [
      build.namedProperty('method', build.textAt(method, build.nowhere(link.dot))),
      build.namedProperty('url', url),
      ...(body ? [build.namedProperty('body', body)] : []),
      ...(rest.length > 0 ? [build.namedProperty('other', build.opaque(span, rest))] : []),
      build.namedProperty('headers', headersFor(body, span.end)),
    ],
    { start: link.at.start, end: span.end },
  );
  const send = build.member(client, build.nameAt('send', build.nowhere(link.dot)), span);
  const sent = build.call(send, [request], span);
  if (link.name.endsWith('FromJsonAsync'))
    return documentAs(ctx, link.types ?? '?', documentOfText(responseText(sent, span), span));
  return /^Get(?:String|Stream|ByteArray)Async$/.test(link.name) ? responseText(sent, span) : sent;
};
