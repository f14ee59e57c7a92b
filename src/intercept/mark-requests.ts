import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { callSite } from './call-site.ts';
import { CALL_SITE_HEADER } from './settings.ts';

type Redirects = (host: string) => boolean;

/** Header values are ASCII; paths need not be. */
const spelled = (site: string): string => encodeURIComponent(site);

const markRequest = (request: http.ClientRequest, redirects: Redirects): http.ClientRequest => {
  const site = redirects(request.host) && !request.headersSent ? callSite() : undefined;
  if (site !== undefined) request.setHeader(CALL_SITE_HEADER, spelled(site));
  return request;
};

type Send = (...args: unknown[]) => http.ClientRequest;

/** `request` and `get` of `http` and `https`. */
const markModule = (module: typeof http | typeof https, redirects: Redirects): void => {
  const functions = module as unknown as Record<string, Send>;
  const original = functions['request']!;
  const request: Send = (...args) => markRequest(original.apply(module, args), redirects);
  functions['request'] = request;
  functions['get'] = (...args) => {
    const sent = request(...args);
    sent.end();
    return sent;
  };
};

const hostIn = (origin: unknown): string => {
  try {
    return new URL(String(origin)).hostname;
  } catch {
    return '';
  }
};

interface UndiciRequest {
  readonly origin?: unknown;
  addHeader?(name: string, value: string): void;
}

/** Call site of the `fetch` that is under way: undici sends later, when the program is no longer on the stack. */
const fetching = new AsyncLocalStorage<string | undefined>();

const markFetch = (redirects: Redirects): void => {
  const original = globalThis.fetch;
  if (typeof original !== 'function') return;
  const fetch = (input: Parameters<typeof original>[0], init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'object' && 'url' in input ? input.url : String(input);
    return redirects(hostIn(url)) ? fetching.run(callSite(), original, input, init) : original(input, init);
  };
  Object.defineProperty(fetch, 'name', { value: 'fetch' });
  globalThis.fetch = fetch as typeof original;
};

const markUndici = (redirects: Redirects): void =>
  subscribe('undici:request:create', (message) => {
    const { request } = message as { readonly request: UndiciRequest };
    const site = redirects(hostIn(request.origin)) ? (fetching.getStore() ?? callSite()) : undefined;
    if (site !== undefined) request.addHeader?.(CALL_SITE_HEADER, spelled(site));
  });

const markHttp2 = (redirects: Redirects): void => {
  const module = http2 as unknown as Record<string, (...args: unknown[]) => http2.ClientHttp2Session>;
  const original = module['connect']!;
  module['connect'] = (...args) => {
    const session = original.apply(http2, args);
    if (!redirects(hostIn(args[0]))) return session;
    const request = session.request.bind(session);
    session.request = (headers, options) => {
      const site = callSite();
      const isList = Array.isArray(headers);
      return request(
        site === undefined || isList ? headers : { ...headers, [CALL_SITE_HEADER]: spelled(site) },
        options,
      );
    };
    return session;
  };
};

/** Adds its call site to each request for redirected hosts, whichever client of Node sends it. */
export const markRequests = (redirects: Redirects): void => {
  markModule(http, redirects);
  markModule(https, redirects);
  markFetch(redirects);
  markUndici(redirects);
  markHttp2(redirects);
  syncBuiltinESMExports();
};
