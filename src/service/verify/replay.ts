import type { Json, JsonObject } from '../../payload/values.ts';
import { issueToken } from '../auth/bearer.ts';
import { answer } from '../answer.ts';
import type { ServiceRequest } from '../message.ts';
import type { World } from '../world.ts';
import type { ReplayCall } from './call.ts';
import { CREDENTIALS } from './seed.ts';

/** What the service said to a call. */
export interface Replayed {
  readonly status: number;
  readonly body: Json | undefined;
  /** Why it was refused: a code of the service, and the place in the body where it names one. */
  readonly code: string | undefined;
  readonly place: string | undefined;
}

const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  token: [CREDENTIALS.account.clientId, CREDENTIALS.account.clientSecret],
  revoke: [CREDENTIALS.account.clientId, CREDENTIALS.account.clientSecret],
  discovery: [CREDENTIALS.user.username, CREDENTIALS.user.password],
};

const tokenOf = ({ store, now }: World): string =>
  issueToken(CREDENTIALS.account.clientId, now(), 3600, store.key);

/**
 * Credentials of the kind that the call was recorded with. Exports that were cleaned have none, which says nothing:
 * they get the right kind.
 */
const authorization = ({ area, auth }: ReplayCall, world: World): string => {
  const pair = PAIRS[area];
  if (pair !== undefined)
    return auth === undefined || auth === 'basic' ? basic(...pair) : `Bearer ${tokenOf(world)}`;
  const { publicKey, privateKey } = CREDENTIALS.key;
  return auth === 'basic' ? basic(publicKey, privateKey) : `Bearer ${tokenOf(world)}`;
};

const isForm = (type: string | undefined): boolean => /^application\/x-www-form-urlencoded/i.test(type ?? '');

const formOf = (fields: JsonObject, world: World): string => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name === 'token' ? tokenOf(world) : String(value));
  return form.toString();
};

const bodyOf = ({ body, contentType }: ReplayCall, world: World): string => {
  if (body === undefined) return '';
  // A body that a client builds as a text is sent as it stands.
  if (typeof body === 'string') return body;
  return isForm(contentType) ? formOf(body as JsonObject, world) : JSON.stringify(body);
};

const requestOf = (call: ReplayCall, world: World): ServiceRequest => {
  const headers: (readonly [string, string])[] = [['authorization', authorization(call, world)]];
  if (call.accept !== undefined) headers.push(['accept', call.accept]);
  if (call.contentType !== undefined) headers.push(['content-type', call.contentType]);
  return {
    method: call.method,
    target: call.query === '' ? call.path : `${call.path}?${call.query}`,
    headers,
    body: Buffer.from(bodyOf(call, world)),
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

/** Places and reasons are the service's own words; other parameters are values of the recording. */
const placeIn = (body: JsonObject): string | undefined => {
  const parameters = body['parameters'];
  if (body['errorCode'] !== 'INVALID_ATTRIBUTE' || !Array.isArray(parameters)) return undefined;
  return parameters.map(String).join(' ').trim();
};

/** Sends a call to a service in this process, over no network, and keeps what it changes. */
export const replay = (call: ReplayCall, world: World): Replayed => {
  const { answer: given, changes } = answer(world, requestOf(call, world), 'replay');
  for (const change of changes) world.store.apply(change);
  const body = parsed(Buffer.from(given.body).toString('utf8'));
  const error = given.status < 400 ? undefined : (body as JsonObject | undefined);
  const inner = (error?.['content'] ?? error) as JsonObject | undefined;
  return {
    status: given.status,
    body,
    code: inner && (text(inner['errorCode']) ?? text(inner['error'])),
    place: inner && placeIn(inner),
  };
};
