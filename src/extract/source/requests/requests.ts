import type { InsertionPoint, RequestFact, Text } from '../../../model/index.ts';
import { exactValue, methodNamed } from '../../../model/index.ts';
import { urlsOf } from './addresses.ts';
import { bodyOf, queryOf } from './bodies.ts';
import { oncePerNode } from '../syntax/memo.ts';
import {
  callsOnChain,
  callsOnReceiver,
  callsOnReturned,
  callsOnVariable,
  chainedCalls,
  type LaterCall,
} from '../evaluate/paths/later-calls.ts';
import type { ClientRow } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import { clientsAt, servesItself } from './clients-at.ts';
import { authOf } from './auth.ts';
import type { CallPath } from './callers/call-graph.ts';
import { insertionPointAtCall } from './call-insertion.ts';
import { wrapperNames } from './callers/wrapper-names.ts';
import { callerInsertions } from './callers/caller-insertion.ts';
import { headerPosition, hindrances, insertionPointFor } from './header-placement.ts';
import {
  type HeaderSource,
  headersGiven,
  hiddenAt,
  layerHeaders,
  NO_HEADERS,
  UNKNOWN_HEADERS,
} from '../headers/headers.ts';
import { instanceOf } from './instances.ts';
import { type Arguments, headersOption, optionOf, readArguments } from './options.ts';
import { ts } from '../syntax/tree.ts';
import { mayHook, heuristicClient } from './heuristic-clients.ts';
import { placeOf } from '../syntax/slots.ts';
import { isLink, textOf } from '../evaluate/texts.ts';
import { calleeName } from './unresolved-callee.ts';
import type { Sending } from './sending.ts';
import { isSkipped } from '../evaluate/paths/decisions.ts';
import type { Ctx, Env } from '../evaluate/values.ts';
import { closedType } from '../types/index.ts';
import { laterLayers } from './later-headers.ts';
import { withMiddleware } from './with-middleware.ts';
import { changesBeforeSending } from '../middleware/find-middleware.ts';
import { changedResend } from '../middleware/changed-resends.ts';
import { commandRequests } from './commands/command-requests.ts';
import { isResent } from '../middleware/resends.ts';
import { withoutReplaced } from './replaced-headers.ts';

const laterCalls = (
  call: ts.CallExpression,
  { row }: Match,
  { request }: Arguments,
  chain: CallPath['chain'],
): readonly LaterCall[] => {
  if (row.byRequest) return request ? callsOnVariable(request.call) : [];
  if (row.chained) return callsOnChain(call);
  if (row.heuristic) return chainedCalls(call);
  if (row.opened) return callsOnReceiver(call);
  return row.writable ? callsOnReturned(call, chain) : [];
};

/** HTTP method of a call that names none. */
const usualMethod = ({ shape }: Match, hasBody: boolean | undefined): string | undefined => {
  const { method, methodWithBody = method } = shape;
  if (hasBody === undefined) return method === methodWithBody ? method : undefined;
  return hasBody ? methodWithBody : method;
};

/** HTTP method of a call; its own options win where they are known. */
const methodOf = (
  { args, match, instance, call }: Sending,
  { hasBody }: Pick<RequestFact, 'hasBody'>,
): string | undefined => {
  const options = args.options;
  const { method: names } = match.row.options;
  const given =
    args.method ??
    optionOf(options?.object, names, call) ??
    (options && !options.object ? undefined : optionOf(instance.defaults, names, call));
  if (!given) {
    if (
      options &&
      !options.object &&
      options.vals.some((val) => val.kind !== 'object' && val.kind !== 'primitive')
    )
      return options.vals.length > 0 ? undefined : usualMethod(match, hasBody);
    return usualMethod(match, hasBody);
  }
  const only = given.find((val) => val.kind !== 'primitive');
  if (!only) return usualMethod(match, hasBody);
  return only.kind === 'text' ? methodNamed(exactValue(textOf(only))) : undefined;
};

/** A client from the configuration may send more headers than its calls show. */
const callHeaders = (sending: Sending): HeaderSource => {
  const shown = shownHeaders(sending);
  const { configured, heuristic } = sending.match.row;
  const options = sending.args.options?.object;
  const hooked = heuristic === true && options !== undefined && mayHook(options);
  return configured?.addsHeaders || hooked ? { ...shown, complete: false } : shown;
};

const shownHeaders = ({ args, match, call }: Sending): HeaderSource => {
  const { options } = args;
  if (args.headers) return headersGiven(args.headers, match.row);
  if (!options) return NO_HEADERS;
  const objects = options.vals.filter((val) => val.kind === 'object');
  // `send(url, undefined)` of a wrapper whose caller passes no options.
  if (options.vals.length > 0 && options.vals.every((val) => val.kind === 'primitive')) return NO_HEADERS;
  const seen =
    objects.length > 0 && options.vals.every((val) => val.kind === 'object' || val.kind === 'primitive');
  if (!seen) return UNKNOWN_HEADERS;
  return headersGiven(
    objects.flatMap((object) => headersOption(object, match.row, call)),
    match.row,
  );
};

/** Identifies a request by its call sites, which links it to reads of its response. */
export const requestId = (call: ts.Node, chain: CallPath['chain']): string =>
  chain.length === 0 ? startOf(call) : [call, ...chain.map((link) => link.call)].map(startOf).join('<');

const startOf = oncePerNode((node: ts.Node): string => `${node.getSourceFile().fileName}:${node.getStart()}`);

/** Maximum number of requests that links are followed through: from page to page. */
const FARTHEST_LINK = 3;

