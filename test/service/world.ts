import { createHash } from 'node:crypto';
import { payloadValidators } from '../../src/generated/payload-validators.ts';
import { readPackageFile } from '../../src/io/package.ts';
import type { Json, JsonObject } from '../../src/model/index.ts';
import { answer } from '../../src/service/answer.ts';
import { build } from '../../src/service/build.ts';
import type { StateChange } from '../../src/service/changes.ts';
import type { Seed } from '../../src/service/seed.ts';
import type { ServiceContext } from '../../src/service/service-context.ts';

export const GROUP = '5e2211c17a3e5a48f5497de3';
const SEED = JSON.parse(readPackageFile('rules/service/seed.json')) as Seed;

export interface Clock {
  now: number;
}

export interface TestService {
  readonly world: ServiceContext;
  readonly clock: Clock;
  readonly send: (method: string, target: string, rest?: Sent) => Received;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | object;
  /** `bearer` (the default for the administration API) sends a token, `none` nothing. */
  readonly auth?: 'bearer' | 'none';
  readonly remote?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly json: JsonObject;
  readonly changes: readonly StateChange[];
}

export const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

export const CLIENT = basic('mdb_sa_id_reference', 'reference');
export const FORM = 'application/x-www-form-urlencoded';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** An `Authorization: Digest` value that answers a challenge. */
export const digest = (
  challenge: string,
  {
    method,
    target,
    name = 'public',
    secret = 'private',
    nc = 1,
  }: Readonly<{
    method: string;
    target: string;
    name?: string;
    secret?: string;
    nc?: number;
  }>,
): string => {
  const part = (key: string): string => new RegExp(`${key}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const count = nc.toString(16).padStart(8, '0');
  const a1 = md5(`${name}:${part('realm')}:${secret}`);
  const response = md5(`${a1}:${part('nonce')}:${count}:abc:auth:${md5(`${method}:${target}`)}`);
  return (
    `Digest username="${name}", realm="${part('realm')}", nonce="${part('nonce')}", uri="${target}", ` +
    `algorithm=MD5, qop=auth, nc=${count}, cnonce="abc", response="${response}"`
  );
};

const parsed = (text: string): JsonObject => {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
};

const pairsOf = (headers: Sent['headers'] = {}): readonly (readonly [string, string])[] =>
  (Symbol.iterator in headers ? [...headers] : Object.entries(headers)).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);

const bytesOf = (body: NonNullable<Sent['body']>): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** The core of a service without the network, with a clock that stands still until it is set. */
export const testService = (
  options: Readonly<{
    seed?: Seed;
    legacy?: 'on' | 'gone';
    today?: string;
    product?: string;
    acceptsAnyCredentials?: boolean;
  }> = {},
): TestService => {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const { world } = build({
    product: options.product ?? 'atlas',
    legacy: options.legacy ?? 'on',
    seed: { ...SEED, ...options.seed },
    seedName: 'seed',
    acceptsAnyCredentials: options.acceptsAnyCredentials ?? false,
    now: () => clock.now,
    today: options.today,
    changes: [],
    read: readPackageFile,
    validators: payloadValidators,
  });
  let token: string | undefined;
  const once = (method: string, target: string, rest: Sent): Received => {
    const { body = '', remote = '127.0.0.1' } = rest;
    const { answer: given, changes } = answer(
      world,
      {
        method,
        target,
        remote,
        headers: pairsOf(rest.headers),
        body: bytesOf(body),
      },
      'test',
    );
    for (const change of changes) world.store.apply(change);
    const bytes = Buffer.from(given.body);
    const text = bytes.toString('utf8');
    return {
      status: given.status,
      headers: Object.fromEntries(given.headers),
      text,
      bytes,
      json: parsed(text),
      changes,
    };
  };
  const bearer = (): string =>
    (token ??= String(
      once('POST', '/api/oauth/token', {
        headers: { authorization: CLIENT, 'content-type': FORM },
        body: 'grant_type=client_credentials',
      }).json['access_token'],
    ));
  const send = (method: string, target: string, rest: Sent = {}): Received => {
    const wanted = rest.auth ?? (/^\/api\/(?!oauth)/.test(target) ? 'bearer' : 'none');
    const headers = pairsOf(rest.headers);
    const typed =
      typeof rest.body === 'object' && !headers.some(([name]) => name === 'content-type')
        ? [['content-type', 'application/json'] as const]
        : [];
    const authorized = wanted === 'bearer' ? [['authorization', `Bearer ${bearer()}`] as const] : [];
    return once(method, target, { ...rest, headers: [...authorized, ...typed, ...headers] });
  };
  return { world, clock, send };
};

export const V1 = `/api/atlas/v1.0/groups/${GROUP}/clusters`;
export const V2 = `/api/atlas/v2/groups/${GROUP}/clusters`;

/** The header that names a version. */
export const accept = (version: string, suffix = 'json') => ({
  accept: `application/vnd.atlas.${version}+${suffix}`,
});

export const list = (value: Json | undefined): readonly JsonObject[] => value as unknown as JsonObject[];
