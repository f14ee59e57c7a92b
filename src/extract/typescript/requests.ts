import type { RequestFact, Text } from '../../model/index.ts';
import { exactValue } from '../../model/index.ts';
import { isLink, urlsOf } from './addresses.ts';
import { bodyOf, queryOf } from './bodies.ts';
import { callsOnVariable, chainedCalls, type LaterCall } from './chains.ts';
import { clientOf, type Match } from './clients.ts';
import { configuredClient } from './configured-clients.ts';
import { authOf } from './circumstances.ts';
import type { Context } from './contexts.ts';
import { headersPlace, roomFor } from './placing.ts';
import { type HeaderSource, headersFrom, layerHeaders, NO_HEADERS, UNSEEN_HEADERS } from './headers.ts';
import { instanceOf } from './instances.ts';
import { headersOption, optionOf, readArguments } from './options.ts';
import { ts } from './parse.ts';
import { placeOf, slotOfExpression, slotOfName } from './slots.ts';
import { textOf } from './texts.ts';
import type { Sending } from './sending.ts';
import type { Ctx, Env, ExternalVal } from './values.ts';

/** The client that a call belongs to under an environment, if it belongs to one. */
export const clientAt = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
): { match: Match; external: ExternalVal | undefined } | undefined => {
  const configured = configuredClient(ctx, call);
  if (configured) return { match: configured, external: undefined };
  for (const val of ctx.evaluate(call.expression, env)) {
    if (val.kind !== 'external') continue;
    const match = clientOf(ctx.clients, val);
    if (match) return { match, external: val };
  }
  return undefined;
};

const laterCalls = (call: ts.CallExpression, { row }: Match): readonly LaterCall[] =>
  row.chained ? chainedCalls(call) : row.writable ? callsOnVariable(call) : [];

/** The options that count: the call's own argument when it can be seen. */
const methodOf = ({ args, match, instance, call }: Sending): string | undefined => {
  const options = args.options;
  const { method: names } = match.row.options;
  const given =
    args.method ??
    optionOf(options?.object, names, call) ??
    (options && !options.object ? undefined : optionOf(instance.defaults, names, call));
  if (!given) {
    if (options && !options.object && options.vals.some((val) => val.kind !== 'object'))
      return options.vals.length > 0 ? undefined : match.shape.method;
    return match.shape.method;
  }
  const only = given.find((val) => val.kind !== 'primitive');
  if (!only) return match.shape.method;
  return only.kind === 'text' ? exactValue(textOf(only))?.toUpperCase() : undefined;
};

/** A client of the configuration may send more than its calls show. */
const callHeaders = (sending: Sending): HeaderSource => {
  const shown = shownHeaders(sending);
  return sending.match.row.configured?.addsHeaders ? { ...shown, complete: false } : shown;
};

const shownHeaders = ({ args, match, call }: Sending): HeaderSource => {
  const { options } = args;
  const list = match.row.listValues;
  if (args.headers) return headersFrom(args.headers, list);
  if (!options) return NO_HEADERS;
  const objects = options.vals.filter((val) => val.kind === 'object');
  const seen =
    objects.length > 0 && options.vals.every((val) => val.kind === 'object' || val.kind === 'primitive');
  if (!seen) return UNSEEN_HEADERS;
  return headersFrom(
    objects.flatMap((object) => headersOption(object, match.row, call)),
    list,
  );
};

const SET_HEADER = new Set(['set', 'setHeader', 'header']);

/** Headers set by later calls: `req.setHeader('Accept', …)`, `.set('Accept', …)`, `.set({ … })`. */
const laterHeaders = ({ ctx, env, later, match }: Sending): HeaderSource => {
  const sources = later.flatMap(({ name, call }): HeaderSource[] => {
    const [first, second] = call.arguments;
    if (!SET_HEADER.has(name) || !first) return [];
    if (!second) return [headersFrom(ctx.evaluate(first, env), match.row.listValues)];
    const vals = ctx.evaluate(second, env);
    const texts = vals.filter((val) => val.kind === 'text').map(textOf);
    const entry = {
      name: slotOfName(first),
      values: texts.length === vals.length ? texts : undefined,
      place: slotOfExpression(second, ''),
      certain: true,
    };
    return ts.isStringLiteralLike(first) ? [{ ...NO_HEADERS, entries: [entry] }] : [UNSEEN_HEADERS];
  });
  return {
    ...NO_HEADERS,
    entries: sources.flatMap((source) => source.entries),
    complete: sources.every((source) => source.complete),
  };
};

/** Identifies a request by the places that make it, so that reads of its answer find it again. */
export const requestId = (call: ts.Node, chain: Context['chain']): string =>
  [call, ...chain.map((link) => link.call)]
    .map((node) => `${node.getSourceFile().fileName}:${node.getStart()}`)
    .join('<');

/** Links are followed through this many requests: from page to page. */
const FARTHEST_LINK = 3;

/** The addresses a call may go to; one that only follows links goes where the request went that they came from. */
const addressesOf = (
  { ctx, args, match, instance, call }: Omit<Sending, 'later'>,
  links: number,
): readonly Text[] => {
  const urls = urlsOf(args, match, instance, call);
  if (urls.length > 0 || links === FARTHEST_LINK) return urls;
  const followed = (args.url ?? []).filter(isLink).filter((link) => link.call !== call);
  return followed.flatMap((link) => {
    const sending = sendingAt(ctx, link.call, link.env);
    return sending ? addressesOf(sending, links + 1) : [];
  });
};

const sendingAt = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
): Omit<Sending, 'later'> | undefined => {
  const client = clientAt(ctx, call, env);
  if (!client) return undefined;
  const { match } = client;
  const args = readArguments(ctx, call, match, env);
  return { ctx, call, env, match, args, instance: instanceOf(ctx, client.external, call, match) };
};

/** The request a call sends under one context; `undefined` when the callee is no known client. */
export const requestAt = (
  ctx: Ctx,
  call: ts.CallExpression,
  { env, chain }: Context,
): RequestFact | undefined => {
  const found = sendingAt(ctx, call, env);
  if (!found) return undefined;
  const urls = addressesOf(found, 0);
  if (urls.length === 0) return undefined;
  const { match, instance } = found;
  const sending: Sending = { ...found, later: laterCalls(call, match) };
  const own = callHeaders(sending);
  const { gap, literal } = roomFor(sending, own, chain);
  const headers = layerHeaders([instance.headers, own, laterHeaders(sending)], gap);
  const body = bodyOf(sending);
  const query = queryOf(sending);
  return {
    kind: 'request',
    id: requestId(call, chain),
    origin: 'authored',
    client: match.row.name,
    method: methodOf(sending),
    urls,
    headers,
    headersAt: headersPlace(sending, headers, own, literal, chain),
    body: body.tree,
    ...(body.trees && { bodies: body.trees }),
    ...(query && { query }),
    hasBody: body.hasBody,
    setsContentType: body.setsContentType,
    ...(body.jsonText ? { jsonText: true } : {}),
    auth: authOf(sending, headers),
    exchange: undefined,
    time: undefined,
    repeated: false,
    trail: chain.map((link) => placeOf(link.call)).toReversed(),
    ...placeOf(call),
  };
};