/** URLs that a call may go to; one that only follows links goes to the service that sent them. */
const addressesOf = (
  { ctx, args, match, instance, call }: Omit<Sending, 'later'>,
  links: number,
): readonly Text[] => {
  const urls = urlsOf(args, match, instance, call);
  if (urls.length > 0 || links === FARTHEST_LINK) return urls;
  const followed = (args.url ?? []).filter(isLink).filter((link) => link.call !== call);
  return followed.flatMap((link) => {
    const [sending] = sendingsAt(ctx, link.call, link.env);
    return sending ? addressesOf(sending, links + 1) : [];
  });
};

const hasBase = ({ instance, match }: Omit<Sending, 'later'>): boolean =>
  instance.defaults?.members.some(({ name }) => match.row.options.base.includes(name)) ?? false;

/** Sendings of a call: one per instance with a base, where some of several have one. */
const sendingsAt = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
): readonly Omit<Sending, 'later'>[] => {
  const known = clientsAt(ctx, call, env);
  const heuristic = known.length === 0 ? heuristicClient(ctx, call, env) : undefined;
  const clients = heuristic
    ? [{ match: heuristic, external: undefined, given: undefined }]
    : known.filter(({ match, external }) => !servesItself(ctx, external, match.row));
  const sendings = clients.map(({ match, external, given }) => {
    const args = readArguments(ctx, call, match, env, given);
    const instance = withoutReplaced(instanceOf(ctx, external, call, match, env), args, match);
    const sending = { ctx, call, env, match, args, instance };
    return { ...sending, instance: withMiddleware(sending, external) };
  });
  const based = sendings.length > 1 ? sendings.filter(hasBase) : [];
  return based.length > 0 ? based : sendings.slice(0, 1);
};

/**
 * Requests that a call sends in one context; none for a repeated request, or where the callee is not a client
 * and does not look like one.
 */
export const requestsAt = (ctx: Ctx, call: ts.CallExpression, context: CallPath): readonly RequestFact[] =>
  (context.env && isSkipped(ctx, call, context.env)) || isResent(call)
    ? []
    : sendingsAt(ctx, call, context.env).flatMap((found) =>
        found.match.shape.command
          ? commandRequests(found, context, requestId(call, context.chain))
          : (requestOf(found, context) ?? []),
      );

/** Members that lead to an inserted header: `headers: { Accept }` of options. */
const pathIn = ({ before }: InsertionPoint, { options }: ClientRow): readonly string[] => {
  const name = options.headers.find((each) => new RegExp(`\\b${each}\\b['"]?:`).test(before));
  return name === undefined ? ['Accept'] : [name, 'Accept'];
};

/**
 * Layers of changes to a request's headers between its call and the network, the last one winning; and the
 * position where its response sends it again.
 */
const layersOf = (sending: Sending, own: HeaderSource, chain: CallPath['chain']): readonly HeaderSource[] => {
  const { ctx, call, env, match, instance } = sending;
  const { row } = match;
  const callers = chain.map((link) => link.call);
  const changed = changedResend(ctx, call, callers, env);
  const given = [
    ...changesBeforeSending({ ctx, row, node: call, env }, call),
    ...(changed ? [hiddenAt(changed)] : []),
  ];
  // An agent configures each request that it creates, before the calls on it.
  return row.chained
    ? [instance.headers, ...instance.hooks, own, ...laterLayers(sending), ...given]
    : [instance.headers, own, ...laterLayers(sending), ...instance.hooks, ...given];
};

const requestOf = (found: Omit<Sending, 'later'>, { chain }: CallPath): RequestFact | undefined => {
  const urls = addressesOf(found, 0);
  if (urls.length === 0) return undefined;
  const { match, call } = found;
  const sending: Sending = { ...found, later: laterCalls(call, match, found.args, chain) };
  const own = callHeaders(sending);
  const { gap, literal } = insertionPointFor(sending, own, chain);
  const layers = layersOf(sending, own, chain);
  const headers = layerHeaders(layers, gap, match.row.spellings, match.row.oneObject);
  const alone = insertionPointAtCall(sending);
  const callers = callerInsertions(sending, chain);
  const closedBy =
    gap && literal && found.ctx.apart(() => closedType(found.ctx, literal, pathIn(gap, match.row)));
  const body = bodyOf(sending);
  const query = queryOf(sending);
  return {
    kind: 'request',
    id: requestId(call, chain),
    origin: 'authored',
    client: match.row.heuristic ? calleeName(call) : match.row.name,
    method: methodOf(sending, body),
    urls,
    headers: {
      ...headers,
      ...(gap && literal && { gapIn: placeOf(literal) }),
      ...hindrances(sending, closedBy || undefined),
      ...(alone && { atCall: alone, callLayer: layers.indexOf(own) }),
      ...(callers.length > 0 && { atCallers: callers }),
    },
    headersAt: headerPosition(sending, headers, own, literal, chain),
    body: body.tree,
    ...(body.trees && { bodies: body.trees }),
    ...(query && { query }),
    hasBody: body.hasBody,
    setsContentType: body.setsContentType,
    ...(body.jsonText ? { jsonText: true } : {}),
    ...(match.row.heuristic && { heuristic: true as const }),
    auth: authOf(sending, headers),
    exchange: undefined,
    time: undefined,
    repeated: false,
    trail: chain.map((link) => placeOf(link.call)).toReversed(),
    ...(chain.length > 0 && { through: wrapperNames(chain) }),
    ...placeOf(call),
  };
};
