import type { AskedCall } from '../capture/answering.ts';
import type { Exchange } from '../capture/exchange.ts';
import { basicLoginReason, emptyLoginReason } from './logins.ts';
import { recordedUrl } from '../redact/recorded.ts';
import { ASSUMPTIONS_HEADER } from '../service/present.ts';
import { readTarget } from '../service/query.ts';
import { routeOf } from '../service/routes.ts';
import type { Routed, Router } from '../service/routes.ts';

/**
 * State of a call after a run. `accepted`: the reference service did what it requests. `refused`: it says that the call
 * is wrong. `not-proven`: undecided, because the service does not know the operation, the resource or the payload.
 */
export type CallState = 'accepted' | 'refused' | 'not-proven';

/** A call of a command, judged. Holds no credential. */
export interface JudgedCall {
  readonly method: string;
  /** Path template; of an unknown path nothing but its first segments. */
  readonly template: string;
  /** Operation name (contract §5); of an unversioned call that of the versioned one that replaces it. */
  readonly operation: string | undefined;
  readonly state: CallState;
  readonly status: number;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** True where it was refused because it names no credentials, which says nothing of the rest of the request. */
  readonly isAnonymous: boolean;
  /** URL without credentials and values of the query. */
  readonly url: string;
  /** Call site in the program, `/app/src/api.js:12:9`, then who called that; empty where it is not known. */
  readonly trail: readonly string[];
}

/** Means by which calls are judged. */
export interface Bench {
  readonly router: Router;
  readonly legacy: 'on' | 'gone';
  readonly isApiCall: (url: string) => boolean;
  /** Variables of the command that name a part of a login, and are empty. */
  readonly emptyVariables: readonly string[];
}

interface Told {
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const toldBy = ({ answer }: Exchange): Told => {
  try {
    const body = JSON.parse(answer?.body.bytes.toString('utf8') ?? '') as Record<string, unknown>;
    const code = textOr(body['errorCode']) ?? textOr(body['error']);
    return { code, detail: textOr(body['detail']) ?? textOr(body['error_description']) };
  } catch {
    return { code: undefined, detail: undefined };
  }
};

const routed = ({ method, url }: Exchange, { router }: Bench): Routed => {
  const target = readTarget(url);
  return target === undefined
    ? { kind: 'unknown', area: undefined }
    : routeOf(router, method.toUpperCase(), target.segments);
};

/** The path of a call that no template describes: ids and names in it are left out. */
const roughTemplate = (url: string): string =>
  url
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((segment) =>
      /^(?:v?\d+(?:\.\d+)?|[a-z][A-Za-z]{0,39})$/.test(segment) || segment === '' ? segment : '{}',
    )
    .join('/');

const templateOf = (exchange: Exchange, found: Routed, { router }: Bench): string => {
  if (found.kind !== 'route') return roughTemplate(exchange.url);
  const { area, legacyVersion, product, template } = found.route;
  if (area === 'legacy') return `/api/${product}/${legacyVersion}${template}`;
  return area === 'versioned' ? `/api/${product}/${router.api.version}${template}` : template;
};

/** True for a request whose `Host` names another server than the one that it was sent to. */
const namesOtherHost = ({ headers, url }: Exchange): boolean => {
  const own = URL.parse(url);
  return headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'host' &&
      own !== null &&
      URL.parse(`${own.protocol}//${value.trim()}`)?.host !== own.host,
  );
};

/** Answers that tell of the state of the service, and nothing of the call. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'RESOURCE_NOT_FOUND',
  'GROUP_NOT_FOUND',
  'CLUSTER_NOT_FOUND',
]);

const WITHOUT_CREDENTIALS =
  'The request had no credentials, which says nothing about the migration. Set the variables that the program reads them from: any value is accepted, unless --seed names credentials.';

const UNCHECKED =
  'The URL, the version and the credentials are right. The payload was not checked: the reference service checks those of clusters only.';

/** True for a call whose payload the service took as it was sent. */
const isUnchecked = ({ body, answer }: Exchange): boolean =>
  body.length > 0 &&
  answer?.headers.some(
    ([name, value]) =>
      name.toLowerCase() === ASSUMPTIONS_HEADER && value.split(', ').includes('administration-resource'),
  ) === true;

type Judgement = Pick<JudgedCall, 'state' | 'reason'> & { readonly isAnonymous?: boolean };

/** True for a request that says who makes it. */
export const isAuthorized = ({ headers }: Exchange): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'authorization');

/** Reason why a request that nobody let in says nothing of the migration. */
const withoutLogin = (exchange: Exchange, { emptyVariables }: Bench): string | undefined =>
  isAuthorized(exchange) ? emptyLoginReason(exchange, emptyVariables) : WITHOUT_CREDENTIALS;

const notProven = (reason: string): Judgement => ({ state: 'not-proven', reason });

const unknown = (found: Routed, exchange: Exchange, { legacy, isApiCall }: Bench): Judgement | undefined => {
  if (!isApiCall(exchange.url))
    return notProven(
      'The host is the one of the API, but the path is not part of it. The request did not leave the machine.',
    );
  if (namesOtherHost(exchange))
    return notProven('The request names another host in its header Host than the one that it was sent to.');
  if (found.kind === 'route') return undefined;
  if (found.area === 'legacy' && legacy === 'gone')
    return { state: 'refused', reason: 'The unversioned API is gone.' };
  return notProven(
    found.kind === 'unknown'
      ? 'The reference service does not have this path.'
      : 'The reference service has this path, but not with this method.',
  );
};

const judged = (exchange: Exchange, found: Routed, told: Told, bench: Bench): Judgement => {
  const status = exchange.answer?.status ?? 0;
  const early = unknown(found, exchange, bench);
  if (early !== undefined) return early;
  if (exchange.answer === undefined) return notProven('The program stopped sending the request in its body.');
  if (status >= 200 && status < 400)
    return isUnchecked(exchange) ? notProven(UNCHECKED) : { state: 'accepted', reason: undefined };
  if (NOT_THERE.has(told.code ?? '') || status === 409)
    return notProven(
      `${told.detail ?? 'The resource does not exist.'} List what exists in a file for --seed.`,
    );
  if (status === 413)
    return notProven('The body is longer than 1 MB: the reference service did not read it.');
  if (status === 429 || status >= 500)
    return notProven(told.detail ?? 'The reference server sent no response.');
  const missing = status === 401 ? withoutLogin(exchange, bench) : undefined;
  const isCall =
    found.kind === 'route' && (found.route.area === 'legacy' || found.route.area === 'versioned');
  const basic = status === 401 && isCall ? basicLoginReason(exchange) : undefined;
  return {
    state: 'refused',
    reason: missing ?? basic ?? told.detail,
    isAnonymous: missing !== undefined,
  };
};

/** Judges a call by the reference service's response. */
export const judgeCalls = (exchange: Exchange, bench: Bench): JudgedCall => {
  const found = routed(exchange, bench);
  const told = toldBy(exchange);
  const judgement = judged(exchange, found, told, bench);
  return {
    method: exchange.method.toUpperCase(),
    template: templateOf(exchange, found, bench),
    operation: found.kind === 'route' ? found.route.operation : undefined,
    state: judgement.state,
    reason: judgement.reason,
    isAnonymous: judgement.isAnonymous === true,
    status: exchange.answer?.status ?? 0,
    code: told.code,
    url: recordedUrl(exchange.url),
    trail: exchange.trail,
  };
};

/** Target of a request for the reference service. */
export const targetOf = ({ url }: AskedCall): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
