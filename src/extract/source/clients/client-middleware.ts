/**
 * Meaning of a parameter of a middleware function: the request or its options (headers in its member
 * `headers`), the headers themselves, the URL, or the function that passes the request on; `.request` is an
 * object with the request in that member, `chained` a request that is configured by calls, `sent` a response
 * or error, which may hold the request that was sent, `again` a function that sends it again.
 */
export type PartGiven =
  | 'request'
  | 'headers'
  | 'url'
  | 'next'
  | 'chained'
  | 'sent'
  | 'again'
  | 'other'
  | `.${string}`;

/** Middleware: code of the program between a call of a client and the network, such as an interceptor or a hook. */
export interface MiddlewareShape {
  /** `option`: a member of options or defaults; `call`: a method of the client or the request that registers it. */
  readonly at: 'option' | 'call';
  /** `hooks.beforeRequest`, `interceptors.request.use`. */
  readonly path: string;
  /** Members of the argument that are the functions: `onRequest` of a middleware. */
  readonly members?: readonly string[];
  /** Roles of the parameters; empty where the code determines by itself what is sent. */
  readonly given: readonly PartGiven[];
  /** Role of `this`. */
  readonly self?: 'chained';
  /**
   * `request`: it returns the request that continues; `perhaps`: the argument continues if it returns
   * nothing; `response`: it passes the request on itself.
   */
  readonly gives: 'request' | 'perhaps' | 'response';
}

/** Layer that a client's requests pass through and a program can replace. */
export type Below = 'fetch' | 'xhr' | 'http' | 'dispatcher' | 'angular' | 'jquery';

const hook = (path: string, ...given: readonly PartGiven[]): MiddlewareShape => ({
  at: 'option',
  path,
  given,
  gives: 'perhaps',
});

const sender = (path: string, ...given: readonly PartGiven[]): MiddlewareShape => ({
  at: 'option',
  path,
  given,
  gives: 'response',
});

const DISPATCHER = sender('dispatcher');
const FETCH = sender('fetch', 'url', 'request');

/** Interception of axios and similar clients. */
export const AXIOS_MIDDLEWARE: readonly MiddlewareShape[] = [
  { at: 'call', path: 'interceptors.request.use', given: ['request'], gives: 'request' },
  { at: 'call', path: 'interceptors.response.use', given: ['sent'], gives: 'response' },
  { at: 'option', path: 'transformRequest', given: ['other', 'headers'], gives: 'perhaps' },
  sender('adapter', 'request'),
];

export const FETCH_MIDDLEWARE: readonly MiddlewareShape[] = [DISPATCHER];

export const GOT_MIDDLEWARE: readonly MiddlewareShape[] = [
  hook('hooks.init', 'request', 'request'),
  hook('hooks.beforeRequest', 'request'),
  hook('hooks.beforeRetry', '.options'),
  hook('hooks.beforeRedirect', 'request'),
  sender('hooks.afterResponse', 'sent', 'again'),
  sender('handlers', 'request', 'next'),
  sender('request'),
];

export const KY_MIDDLEWARE: readonly MiddlewareShape[] = [
  hook('hooks.init', 'request'),
  hook('hooks.beforeRequest', 'request', 'request'),
  hook('hooks.beforeRetry', '.request'),
  sender('hooks.afterResponse', 'request', 'request'),
  FETCH,
];

export const JQUERY_MIDDLEWARE: readonly MiddlewareShape[] = [hook('beforeSend', 'chained', 'request')];

export const OFETCH_MIDDLEWARE: readonly MiddlewareShape[] = [hook('onRequest', '.options'), DISPATCHER];

export const OPENAPI_MIDDLEWARE: readonly MiddlewareShape[] = [
  { at: 'call', path: 'use', members: ['onRequest'], given: ['.request'], gives: 'perhaps' },
  FETCH,
];

/** Plugins of superagent and similar clients: they configure the request that they receive. */
export const CHAINED_MIDDLEWARE: readonly MiddlewareShape[] = [
  { at: 'call', path: 'use', given: ['chained'], gives: 'perhaps' },
];

/** Parameters of functions that jQuery calls: `$.ajaxPrefilter(…)`. */
const JQUERY_GIVEN: ReadonlyMap<string, readonly PartGiven[]> = new Map([
  ['ajaxSetup', ['chained', 'request']],
  ['ajaxPrefilter', ['request', 'other', 'chained']],
  ['ajaxSend', ['other', 'chained', 'request']],
]);

const XHR_GIVEN: ReadonlyMap<string, readonly PartGiven[]> = new Map([
  ['open', ['other', 'url']],
  ['send', ['other']],
]);

/** Shape of a replacement for `fetch`, a dispatcher, or a method that clients send through. */
export const shapeOfReplaced = ({
  below,
  member,
}: {
  readonly below: Below;
  readonly member: string;
}): MiddlewareShape => {
  if (below === 'fetch') return FETCH;
  if (below === 'dispatcher') return DISPATCHER;
  if (below === 'angular') return { ...sender(member, 'request', 'next'), members: ['intercept'] };
  if (below === 'jquery') return { ...hook(member, ...JQUERY_GIVEN.get(member)!), members: ['beforeSend'] };
  if (below === 'http') return sender(member, 'request', 'request');
  return { ...sender(member, ...(XHR_GIVEN.get(member) ?? [])), self: 'chained' };
};

/** Packages that run on requests and do not change URLs and headers, except for their own header. */
export const HARMLESS_PACKAGES: ReadonlySet<string> = new Set([
  'axios-logger',
  'axios-debug-log',
  'axios-curlirize',
  'axios-rate-limit',
  'axios-retry',
  'retry-axios',
  'axios-cookiejar-support',
  'superagent-no-cache',
  'superagent-logger',
  'superagent-proxy',
  'superagent-retry',
  'superagent-throttle',
]);

/** Classes of undici and Node that send requests unchanged. */
export const SENDING_CLASSES: ReadonlySet<string> = new Set([
  'Agent',
  'Pool',
  'Client',
  'BalancedPool',
  'ProxyAgent',
  'EnvHttpProxyAgent',
  'RetryAgent',
  'MockAgent',
]);
