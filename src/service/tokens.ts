import { isOnList } from './auth/access-list.ts';
import { isFilled, matching, readBasic } from './auth/basic.ts';
import { issueToken, readToken } from './auth/bearer.ts';
import { challenge } from './auth/digest.ts';
import type { ServiceAccount } from './auth/credentials.ts';
import { readForm } from './body.ts';
import { headerValue, pass, stop } from './message.ts';
import type { Reply, ReplyStep } from './message.ts';
import { tokenRefusal } from './refusals.ts';
import { versionedType } from './versions.ts';
import type { RoutedCall, ServiceContext } from './service-context.ts';

const challenged = ({ configuration, store, now }: ServiceContext): Pick<Reply, 'headers'> => ({
  headers: [
    ['www-authenticate', challenge({ realm: configuration.realm, key: store.key, now: now() }, false)],
  ],
});

const refuse = (
  { configuration }: ServiceContext,
  code: string,
  rest: Partial<Reply> = {},
): ReplyStep<never> => stop(tokenRefusal(configuration, code, {}, rest));

const origin = ({ request }: RoutedCall): string => `http://${headerValue(request, 'host') ?? 'localhost'}`;

/** The response to one request too many (specification §7.1). `wait`: seconds. */
export const rateLimited = (call: RoutedCall, wait: number): Reply => {
  const { world, route } = call;
  const { requests, windowSeconds } = world.configuration.tokens;
  const values = {
    url: origin(call) + route.path,
    requests: String(requests),
    minutes: String(windowSeconds / 60),
  };
  const headers = [['retry-after', String(wait)]] as const;
  return tokenRefusal(world.configuration, 'rate_limited', values, { headers });
};

/** 10 requests a minute to each of the token resources (specification §8), for each client. */
const withinRate = (call: RoutedCall, client: string | undefined): ReplyStep<void> => {
  const { world, request, route } = call;
  // The path as it was routed: a slash or an escape more makes no other resource.
  const wait = world.rates.take(`${route.operation} ${client ?? request.remote}`, world.now());
  return wait === undefined ? pass(undefined) : stop(rateLimited(call, wait));
};

/** Service account of the request, by HTTP Basic (specification §5). */
const clientOf = (call: RoutedCall): ReplyStep<ServiceAccount> => {
  const { world, request } = call;
  const authorization = headerValue(request, 'authorization');
  const given = readBasic(authorization);
  const { serviceAccounts, anyone } = world.credentials;
  const stranger = anyone && isFilled(given) ? { ...given, accessList: undefined } : undefined;
  const account = matching(serviceAccounts, given) ?? stranger;
  const rate = withinRate(call, account?.name);
  if (!rate.ok) return rate;
  if (account === undefined) {
    const isMalformed = given === undefined && /^basic\b/i.test(authorization ?? '');
    return isMalformed
      ? refuse(world, 'invalid_request')
      : refuse(world, 'invalid_client', challenged(world));
  }
  if (!isOnList(account.accessList, request.remote))
    return refuse(world, 'access_denied', { assumptions: ['token-error', 'access-list'] });
  return pass(account);
};

/** `POST /api/oauth/token` (specification §4.2). */
export const generateToken = (call: RoutedCall): Reply => {
  const { world, request, route } = call;
  const { tokens } = world.configuration;
  const client = clientOf(call);
  if (!client.ok) return client.reply;
  const isBare = request.body.length === 0 && headerValue(request, 'content-type') === undefined;
  const form = isBare ? new Map<string, string>() : readForm(request);
  if (form === undefined) return tokenRefusal(world.configuration, 'invalid_request');
  const grant = form.get('grant_type');
  if (grant === undefined ? tokens.requireGrantType : grant !== 'client_credentials')
    return tokenRefusal(world.configuration, 'unsupported_grant_type');
  const lifetime = tokens.lifetimeSeconds;
  const token = issueToken(client.value.name, world.now(), lifetime, world.store.key);
  return {
    status: 200,
    type: versionedType(route.product, tokens.version, 'json'),
    body: {
      kind: 'document',
      value: { access_token: token, expires_in: lifetime, token_type: 'Bearer' },
    },
    assumptions: ['token-version', ...(grant === undefined ? ['grant-type'] : [])],
  };
};

const REVOKED: Reply = { status: 200, body: { kind: 'none' }, assumptions: [] };

/** `POST /api/oauth/revoke` (specification §4.3): a token that has expired or was revoked before is no mistake. */
export const revokeToken = (call: RoutedCall): Reply => {
  const { world, request } = call;
  const { configuration, store } = world;
  const client = clientOf(call);
  if (!client.ok) return client.reply;
  const form = readForm(request);
  const token = form?.get('token');
  if (!token || form?.get('token_type_hint') !== 'access_token')
    return tokenRefusal(configuration, 'invalid_request');
  const claims = readToken(token, store.key);
  if (claims?.sub === client.value.name) {
    const change = { kind: 'revoked', token: claims.jti, until: claims.exp * 1000 } as const;
    return { ...REVOKED, changes: store.isRevoked(claims.jti) ? [] : [change] };
  }
  const assumptions = ['revoke-unknown'];
  return configuration.tokens.revokeUnknown === 'accept'
    ? { ...REVOKED, assumptions }
    : tokenRefusal(configuration, 'invalid_grant', {}, { assumptions: ['token-error', ...assumptions] });
};
