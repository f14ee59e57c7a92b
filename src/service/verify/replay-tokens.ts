import { issueToken, readToken } from '../auth/bearer.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ReplayCall } from './call.ts';
import { REPLAY_CREDENTIALS } from './seed.ts';

/** Tokens of a service that replace those of a recording, by what distinguishes these. */
export type ReplayTokens = Map<string, string>;

/** A service that calls are sent to, and the tokens that it gave. */
export interface Side {
  readonly world: ServiceContext;
  readonly wallet: ReplayTokens;
}

const LIFETIME = 3600;

const fresh = ({ store, now }: ServiceContext, lifetime = LIFETIME): string =>
  issueToken(REPLAY_CREDENTIALS.account.clientId, now(), lifetime, store.key);

/** The token of a call: the one that the recording got, with its end; a good one where it got it before it began. */
export const tokenOf = ({ tokens }: ReplayCall, { world, wallet }: Side): string =>
  wallet.get(tokens.sent ?? '') ?? fresh(world);

/** The token that a call revokes: from then on the calls that send it have none that counts. */
export const tokenToRevoke = ({ tokens }: ReplayCall, { world, wallet }: Side): string => {
  const { revoked } = tokens;
  if (revoked === undefined) return fresh(world);
  const token = wallet.get(revoked) ?? fresh(world);
  wallet.set(revoked, token);
  return token;
};

/**
 * Keeps the token of a response for the calls that were recorded with the one of the recorded response; it ends when that
 * one does.
 */
export const keepToken = ({ tokens }: ReplayCall, token: unknown, { world, wallet }: Side): void => {
  const { given, lifetime } = tokens;
  if (given === undefined || typeof token !== 'string') return;
  wallet.set(given, lifetime === undefined ? token : fresh(world, lifetime));
};

/** Schemes that the administration API and the other resources take. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  token: ['basic'],
  revoke: ['basic'],
  discovery: ['basic'],
  legacy: ['digest', 'bearer'],
  versioned: ['digest', 'bearer'],
};

const wrongScheme = ({ area, auth }: ReplayCall): boolean =>
  auth !== undefined && !(SCHEMES[area.replace('misversioned-', '')] ?? []).includes(auth);

/** Fault of the credentials of a call; `undefined` where they count as right. */
export const faultOf = (call: ReplayCall, { world, wallet }: Side): string | undefined => {
  if (call.auth === undefined) return call.keptCredentials ? 'it sends no credentials' : undefined;
  if (wrongScheme(call)) return `its credentials are of another kind, ${call.auth}`;
  const token = call.auth === 'bearer' ? wallet.get(call.tokens.sent ?? '') : undefined;
  const claims = token === undefined ? undefined : readToken(token, world.store.key);
  if (claims === undefined) return undefined;
  if (world.store.isRevoked(claims.jti)) return 'its token was revoked before';
  return claims.exp * 1000 <= world.now() ? 'its token had expired' : undefined;
};
