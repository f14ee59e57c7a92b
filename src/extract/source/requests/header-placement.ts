import type { InsertionPoint, HeaderSet, Place } from '../../../model/index.ts';
import { entriesOf, isInside } from '../../../model/index.ts';
import type { CallPath } from './callers/call-graph.ts';
import { gapBehindOpening, gapForHeadersIn, gapForOptions, gapInChain } from '../syntax/insertion-points.ts';
import type { HeaderSource } from '../headers/headers.ts';
import { mayWriteJson } from './bodies.ts';
import { hasHeaders } from './options.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { holdsPlainHeaders, insertionPointAtCall, insertionPointForOptions } from './call-insertion.ts';
import type { Sending } from './sending.ts';
import { placeOf } from '../syntax/slots.ts';
import { insertionPointAround, insertionPointInWrapper } from './wrappers.ts';
import type { Env } from '../evaluate/values.ts';

const functionAround = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node.parent, ts.isFunctionLike);

/** True when the headers are written in the function of the call, or outside of every function. */
const inSameFunction = (call: ts.Node, literal: ts.Node): boolean => {
  const [around, owner] = [functionAround(call), functionAround(literal)];
  return owner === undefined || around === owner;
};

/** True for headers in the default of a parameter: a call that passes others sends none of them. */
const isDefault = (literal: ts.Node | undefined): boolean =>
  literal !== undefined && ts.findAncestor(literal, ts.isParameter) !== undefined;

/** True for headers that are all known but optional, without an Accept among them. */
const isSometimes = ({ entries, complete, gap }: HeaderSource): boolean =>
  complete &&
  gap === undefined &&
  entries.length > 0 &&
  entries.every(({ certain, name }) => !certain && name.value.toLowerCase() !== 'accept');

/** True for known headers of which none has room for one more: `body ? { 'Content-Type': JSON } : {}`. */
const isChosen = ({ entries, complete, gap }: HeaderSource): boolean =>
  complete && gap === undefined && entries.length > 0;

/** `axios[method](…)`: the meaning of its arguments depends on the method, so none is added, unless arguments have names. */
const hasOpenShape = ({ call, match: { row } }: Sending): boolean => {
  const { expression: callee } = call;
  const isComputed =
    ts.isElementAccessExpression(callee) && !ts.isStringLiteralLike(callee.argumentExpression);
  return isComputed && !row.chained && loweredFile(call) === undefined;
};

/** Insertion point in a request object passed instead of a URL: `Request(url, headers={…})`. */
const roomInRequest = (
  { args, match }: Sending,
  own: HeaderSource,
): { gap: InsertionPoint | undefined; literal: ts.Node | undefined } => {
  const [name] = match.row.options.headers;
  if (own.gap) return { gap: own.gap, literal: own.literal };
  if (!args.request || args.headers) return { gap: undefined, literal: undefined };
  const { call } = args.request;
  const literal = args.options?.object?.literal;
  if (!args.options) return { gap: gapForOptions(call, 0, false, name), literal: call };
  return literal && ts.isObjectLiteralExpression(literal) && !hasHeaders(args.options.object, match.row)
    ? { gap: gapForHeadersIn(literal, false, name), literal }
    : { gap: undefined, literal: undefined };
};

/** Insertion point for a missing header, and the literal that contains it. */
export const insertionPointFor = (
  sending: Sending,
  own: HeaderSource,
  chain: CallPath['chain'],
): { gap: InsertionPoint | undefined; literal: ts.Node | undefined } => {
  const { args, match, call, instance } = sending;
  if (match.row.ownFirst && own.gap) return { gap: own.gap, literal: own.literal };
  if (instance.headers.gap) return { gap: instance.headers.gap, literal: instance.headers.literal };
  if (hasOpenShape(sending)) return { gap: undefined, literal: undefined };
  if (match.row.byRequest) return roomInRequest(sending, own);
  const isHeuristic = match.row.heuristic === true;
  const ofCallers = isDefault(own.literal);
  const passedOn =
    ofCallers || (!isHeuristic && chain.length > 0 && !(own.literal && inSameFunction(call, own.literal)));
  const wrapper = passedOn ? insertionPointInWrapper(sending, own.literal) : undefined;
  if (wrapper) return wrapper;
  if (ofCallers) return { gap: insertionPointAtCall(sending), literal: call };
  if (own.gap) return { gap: own.gap, literal: own.literal };
  const list = match.row.listValues;
  const [name] = match.row.options.headers;
  const options = args.options?.object;
  if (match.row.opened) return { gap: gapBehindOpening(call), literal: call };
  if (match.row.chained) return { gap: gapInChain(call), literal: call };
  if (
    options?.literal &&
    ts.isObjectLiteralExpression(options.literal) &&
    options.complete &&
    !hasHeaders(options, match.row)
  )
    return { gap: gapForHeadersIn(options.literal, list, name), literal: options.literal };
  const around =
    !isHeuristic && args.options && isSometimes(own) && holdsPlainHeaders(sending)
      ? insertionPointAround(args.options.node, list)
      : undefined;
  if (around && args.options) return { gap: around, literal: args.options.node };
  const chosen = isChosen(own) ? insertionPointAtCall(sending) : undefined;
  if (chosen) return { gap: chosen, literal: call };
  // An unknown callee may or may not take options.
  return isHeuristic || args.options
    ? { gap: undefined, literal: undefined }
    : insertionPointForOptions(sending, args.callback);
};

/** True where the client sends an `Accept` of its own beside one in another letter case. */
const sendsOwnAccept = (sending: Sending): boolean => {
  const { jsonAccept } = sending.match.row;
  if (jsonAccept === 'by-flag') return mayWriteJson(sending);
  const { args, instance } = sending;
  return (
    jsonAccept === 'of-calls' &&
    args.headers !== undefined &&
    instance.headers.entries.every(({ name }) => name.value.toLowerCase() !== 'accept')
  );
};

/**
 * Reasons against a header at its insertion point: the type written for it, the form of the headers given, and an
 * `Accept` of the client's own.
 */
export const hindrances = (
  sending: Sending,
  closedBy: Place | undefined,
): Pick<HeaderSet, 'closedBy' | 'unspread' | 'lowerAccept'> => ({
  ...(closedBy && { closedBy }),
  ...(sendsOwnAccept(sending) && { lowerAccept: true }),
  ...(!loweredFile(sending.call) &&
    sending.match.shape.command === undefined &&
    sending.args.options &&
    !holdsPlainHeaders(sending) && { unspread: true }),
});

/** Calls of an environment, including those that constructed the instances on the way. */
const callsIn = (env: Env | undefined): readonly ts.Node[] => {
  const found: ts.Node[] = [];
  for (let at = env; at; at = at.next) if (at.call) found.push(at.call);
  return found;
};

/**
 * Position of a missing header (contract §6): at the sending call; at an instance's creation; where the
 * caller wrote the headers if only it did.
 */
export const headerPosition = (
  sending: Sending,
  headers: HeaderSet,
  own: HeaderSource,
  literal: ts.Node | undefined,
  chain: CallPath['chain'],
): Place => {
  const { instance, call, env } = sending;
  const isOwn = sending.match.row.ownFirst && own.gap !== undefined;
  if (instance.created && !isOwn && !entriesOf({ ...headers, entries: own.entries }, 'accept').length)
    return placeOf(instance.created);
  const target = literal && placeOf(literal);
  const calls = [call, ...chain.map((link) => link.call), ...callsIn(env)].map(placeOf);
  return (target && calls.find((place) => isInside(place, target))) ?? calls[0]!;
};
