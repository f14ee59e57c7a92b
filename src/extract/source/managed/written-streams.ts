import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Chain } from './chain.ts';
import { argumentsOf, kindOfType, spanOf } from './chain-kinds.ts';
import { type Lowering, typeOfName } from './lowering.ts';

// Bodies that are written to the stream of a request in a variable: HttpURLConnection, HttpWebRequest.

const OPENED = /\b(\w+)\s*\.\s*(?:getOutputStream\(\)|outputStream\b|GetRequestStream(?:Async)?\(\))/;

const WRITES =
  /^(?:write|writeBytes|writeUTF|print|println|append|Write|WriteLine|WriteAsync|WriteLineAsync)$/;

/** The body of a request in a variable. */
export const bodyOfVariable = (variable: string, at: Span): ts.Expression =>
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
  return build.assignTo(bodyOfVariable(request, build.nowhere(span.start)), value, span);
};
