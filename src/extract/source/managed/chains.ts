import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { OR_ABSENT } from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Chain, type Link, upTo } from './chain.ts';
import {
  argumentsOf,
  beginning,
  type Begun,
  kindOf,
  kindOfType,
  opening,
  spanOf,
  startOf,
  stepOf,
  addsOf,
} from './chain-kinds.ts';
import { madeClient, unseenClient } from './client-chains.ts';
import { declaredClient } from './declared-requests.ts';
import { responseRead } from './connections.ts';
import { commandCalled, commandMade } from './command-calls.ts';
import { documentCall } from './document-calls.ts';
import { REQUEST_KINDS } from './dotnet-kinds.ts';
import { isHeaders } from './holders.ts';
import { addsHeader, isSending, type RequestKind, type Start } from './kinds.ts';
import { isTypeOf, type Lowering, textIn } from './lowering.ts';
import { callLibrary, callOwn, library, newObject } from './names.ts';
import { requestBegun, requestContinued } from './requests.ts';
import type { ChainCall } from './request-parts.ts';
import { templateCall } from './rest-templates.ts';
import { bodyWritten } from './written-streams.ts';
import { namedTextCall } from './text-calls.ts';
import { isTextual } from './text-types.ts';

const rootOf = (ctx: Lowering, { root, made: making }: Chain): ts.Expression => {
  const [first] = making?.args ?? [];
  if (making && root && first && isTextual(ctx, making.type)) return ctx.expression(first);
  if (making && root && making.args.length === 0 && isHeaders(ctx, making.type))
    return build.object([], root);
  if (making && root) {
    const args = argumentsOf(ctx, making.args);
    return commandMade(ctx, making.type, args, root) ?? newObject(ctx, making.type, root, args, root);
  }
  return root ? ctx.expression(root) : build.opaque(build.nowhere(0));
};

/** `client.newCall(request)`: sends its argument, with what the client adds. */
const sendOf = (ctx: Lowering, chain: Chain, link: Link): ts.Expression | undefined => {
  const [request, ...rest] = link.args;
  const sender = REQUEST_KINDS.filter(({ sends }) => sends.includes(link.name));
  if (!request || sender.length === 0) return undefined;
  const before = upTo(chain, chain.links.length - 1);
  const own = before.root && before.links.length === 0 ? ctx.typeOf(before.root) : undefined;
  const kind =
    kindOfType(ctx, ctx.typeOf(request)) ??
    sender.find(
      ({ library: name, clients }) => own !== undefined && clients?.includes(own) && isTypeOf(ctx, own, name),
    );
  if (!kind || !sender.includes(kind)) return undefined;
  const [span, given] = [spanOf(chain), [ctx.expression(request), ...argumentsOf(ctx, rest)]];
  if (!kind.clients || (!before.root && before.links.length === 0))
    return callLibrary(ctx, kind.library, 'send', given, span);
  const at = build.nowhere(span.start);
  // A client that is not visible is assumed to add nothing.
  const plain = build.call(
    build.member(library(ctx, kind.library, span.start), build.nameAt('client', at), at),
    [],
    at,
  );
  const client = kind.changedBy?.test(ctx.text)
    ? callLibrary(ctx, kind.library, 'client', unseenClient(span), at)
    : build.binary(lowerChain(ctx, before), OR_ABSENT, plain, at);
  return build.call(build.member(client, build.nameAt('send', at), at), given, span);
};

/** The calls from one on that add to a request, and their number. */
const stepsFrom = (chain: Chain, kind: RequestKind, from: number): number => {
  const end = chain.links.findIndex(({ name }, at) => at >= from && isSending(addsOf(kind, name) ?? 'send'));
  return end < 0 ? chain.links.length : end;
};

/** `HttpRequest.newBuilder(request, (name, value) -> true).header(…)`: copies another request and adds to it. */
const copyOf = (
  ctx: Lowering,
  kind: RequestKind,
  [request, kept, ...others]: readonly Cst[],
  steps: readonly ChainCall[],
  span: Span,
): ts.Expression | undefined => {
  const isCopy = request && kept && others.length === 0 && kindOfType(ctx, ctx.typeOf(request)) === kind;
  const keepsAll = kept !== undefined && /->\s*true$/.test(textIn(ctx, kept));
  if (!isCopy || !keepsAll || !steps.some(({ name }) => addsHeader(addsOf(kind, name)))) return undefined;
  return requestContinued(ctx, kind, ctx.expression(request), steps, span);
};

/** Start of a request whose only argument is classified by its type. */
const startWith = (ctx: Lowering, start: Start, [only, ...others]: readonly Cst[]): Start =>
  only && others.length === 0 && start.headersAlone !== undefined && ctx.typeOf(only) === start.headersAlone
    ? { ...start, given: ['headers'] }
    : start;

/** Span and arguments of the start of a request; one on a text has no arguments of its own. */
const startIn = (chain: Chain, { links: own, url }: Begun): { root: Span; args: readonly Cst[] } => {
  const root = own === 0 ? chain.root! : { start: startOf(chain), end: chain.links[own - 1]!.end };
  if (url) return { root, args: [] };
  return { root, args: own === 0 ? chain.made!.args : chain.links[own - 1]!.args };
};

