import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { type Chain, upTo } from '../managed/chain.ts';
import { argumentsOf, spanOf } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { transportOf } from '../managed/client-chains.ts';
import { responseText, documentOfText, documentAs } from '../managed/documents.ts';
import { isTypeOf, type Lowering } from '../managed/lowering.ts';
import { callLibrary } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** The library of `HttpClient`. */
export const HTTP = 'System.Net.Http';

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

/** True for a client type of .NET. */
export const isClientType = (ctx: Lowering, type: string | undefined): boolean =>
  type === 'HttpClient' && isTypeOf(ctx, type, HTTP);

const named = (name: string, value: ts.Expression): ts.PropertyAssignment =>
  build.property(build.nameAt(name, build.nowhere(value.pos)), value, { start: value.pos, end: value.end });

/** Headers of a request; the content type that the body sets is unknown from outside. */
const headersFor = (body: ts.Expression | undefined, at: number): ts.Expression => {
  const here = build.nowhere(at);
  const entry = build.property(build.textAt('Content-Type', here), build.opaque(here), here);
  return build.object(body ? [entry] : [], here);
};

/** Lowers `client.PostAsync(url, content)` to a request that the client sends; `undefined` for all other calls. */
export const clientCall = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  const method = link && Object.hasOwn(METHODS, link.name) ? METHODS[link.name] : undefined;
  const [only, ...more] = chain.links;
  if (!link || !only || method === undefined || more.length > 0 || !chain.root) return undefined;
  if (!isClientType(ctx, chain.made?.type ?? ctx.typeOf(chain.root))) return undefined;
  const [url, second, ...others] = argumentsOf(ctx, link.args);
  if (!url) return undefined;
  const span = spanOf(chain);
  const body = method === 'GET' || method === 'DELETE' ? undefined : second;
  const rest = body || !second ? others : [second, ...others];
  const request = build.object(
    [
      named('method', build.textAt(method, build.nowhere(link.dot))),
      named('url', url),
      ...(body ? [named('body', body)] : []),
      ...(rest.length > 0 ? [named('other', build.opaque(span, rest))] : []),
      named('headers', headersFor(body, span.end)),
    ],
    { start: link.at.start, end: span.end },
  );
  const send = build.member(
    lowerChain(ctx, upTo(chain, 0)),
    build.nameAt('send', build.nowhere(link.dot)),
    span,
  );
  const sent = build.call(send, [request], span);
  if (link.name.endsWith('FromJsonAsync'))
    return documentAs(ctx, link.types ?? '?', documentOfText(responseText(sent, span), span));
  return /^Get(?:String|Stream|ByteArray)Async$/.test(link.name) ? responseText(sent, span) : sent;
};

/** Handlers that add no headers. */
const PLAIN_HANDLER = /^(?:HttpClientHandler|SocketsHttpHandler|WinHttpHandler|)$/;

/** Lowers a client that is made here, with its base URL, its headers, and what handlers may add. */
export const clientMade = (
  ctx: Lowering,
  args: readonly Cst[],
  members: readonly ts.ObjectLiteralElementLike[],
  headers: readonly ts.ObjectLiteralElementLike[],
  span: Span,
): ts.Expression => {
  const [handler] = args;
  const given = argumentsOf(ctx, args);
  const isPlain = handler === undefined || PLAIN_HANDLER.test(ctx.typeOf(handler) ?? '?');
  const others =
    given.length > 0
      ? [build.property(build.nameAt('other', build.nowhere(span.start)), build.opaque(span, given), span)]
      : [];
  return clientBehind(ctx, isPlain ? undefined : handler, [...members, ...others], headers, span);
};

/** A client whose requests pass through a handler, which is unknown where one is given. */
export const clientBehind = (
  ctx: Lowering,
  handler: Span | undefined,
  members: readonly ts.ObjectLiteralElementLike[],
  headers: readonly ts.ObjectLiteralElementLike[],
  span: Span,
): ts.Expression => {
  const literal = build.object(headers, build.nowhere(span.end));
  const options = build.object(
    [
      ...members,
      build.property(build.nameAt('headers', build.nowhere(span.end)), literal, build.nowhere(span.end)),
    ],
    span,
  );
  return callLibrary(ctx, HTTP, 'client', [options, transportOf(handler, span)], span);
};
