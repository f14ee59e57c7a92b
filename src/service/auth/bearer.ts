import { createHmac, randomUUID } from 'node:crypto';
import { isSame } from './constant-time.ts';

/** Claims of a token. Times are seconds since the epoch. */
export interface TokenClaims {
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(text).digest('base64url');

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });

/** A signed token of three parts (specification §2.3) for a client, issued at `now` (milliseconds). */
export const issueToken = (client: string, now: number, lifetimeSeconds: number, key: Buffer): string => {
  const iat = Math.floor(now / 1000);
  const claims: TokenClaims = { sub: client, iat, exp: iat + lifetimeSeconds, jti: randomUUID() };
  const text = `${HEADER}.${encoded(claims)}`;
  return `${text}.${signatureOf(text, key)}`;
};

/** Claims of a token that this service signed, whether or not it has expired; `undefined` for any other text. */
export const readToken = (token: string, key: Buffer): TokenClaims | undefined => {
  const parts = token.split('.');
  const [header, claims, signature] = parts;
  if (parts.length !== 3 || header !== HEADER || claims === undefined || signature === undefined)
    return undefined;
  if (!isSame(signature, signatureOf(`${header}.${claims}`, key))) return undefined;
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as TokenClaims;
};

/** The token of an `Authorization: Bearer` value. */
export const readBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1];
