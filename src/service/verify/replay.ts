import type { Json, JsonObject } from '../../model/index.ts';
import { answer } from '../answer.ts';
import type { ServiceRequest } from '../message.ts';
import type { ReplayCall } from './call.ts';
import { REPLAY_CREDENTIALS } from './seed.ts';
import { keepToken, tokenOf, tokenToRevoke } from './replay-tokens.ts';
import type { Side } from './replay-tokens.ts';

/** Answer of the service to a call. */
export interface Replayed {
  readonly status: number;
  readonly body: Json | undefined;
  /** Reason of the refusal: a code of the service, and the location in the body where it names one. */
  readonly code: string | undefined;
  readonly place: string | undefined;
}

const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  token: [REPLAY_CREDENTIALS.account.clientId, REPLAY_CREDENTIALS.account.clientSecret],
  revoke: [REPLAY_CREDENTIALS.account.clientId, REPLAY_CREDENTIALS.account.clientSecret],
  discovery: [REPLAY_CREDENTIALS.user.username, REPLAY_CREDENTIALS.user.password],
};

const bearer = (call: ReplayCall, side: Side): string => `Bearer ${tokenOf(call, side)}`;

const byScheme = (call: ReplayCall, side: Side): string => {
  const { publicKey, privateKey } = REPLAY_CREDENTIALS.key;
  const pair = PAIRS[call.area.replace('misversioned-', '')];
  switch (call.auth) {
    case undefined:
      return pair === undefined ? bearer(call, side) : basic(...pair);
    case 'basic':
      return basic(...(pair ?? [publicKey, privateKey]));
    case 'digest':
    case 'bearer':
      return bearer(call, side);
    default:
      return `${call.auth} none`;
  }
};

/**
 * Credentials of the kind that the call was recorded with. Exports that were cleaned have none, which says nothing:
 * they get the right kind.
 */
const authorization = (call: ReplayCall, side: Side): readonly (readonly [string, string])[] =>
  call.auth === undefined && call.keptCredentials ? [] : [['authorization', byScheme(call, side)]];

const isForm = (type: string | undefined): boolean => /^application\/x-www-form-urlencoded/i.test(type ?? '');

const formOf = (fields: JsonObject, call: ReplayCall, side: Side): string => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name === 'token' ? tokenToRevoke(call, side) : String(value));
  return form.toString();
};

const bodyOf = (call: ReplayCall, side: Side): string => {
  const { body, contentType } = call;
  if (body === undefined) return '';
  // A body that a client builds as a text is sent as it is.
  if (typeof body === 'string') return body;
  return isForm(contentType) ? formOf(body as JsonObject, call, side) : JSON.stringify(body);
};

const requestOf = (call: ReplayCall, side: Side): ServiceRequest => {
  const headers = [...authorization(call, side)];
  if (call.accept !== undefined) headers.push(['accept', call.accept]);
  if (call.contentType !== undefined) headers.push(['content-type', call.contentType]);
  return {
    method: call.method,
    target: call.query === '' ? call.path : `${call.path}?${call.query}`,
    headers,
    body: Buffer.from(bodyOf(call, side)),
    remote: '127.0.0.1',
  };
};

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Locations and reasons are the service's own words; other parameters are values of the recording. */
const placeIn = (body: JsonObject): string | undefined => {
  const parameters = body['parameters'];
  if (body['errorCode'] !== 'INVALID_ATTRIBUTE' || !Array.isArray(parameters)) return undefined;
  return parameters.map(String).join(' ').trim();
};

/** Content of a response, in an envelope or not. */
const contentOf = (body: Json | undefined): JsonObject | undefined => {
  const whole = body as JsonObject | undefined;
  return ((whole?.['content'] ?? whole) as JsonObject | null | undefined) ?? undefined;
};

/** Sends a call to a service in this process, over no network, and keeps what it changes. */
export const replay = (call: ReplayCall, side: Side): Replayed => {
  const { world } = side;
  const { answer: given, changes } = answer(world, requestOf(call, side), 'replay');
  for (const change of changes) world.store.apply(change);
  const body = parsed(Buffer.from(given.body).toString('utf8'));
  const content = contentOf(body);
  if (given.status < 400) keepToken(call, content?.['access_token'], side);
  const error = given.status < 400 ? undefined : content;
  return {
    status: given.status,
    body,
    code: error && (text(error['errorCode']) ?? text(error['error'])),
    place: error && placeIn(error),
  };
};
