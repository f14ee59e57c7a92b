import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isSame } from './constant-time.ts';
import type { NameAndSecret } from './credentials.ts';
import type { NonceBook } from './nonces.ts';

/** State that a digest is checked against. */
export interface DigestGuard {
  readonly realm: string;
  readonly key: Buffer;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly nonceSeconds: number;
  readonly nonces: NonceBook;
  /** True where a response that nobody can check counts. */
  readonly anyone: boolean;
}

export type DigestOutcome =
  | { readonly kind: 'known'; readonly pair: NameAndSecret }
  /** Right but for a nonce that is too old, or used before: the client may try again with a new one. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'wrong' };

const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(?:,\s*|$)/y;

/** The parameters of a Digest value; `undefined` where it is none, is malformed, or says something twice. */
const parametersOf = (authorization: string | undefined): ReadonlyMap<string, string> | undefined => {
  const text = /^Digest +(.*)$/i.exec(authorization ?? '')?.[1]?.trim();
  if (text === undefined) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < text.length) {
    const [, name, quoted, bare] = PARAMETER.exec(text) ?? [];
    if (name === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? bare!);
  }
  return parameters;
};

const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':')).digest('hex');

const sign = (time: string, salt: string, key: Buffer): string =>
  createHmac('sha256', key).update(`nonce:${time}:${salt}`).digest('hex').slice(0, 32);

/** A nonce that says when it was made and that this service made it. */
export const newNonce = ({ key, now }: Pick<DigestGuard, 'key' | 'now'>): string => {
  const time = now.toString(36);
  const salt = randomBytes(8).toString('hex');
  return `${time}.${salt}.${sign(time, salt, key)}`;
};

/** Milliseconds since the epoch at which this service made the nonce; `undefined` where it did not. */
const madeAt = (nonce: string, key: Buffer): number | undefined => {
  const [time = '', salt = '', signature = ''] = nonce.split('.');
  return isSame(signature, sign(time, salt, key)) ? Number.parseInt(time, 36) : undefined;
};

const NEEDED = ['username', 'realm', 'nonce', 'uri', 'response', 'qop', 'nc', 'cnonce'] as const;

type Parameters = Readonly<Record<(typeof NEEDED)[number], string>>;

const complete = (given: ReadonlyMap<string, string>): Parameters | undefined => {
  if (NEEDED.some((name) => given.get(name) === undefined)) return undefined;
  const algorithm = given.get('algorithm')?.toUpperCase() ?? 'MD5';
  const right = algorithm === 'MD5' && given.get('qop') === 'auth' && /^[0-9a-f]{8}$/i.test(given.get('nc')!);
  return right ? (Object.fromEntries(given) as Parameters) : undefined;
};

const responseTo = (
  pair: NameAndSecret,
  method: string,
  { realm, nonce, nc, cnonce, qop, uri }: Parameters,
): string => md5(md5(pair.name, realm, pair.secret), nonce, nc, cnonce, qop, md5(method, uri));

/** The key pair that made the response; every pair is tried, so that the time reveals nothing. */
const signer = (
  pairs: readonly NameAndSecret[],
  method: string,
  given: Parameters,
): NameAndSecret | undefined => {
  let found: NameAndSecret | undefined;
  for (const pair of pairs) {
    const right = isSame(responseTo(pair, method, given), given.response.toLowerCase());
    if (isSame(pair.name, given.username) && right) found = pair;
  }
  return found;
};

/** The name of a Digest login, and whether its secret is empty; `undefined` where it is not a complete one. */
export const digestLogin = (
  authorization: string | undefined,
  method: string,
): { readonly name: string; readonly hasEmptySecret: boolean } | undefined => {
  const parameters = parametersOf(authorization);
  const given = parameters === undefined ? undefined : complete(parameters);
  if (given === undefined) return undefined;
  const response = responseTo({ name: given.username, secret: '' }, method, given);
  return { name: given.username, hasEmptySecret: response === given.response.toLowerCase() };
};

/** A login that anybody may have made: one with a name and a secret. */
const stranger = (authorization: string | undefined, method: string): NameAndSecret | undefined => {
  const login = digestLogin(authorization, method);
  return login === undefined || login.name === '' || login.hasEmptySecret
    ? undefined
    : { name: login.name, secret: '' };
};

/**
 * Checks who makes a request, by its `Authorization: Digest` value (RFC 7616 with MD5 and qop=auth). `target`
 * is the request target as it was sent: a digest counts for that URL and method only, and once for each count
 * of a nonce.
 */
export const checkDigest = (
  authorization: string | undefined,
  method: string,
  target: string,
  pairs: readonly NameAndSecret[],
  guard: DigestGuard,
): DigestOutcome => {
  const parameters = parametersOf(authorization);
  const given = parameters === undefined ? undefined : complete(parameters);
  if (given === undefined || given.uri !== target || given.realm !== guard.realm) return { kind: 'wrong' };
  const pair = signer(pairs, method, given) ?? (guard.anyone ? stranger(authorization, method) : undefined);
  const made = madeAt(given.nonce, guard.key);
  if (pair === undefined || made === undefined) return { kind: 'wrong' };
  const until = made + guard.nonceSeconds * 1000;
  if (guard.now >= until) return { kind: 'stale' };
  const fresh = guard.nonces.use(given.nonce, Number.parseInt(given.nc, 16), until, guard.now);
  return fresh ? { kind: 'known', pair } : { kind: 'stale' };
};

/** The challenge of a 401 (specification §5). Clients look for `qop`; the specification names it `op`. */
export const challenge = (guard: Pick<DigestGuard, 'realm' | 'key' | 'now'>, stale: boolean): string =>
  `Digest realm="${guard.realm}", domain="", nonce="${newNonce(guard)}", algorithm=MD5, qop="auth", op="auth", stale=${stale}`;
