import { administer } from './administration.ts';
import type { StateChange } from './changes.ts';
import { answerDiscovery } from './discovery.ts';
import type { Fault } from './faults.ts';
import { headerValues } from './message.ts';
import type { Reply, ServiceAnswer, ServiceRequest } from './message.ts';
import { present } from './present.ts';
import type { AnswerPresentation } from './present.ts';
import { readTarget, switchIn } from './query.ts';
import type { Query } from './query.ts';
import { refusal, tokenRefusal } from './refusals.ts';
import { routeOf } from './routes.ts';
import type { Route, Routed } from './routes.ts';
import { generateToken, rateLimited, revokeToken } from './tokens.ts';
import type { RoutedCall, ServiceContext } from './service-context.ts';

/** A response, and what becomes of the state before it may be sent. */
export interface AnswerWithChanges {
  readonly answer: ServiceAnswer;
  readonly changes: readonly StateChange[];
}

const AREAS: Readonly<Record<Route['area'], (call: RoutedCall) => Reply>> = {
  token: generateToken,
  revoke: revokeToken,
  discovery: answerDiscovery,
  legacy: administer,
  versioned: administer,
};

const isToken = (area: Route['area'] | undefined): boolean => area === 'token' || area === 'revoke';

/** An error in the form of the part of the service that the path belongs to. */
const refuse = (
  { configuration }: ServiceContext,
  area: Route['area'] | undefined,
  code: string,
  parameters: readonly string[],
): Reply => {
  if (!isToken(area)) return refusal(configuration, code, parameters);
  const { status } = configuration.administration.errors[code]!;
  return tokenRefusal(configuration, 'invalid_request', {}, { status });
};

/** Headers of which a second one would leave open which of them counts. */
const SINGLE = ['authorization', 'content-type', 'content-length', 'content-encoding', 'host'];

const repeatedHeader = (request: ServiceRequest): string | undefined =>
  SINGLE.find((name) => headerValues(request, name).length > 1);

const PLAIN: AnswerPresentation = { pretty: false, envelope: false };

/** Discovery knows neither (specification §4.1). */
const presentationOf = (query: Query, area: Route['area'] | undefined): AnswerPresentation | string => {
  if (area === undefined || area === 'discovery') return PLAIN;
  const pretty = switchIn(query, 'pretty');
  const envelope = switchIn(query, 'envelope');
  if (pretty === undefined) return 'pretty';
  return envelope === undefined ? 'envelope' : { pretty, envelope };
};

const areaOf = (routed: Routed): Route['area'] | undefined =>
  routed.kind === 'route' ? routed.route.area : routed.area;

const FAULTS: Readonly<Record<Fault['status'], string>> = {
  429: 'RATE_LIMITED',
  500: 'UNEXPECTED_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** The response that the seed wants in place of the right one. */
const faultyReply = (call: RoutedCall): Reply | undefined => {
  const { world, route } = call;
  const fault = world.faults.take(route.operation);
  if (fault === undefined) return undefined;
  const { status, retryAfter = 1 } = fault;
  if (isToken(route.area) && status === 429) return rateLimited(call, retryAfter);
  const reply = isToken(route.area)
    ? tokenRefusal(world.configuration, 'server_error', {}, { status })
    : refusal(world.configuration, FAULTS[status], [], { status });
  return status === 500 ? reply : { ...reply, headers: [['retry-after', String(retryAfter)]] };
};

const replyTo = (world: ServiceContext, request: ServiceRequest, routed: Routed, query: Query): Reply => {
  if (routed.kind === 'route') {
    const { route } = routed;
    const call = { world, request, route, query };
    return faultyReply(call) ?? AREAS[route.area](call);
  }
  const { area } = routed;
  const [path = ''] = request.target.split('?', 1);
  if (routed.kind === 'unknown') return refuse(world, area, 'RESOURCE_NOT_FOUND', [path]);
  const reply = refuse(world, area, 'METHOD_NOT_ALLOWED', [request.method]);
  return { ...reply, headers: [['allow', routed.allow.join(', ')]] };
};

interface Spoken {
  readonly reply: Reply;
  readonly presentation: AnswerPresentation;
}

const plainly = (reply: Reply): Spoken => ({ reply, presentation: PLAIN });

const spoken = (world: ServiceContext, request: ServiceRequest): Spoken => {
  const target = readTarget(request.target);
  if (target === undefined) return plainly(refuse(world, undefined, 'INVALID_PATH', []));
  const { segments, query } = target;
  const routed = routeOf(world.router, request.method, segments);
  const area = areaOf(routed);
  const repeated = repeatedHeader(request);
  if (repeated !== undefined) return plainly(refuse(world, area, 'DUPLICATE_HEADER', [repeated]));
  const presentation = presentationOf(query, area);
  if (typeof presentation === 'string')
    return plainly(refuse(world, area, 'INVALID_QUERY_PARAMETER', [presentation]));
  return { reply: replyTo(world, request, routed, query), presentation };
};

/**
 * Response to a request. Does not change the state: the returned changes must be stored before the response
 * is sent.
 */
export const answer = (
  world: ServiceContext,
  request: ServiceRequest,
  version: string,
): AnswerWithChanges => {
  const start = world.now();
  const { reply, presentation } = spoken(world, request);
  const circumstances = {
    configuration: world.configuration,
    version,
    took: Math.max(0, world.now() - start),
  };
  return { answer: present(reply, presentation, circumstances), changes: reply.changes ?? [] };
};
