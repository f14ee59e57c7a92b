import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { type Chain, type Link, upTo } from './chain.ts';
import { argumentsOf, kindOfType, spanOf } from './chain-kinds.ts';
import type { RequestKind } from './kinds.ts';
import { type Lowering, textIn, typeOfName } from './lowering.ts';
import { callLibrary } from './names.ts';

// Requests in variables that are sent when their response is read, and whose body is written to a stream of theirs:
// HttpURLConnection, HttpWebRequest.

const OPENED = /\b(\w+)\s*\.\s*(?:getOutputStream\(\)|outputStream\b|GetRequestStream(?:Async)?\(\))/;

const WRITES =
  /^(?:write|writeBytes|writeUTF|print|println|append|Write|WriteLine|WriteAsync|WriteLineAsync)$/;

const bodyOf = (variable: string, at: Span): ts.Expression =>
  build.member(build.nameAt(variable, at), build.nameAt('body', at), at);

/** Variable of the request whose stream for the body a text opens. */
const openedIn = (ctx: Lowering, text: string): string | undefined => {
  const variable = OPENED.exec(text)?.[1];
  const kind = variable === undefined ? undefined : kindOfType(ctx, typeOfName(ctx, variable));
  return kind?.reads && ctx.scope.locals.has(variable!) ? variable : undefined;
};

/** Characters behind the declaration of a stream that are searched for its uses. */
const NEAR = 4000;

/** True where all that uses a stream in a text are calls that write to it. */
const isOnlyWritten = (name: string, text: string): boolean =>
  new RegExp(`\\b${name}\\s*\\.\\s*(?:[wW]rite|print|append)`).test(text) &&
  !new RegExp(`[(,]\\s*${name}\\s*[,)]`).test(text);

/**
 * Remembers a name for the stream that a text opens and a body is written to, `OutputStream out =
 * connection.getOutputStream()`: true where all that uses it is seen to write; else the body is unknown.
 */
export const isWrittenStream = (
  ctx: Lowering,
  name: string,
  opening: Span,
  uses: Span = { start: opening.end, end: opening.end + NEAR },
): boolean => {
  const request = openedIn(ctx, ctx.text.slice(opening.start, opening.end));
  if (request === undefined || !isOnlyWritten(name, ctx.text.slice(uses.start, uses.end))) return false;
  ctx.scope.streams.set(name, { request, written: false });
  return true;
};

/** Lowers `out.write(json.getBytes())` to the body of its request; a body in several parts is unknown. */
export const bodyWritten = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  if (!link || !chain.root || !WRITES.test(link.name)) return undefined;
  const receiver = ctx.text.slice(chain.root.start, link.dot);
  const kept = ctx.scope.streams.get(receiver);
  const request = kept?.request ?? openedIn(ctx, receiver);
  if (request === undefined) return undefined;
  const stream = kept ?? { request, written: false };
  const span = spanOf(chain);
  const [first] = argumentsOf(ctx, link.args);
  const value = stream.written || !first ? build.opaque(span) : first;
  ctx.scope.streams.set(receiver, { request, written: true });
  return build.assignTo(bodyOf(request, build.nowhere(span.start)), value, span);
};

/** Lowers the first call that reads the response of a request in a variable: it sends the request. */
export const responseRead = (
  ctx: Lowering,
  chain: Chain,
  kind: RequestKind,
  link: Link,
  lower: (ctx: Lowering, chain: Chain) => ts.Expression,
): ts.Expression | undefined => {
  const span = spanOf(upTo(chain, chain.links.length));
  const variable = chain.links.length === 1 && chain.root ? textIn(ctx, chain.root) : undefined;
  if (kind.reads?.includes(link.name)) {
    if (variable !== undefined) {
      if (ctx.scope.sent.has(variable)) return build.opaque(span);
      ctx.scope.sent.add(variable);
    }
    const request = lower(ctx, upTo(chain, chain.links.length - 1));
    return callLibrary(ctx, kind.library, 'send', [request], span);
  }
  if (link.name !== 'getOutputStream' || kind.reads === undefined || variable === undefined) return undefined;
  return build.assignTo(bodyOf(variable, build.nowhere(link.dot)), build.opaque(span), span);
};