const begunHere = (ctx: Lowering, chain: Chain, begun: Begun): ts.Expression => {
  const { kind, links: own, url } = begun;
  const { root, args } = startIn(chain, begun);
  const span = spanOf(chain);
  const steps = chain.links.slice(own).map((link) => stepOf(ctx, link));
  const copied = copyOf(ctx, kind, args, steps, span);
  if (copied) return copied;
  const start = url ? { ...begun.start, given: ['url'] as const } : startWith(ctx, begun.start, args);
  const given = url ? [lowerChain(ctx, url)] : argumentsOf(ctx, args);
  return requestBegun(ctx, kind, start, given, root, steps, span);
};

/** Request that is sent by the client on which it was started, or by one that is not visible. */
const sentByOwn = (ctx: Lowering, chain: Chain, kind: RequestKind, request: ts.Expression): ts.Expression => {
  const span = spanOf(chain);
  if (!kind.begins) return callLibrary(ctx, kind.library, 'send', [request], span);
  const client = kind.changedBy?.test(ctx.text) ? undefined : beginning(ctx, chain)?.client;
  const at = build.nowhere(span.start);
  const unseen = callLibrary(ctx, kind.library, 'client', unseenClient(span), at);
  const sender = client ? build.binary(lowerChain(ctx, client), OR_ABSENT, unseen, at) : unseen;
  return build.call(build.member(sender, build.nameAt('send', at), at), [request], span);
};

const openedHere = (ctx: Lowering, chain: Chain, kind: RequestKind, args: readonly Cst[]): ts.Expression => {
  const before = upTo(chain, chain.links.length - 1);
  const span = spanOf(chain);
  return requestBegun(
    ctx,
    kind,
    { given: ['url', 'other'] },
    [lowerChain(ctx, before), ...argumentsOf(ctx, args)],
    span,
    [],
    span,
  );
};

const plainCall = (ctx: Lowering, chain: Chain, link: Link): ts.Expression => {
  const span = spanOf(chain);
  const before = upTo(chain, chain.links.length - 1);
  if (!before.root && before.links.length === 0)
    return callOwn(ctx, link.name, link.at, argumentsOf(ctx, link.args), span);
  const object = lowerChain(ctx, before);
  // `create.Invoke()` of a delegate.
  if (link.name === 'Invoke') return build.call(object, argumentsOf(ctx, link.args), span);
  const named = build.member(object, build.nameAt(link.name, link.at), {
    start: span.start,
    end: link.at.end,
  });
  return build.call(named, argumentsOf(ctx, link.args), span);
};

/** Request before its last call, which may add the method and the body that it is sent with. */
const sentRequest = (
  ctx: Lowering,
  chain: Chain,
  kind: RequestKind,
  begun: Begun | undefined,
): ts.Expression => {
  const before = upTo(chain, chain.links.length - 1);
  const last = chain.links.at(-1)!;
  if (addsOf(kind, last.name) === 'send') return lowerChain(ctx, before);
  if (begun && stepsFrom(before, kind, begun.links) === before.links.length)
    return begunHere(ctx, chain, begun);
  return requestContinued(ctx, kind, lowerChain(ctx, before), [stepOf(ctx, last)], spanOf(chain));
};

/** Request that a whole chain builds. */
const requestOf = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const begun = beginning(ctx, chain);
  if (begun && stepsFrom(chain, begun.kind, begun.links) === chain.links.length)
    return begunHere(ctx, chain, begun);
  const last = chain.links.at(-1);
  if (!last) return undefined;
  const opened = opening(last);
  if (opened) return openedHere(ctx, chain, opened, last.args);
  const before = upTo(chain, chain.links.length - 1);
  const kind = kindOf(ctx, before);
  if (!kind) return undefined;
  if (isSending(addsOf(kind, last.name)))
    return sentByOwn(ctx, chain, kind, sentRequest(ctx, chain, kind, begun));
  const read = responseRead(ctx, chain, kind, last, lowerChain);
  if (read || addsOf(kind, last.name) === undefined) return read;
  // All calls from the start of the request.
  let from = before.links.length;
  while (from > 0 && isStep(ctx, chain, from, kind)) from--;
  const steps = chain.links.slice(from).map((link) => stepOf(ctx, link));
  return requestContinued(ctx, kind, lowerChain(ctx, upTo(chain, from)), steps, spanOf(chain));
};

const isStep = (ctx: Lowering, chain: Chain, count: number, kind: RequestKind): boolean =>
  addsOf(kind, chain.links[count - 1]!.name) !== undefined && kindOf(ctx, upTo(chain, count - 1)) === kind;

/** Lowers a chain of calls. */
export const lowerChain = (ctx: Lowering, chain: Chain): ts.Expression => {
  const link = chain.links.at(-1);
  const request =
    bodyWritten(ctx, chain) ??
    requestOf(ctx, chain) ??
    madeClient(ctx, chain) ??
    commandCalled(ctx, chain) ??
    declaredClient(ctx, chain, (before) => lowerChain(ctx, before)) ??
    documentCall(ctx, chain, (before) => lowerChain(ctx, before));
  if (request) return request;
  if (!link) return rootOf(ctx, chain);
  const before = upTo(chain, chain.links.length - 1);
  const isOfRoot = before.links.length === 0 && !before.made;
  const text = namedTextCall({
    ctx,
    owner: isOfRoot && before.root ? textIn(ctx, before.root) : '',
    ...link,
    span: spanOf(chain),
    receiver: () => lowerChain(ctx, before),
    type: chain.made?.type ?? (chain.root && ctx.typeOf(chain.root)),
    isBare: !before.root && before.links.length === 0,
  });
  return text ?? templateCall(ctx, chain, link) ?? sendOf(ctx, chain, link) ?? plainCall(ctx, chain, link);
};
