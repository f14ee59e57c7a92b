import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { argumentsOf } from '../managed/chain-kinds.ts';
import { transportOf } from '../managed/client-chains.ts';
import { isTypeOf, type Lowering } from '../managed/lowering.ts';
import { callLibrary } from '../managed/names.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** The library of `HttpClient`. */
const HTTP = 'System.Net.Http';

/** True for a client type of .NET. */
export const isClientType = (ctx: Lowering, type: string | undefined): boolean =>
  type === 'HttpClient' && isTypeOf(ctx, type, HTTP);

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
