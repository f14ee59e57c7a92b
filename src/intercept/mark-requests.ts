import { subscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import type http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { callSite } from './call-site.ts';
import { FetchSites, requestKey } from './fetch-sites.ts';
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

const parsed = (url: string): URL | undefined => {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
};

const MAX_KNOWN = 1000;
const hosts = new Map<string, string>();

/** Host of an origin; a program calls few of them, so each is parsed once. */
const hostIn = (origin: unknown): string => {
  const text = String(origin);
  const known = hosts.get(text);
  if (known !== undefined) return known;
  if (hosts.size === MAX_KNOWN) hosts.clear();
  const host = parsed(text)?.hostname ?? '';
  hosts.set(text, host);
  return host;
};

interface UndiciRequest {
  readonly origin?: unknown;
  readonly path?: unknown;
  readonly method?: unknown;
  addHeader?(name: string, value: string): void;
}

const markFetch = (redirects: Redirects, sites: FetchSites): void => {
  const original = globalThis.fetch;
  if (typeof original !== 'function') return;
  const fetch = (input: Parameters<typeof original>[0], init?: RequestInit): Promise<Response> => {
    const isRequest = typeof input === 'object' && 'url' in input;
    const url = parsed(isRequest ? input.url : String(input));
    if (url === undefined || !redirects(url.hostname)) return original(input, init);
    const site = callSite();
    if (site === undefined) return original(input, init);
    const method = init?.method ?? (isRequest ? input.method : 'GET');
    const key = requestKey(method, url.origin, url.pathname + url.search);
    return sites.during(key, site, () => original(input, init));
  };
  Object.defineProperty(fetch, 'name', { value: 'fetch' });
  globalThis.fetch = fetch as typeof original;
};

const siteOf = ({ method, origin, path }: UndiciRequest, sites: FetchSites): string | undefined =>
  sites.take(requestKey(method, origin, path)) ?? callSite();

const markUndici = (redirects: Redirects, sites: FetchSites): void =>
  subscribe('undici:request:create', (message) => {
    const { request } = message as { readonly request: UndiciRequest };
    const site = redirects(hostIn(request.origin)) ? siteOf(request, sites) : undefined;
    if (site !== undefined) request.addHeader?.(CALL_SITE_HEADER, spelled(site));
  });

const markHttp2 = (redirects: Redirects): void => {
  // Not imported: loading it takes a program that does not use it longer than all the others.
  const module = process.getBuiltinModule('node:http2') as unknown as Record<
    string,
    (...args: unknown[]) => http2.ClientHttp2Session
  >;
  const original = module['connect']!;
  module['connect'] = (...args) => {
    const session = original.apply(module, args);
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
  const sites = new FetchSites();
  markFetch(redirects, sites);
  markUndici(redirects, sites);
  markHttp2(redirects);
  syncBuiltinESMExports();
};
