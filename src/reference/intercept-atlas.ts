import http from 'node:http';
import http2 from 'node:http2';
import type { Duplex } from 'node:stream';
import { redirect } from '../intercept/redirect.ts';
import { asConnection } from '../intercept/sockets.ts';
import type { Target } from '../intercept/sockets.ts';
import { readPackageFile } from '../io/package.ts';
import { MemorySocket } from './memory-socket.ts';
import { openService } from './open.ts';
import type { OpenService, ServiceOptions } from './open.ts';

/** Options of `interceptAtlas`: how it responds, and for which hosts. */
export interface InterceptOptions extends ServiceOptions {
  /** Host names besides those of the API whose connections are intercepted. */
  readonly hosts?: readonly string[];
}

/** A call that got a response. */
export interface InterceptedCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
}

/** Calls that are handled in this process, until `restore`. */
export interface Interception {
  /** Calls handled so far, in order. */
  readonly calls: readonly InterceptedCall[];
  /** Lets connections go where they went before, and ends those that are open. */
  restore(): void;
}

type Incoming = http.IncomingMessage | http2.Http2ServerRequest;
type Outgoing = http.ServerResponse | http2.Http2ServerResponse;

const headersOf = (raw: readonly string[]): (readonly [string, string])[] => {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!raw[at]!.startsWith(':')) pairs.push([raw[at]!.toLowerCase(), raw[at + 1] ?? '']);
  return pairs;
};

const respond = async (
  { respond: answer }: OpenService,
  calls: InterceptedCall[],
  request: Incoming,
  response: Outgoing,
): Promise<void> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const [method, target] = [request.method ?? 'GET', request.url ?? '/'];
  const { status, headers, body } = answer({
    method: method.toUpperCase(),
    target,
    headers: headersOf(request.rawHeaders),
    body: Buffer.concat(pieces),
    remote: '127.0.0.1',
  });
  calls.push({ method, path: target, status });
  for (const [name, value] of headers) response.appendHeader(name, value);
  (response.writeHead as (status: number) => unknown)(status);
  (response.end as (body?: unknown) => unknown).call(response, method === 'HEAD' ? undefined : body);
};

const apiHosts = (): readonly string[] =>
  (JSON.parse(readPackageFile('rules/api/api.json')) as { readonly hosts: readonly string[] }).hosts;

/**
 * Answers calls of the API that this process makes, with any client of Node, by the reference service: no port, no proxy, no
 * certificate, and nothing leaves the process. Any credentials count, and each project that a call names exists, unless
 * the seed names credentials. Throws `UsageError` for a seed or state file that makes no sense.
 */
export const interceptAtlas = (options: InterceptOptions = {}): Interception => {
  const { apiKeys, serviceAccounts, discoveryUsers } = options.seed ?? {};
  const acceptsAnyCredentials = [apiKeys, serviceAccounts, discoveryUsers].every(
    (names) => names === undefined,
  );
  const service = openService({ legacy: 'gone', ...options }, acceptsAnyCredentials);
  const calls: InterceptedCall[] = [];
  const open = new Set<Duplex>();
  const serve = (request: Incoming, response: Outgoing): void =>
    void respond(service, calls, request, response).catch(() => response.destroy());
  const servers = { 'http/1.1': http.createServer(serve), h2: http2.createServer(serve) };
  const hosts = new Set([...apiHosts(), ...(options.hosts ?? [])].map((host) => host.toLowerCase()));
  const restore = redirect({
    redirects: (host) => hosts.has(host.toLowerCase().replace(/\.$/, '')),
    open: (target: Target) => {
      const [client, server] = MemorySocket.pair();
      for (const end of [client, server]) open.add(end);
      servers[target.protocol].emit('connection', asConnection(server, { ...target, secure: false }, false));
      setImmediate(() => client.emit('connect'));
      return client;
    },
  });
  return {
    calls,
    restore: () => {
      restore();
      for (const end of open) end.destroy();
      service.close();
    },
  };
};
