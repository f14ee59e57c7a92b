import { isOnList } from './auth/access-list.ts';
import { matching, readBasic } from './auth/basic.ts';
import { readBearer, readToken } from './auth/bearer.ts';
import { challenge, checkDigest } from './auth/digest.ts';
import { readJson } from './body.ts';
import { CLUSTER_OPERATIONS } from './clusters.ts';
import { shapeIn } from './cluster-shapes.ts';
import { documentReply } from './documents.ts';
import { headerValue, headerValues, pass, stop } from './message.ts';
import type { Reply, ServiceRequest, ReplyStep } from './message.ts';
import { refusal } from './refusals.ts';
import { negotiate, versionedType } from './versions.ts';
import type { RoutedCall, ServiceContext } from './service-context.ts';

const unauthorized = ({ configuration, store, now }: ServiceContext, stale = false): ReplyStep<never> => {
  const { realm } = configuration;
  const value = challenge({ realm, key: store.key, now: now() }, stale);
  return stop(refusal(configuration, 'UNAUTHORIZED', [], { headers: [['www-authenticate', value]] }));
};

const byToken = ({ world, request }: RoutedCall): ReplyStep<void> => {
  const { store, credentials, configuration } = world;
  const token = readBearer(headerValue(request, 'authorization'));
  const claims = token === undefined ? undefined : readToken(token, store.key);
  if (token !== undefined && claims === undefined && credentials.anyone) return pass(undefined);
  const known = credentials.serviceAccounts.find(({ name }) => name === claims?.sub);
  const account = known ?? (credentials.anyone ? { accessList: undefined } : undefined);
  const isOver = claims === undefined || claims.exp * 1000 <= world.now() || store.isRevoked(claims.jti);
  if (isOver || account === undefined) return unauthorized(world);
  if (isOnList(account.accessList, request.remote)) return pass(undefined);
  const assumptions = ['administration-error', 'access-list'];
  return stop(refusal(configuration, 'ACCESS_DENIED', [request.remote], { assumptions }));
};

const byDigest = ({ world, request }: RoutedCall): ReplyStep<void> => {
  const { configuration, credentials, store, nonces, now } = world;
  const outcome = checkDigest(
    headerValue(request, 'authorization'),
    request.method,
    request.target,
    credentials.apiKeys,
    {
      realm: configuration.realm,
      key: store.key,
      now: now(),
      nonces,
      anyone: credentials.anyone,
      ...configuration.digest,
    },
  );
  return outcome.kind === 'known' ? pass(undefined) : unauthorized(world, outcome.kind === 'stale');
};

const byPassword = ({ world, request }: RoutedCall): ReplyStep<void> =>
  matching(world.credentials.apiKeys, readBasic(headerValue(request, 'authorization'))) === undefined
    ? unauthorized(world)
    : pass(undefined);

const SCHEMES = { digest: byDigest, bearer: byToken, basic: byPassword } as const;

/**
 * Authenticates the caller (specification §5): a key pair by HTTP Digest, or a service account by its token.
 */
const authenticate = (call: RoutedCall): ReplyStep<void> => {
  const given = /^\S+/.exec(headerValue(call.request, 'authorization') ?? '')?.[0].toLowerCase();
  const scheme = call.world.configuration.administration.schemes.find((name) => name === given);
  return scheme === undefined ? unauthorized(call.world) : SCHEMES[scheme](call);
};

interface Spoken {
  /** The shape of clusters. */
  readonly shape: string;
  readonly suffix: string;
  readonly type: string;
  readonly headers: Reply['headers'];
  readonly assumptions: readonly string[];
}

const PLAIN: Readonly<Record<string, string>> = { gzip: 'application/gzip', csv: 'text/csv' };

const unversioned = ({ route, world }: RoutedCall): Spoken => {
  const suffix = route.info?.versions[0]?.suffixes[0] ?? 'json';
  const shape = world.configuration.administration.legacyShapes[route.legacyVersion ?? ''];
  const type = PLAIN[suffix] ?? 'application/json;charset=utf-8';
  return { shape: shape ?? '', suffix, type, headers: [], assumptions: [] };
};

/** The version that is spoken (specification §4.4, §9.2). */
const spoken = (call: RoutedCall): ReplyStep<Spoken> => {
  const { world, request, route } = call;
  const { api } = world.router;
  if (route.area === 'legacy') return pass(unversioned(call));
  const { configuration } = world;
  const found = negotiate(headerValues(request, 'accept'), route.info!, {
    api,
    product: route.product,
    today: world.today(),
    configuration,
  });
  if (!found.ok) return found;
  const { version, suffix, headers } = found.value;
  const type = versionedType(route.product, version, suffix);
  const shape = shapeIn(world.shapes, version);
  return pass({ shape, suffix, type, headers, assumptions: headers.length > 0 ? ['version-lifecycle'] : [] });
};

const checkGroup = ({ world, route }: RoutedCall): ReplyStep<void> => {
  const id = route.parameters['groupId'];
  return id === undefined || world.store.group(id) !== undefined
    ? pass(undefined)
    : stop(refusal(world.configuration, 'GROUP_NOT_FOUND', [id]));
};

const isGood = ({ status }: Reply): boolean => status < 300;

/** True for a request that should have a Content-Type, but has no body. */
const isUntyped = (request: ServiceRequest): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(request.method) &&
  request.body.length === 0 &&
  headerValue(request, 'content-type') === undefined;

const performed = (call: RoutedCall, { shape, suffix, type, headers = [], assumptions }: Spoken): Reply => {
  const { world, request, route } = call;
  const group = checkGroup(call);
  if (!group.ok) return group.reply;
  const body = readJson(request, world.router, world.configuration);
  if (!body.ok) return body.reply;
  const cluster = CLUSTER_OPERATIONS[route.operation];
  const reply =
    cluster === undefined
      ? documentReply({ ...call, body: body.value, suffix })
      : cluster({ ...call, body: body.value, shape });
  if (!isGood(reply)) return reply;
  return {
    ...reply,
    type,
    headers: [...headers, ...(reply.headers ?? [])],
    assumptions: [
      ...reply.assumptions,
      ...assumptions,
      'administration-authentication',
      ...(isUntyped(request) ? ['content-type-without-body'] : []),
    ],
  };
};

/** A call of the administration API, unversioned or versioned. */
export const administer = (call: RoutedCall): Reply => {
  const { world, route } = call;
  const { api, product } = world.router;
  if (route.area === 'legacy' && world.legacy === 'gone') {
    const bases = [`/api/${product}/${route.legacyVersion}`, `/api/${product}/${api.version}`];
    return refusal(world.configuration, 'API_GONE', bases);
  }
  const caller = authenticate(call);
  if (!caller.ok) return caller.reply;
  const version = spoken(call);
  return version.ok ? performed(call, version.value) : version.reply;
};
