import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connections } from './connections.ts';
import { namedHost } from './hosts.ts';
import type { ServiceAnswer, ServiceRequest } from './message.ts';

export { isLoopback, mayName } from './hosts.ts';

/** Limits on what a client may ask of the server. Times are milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  /** Chunks, or packets, that a body may come in. */
  readonly bodyPieces: number;
  readonly headerBytes: number;
  readonly headers: number;
  readonly connections: number;
  /** Connections of one peer that wait for a request. */
  readonly waitingPerPeer: number;
  readonly requestTime: number;
  readonly headerTime: number;
  readonly idleTime: number;
}

export const LIMITS: Limits = {
  bodyBytes: 1024 * 1024,
  bodyPieces: 16 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  connections: 256,
  waitingPerPeer: 128,
  requestTime: 30_000,
  headerTime: 10_000,
  idleTime: 5_000,
};

/**
 * Buffer that grows in one piece: a body received in single bytes takes no more memory than one received at
 * once.
 */
class Gathered {
  #bytes = Buffer.alloc(0);
  #length = 0;

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length, 1024));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  get whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }
}

/** The body of a request; `undefined` when it is longer, or in more pieces, than it may be. */
const readBody = (message: IncomingMessage, limits: Limits): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const gathered = new Gathered();
    let pieces = 0;
    message.on('data', (piece: Uint8Array) => {
      pieces += 1;
      if (gathered.length + piece.length <= limits.bodyBytes && pieces <= limits.bodyPieces)
        return gathered.add(piece);
      message.removeAllListeners('data').pause();
      resolve(undefined);
    });
    message.once('end', () => resolve(gathered.whole));
    message.once('error', reject);
    message.once('close', () => reject(new Error('the client went away')));
  });

const pairsOf = ({ rawHeaders }: IncomingMessage): ServiceRequest['headers'] => {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!]);
  return pairs;
};

const send = (response: ServerResponse, { status, headers, body }: ServiceAnswer): void => {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.writeHead(status);
  response.end(response.req.method === 'HEAD' ? undefined : body);
};

/** Response to an unread request, which closes its connection. */
const turnAway = (response: ServerResponse, error: number, errorCode: string, detail: string): void => {
  const reason = STATUS_CODES[error];
  response.writeHead(error, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ detail, error, errorCode, parameters: [], reason }), () =>
    response.req.destroy(),
  );
};

const tooLarge = (response: ServerResponse): void =>
  turnAway(response, 413, 'BODY_TOO_LARGE', 'The body is too large, or comes in too many pieces.');

const wrongHost = (response: ServerResponse): void =>
  turnAway(
    response,
    421,
    'HOST_NOT_ALLOWED',
    'The Host header names another host than this machine: start the service with --allow-host to allow it.',
  );

const RAW: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to input that is not HTTP, and ends the connection. */
const refuseRaw = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = RAW[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
};

/** Options with which a server is run. */
export interface Serving {
  readonly limits: Limits;
  /** True when a request may name this host in `Host`. */
  readonly mayName: (host: string) => boolean;
  /** Milliseconds, of a clock that deadlines are measured by. */
  readonly now: () => number;
}

const SERVING: Serving = { limits: LIMITS, mayName: () => true, now: () => performance.now() };

const handled = async (
  message: IncomingMessage,
  response: ServerResponse,
  { limits, mayName }: Serving,
  respond: (request: ServiceRequest) => ServiceAnswer,
): Promise<void> => {
  if (!mayName(namedHost(message.url ?? '', message.headers.host))) return wrongHost(response);
  const body = await readBody(message, limits);
  if (body === undefined) return tooLarge(response);
  const request = {
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    headers: pairsOf(message),
    body,
    remote: message.socket.remoteAddress ?? '',
  };
  send(response, respond(request));
};

const SWEEP = 1_000;

/**
 * Monitors connections: one without a complete header is closed shortly after the server would return 408;
 * one that does not send its body, or does not read its response, at the request timeout.
 */
const watch = (server: Server, { limits, now }: Serving): void => {
  const { headerTime, requestTime, idleTime } = limits;
  const silent = headerTime + 2 * SWEEP;
  const connections = new Connections(limits, now);
  server.on('connection', (socket) => {
    connections.wait(socket, silent);
    socket.once('close', () => connections.leave(socket));
  });
  server.on('request', ({ socket }, response) => {
    connections.wait(socket, requestTime + 2 * SWEEP);
    response.once('finish', () => connections.wait(socket, idleTime + silent));
  });
  const timer = setInterval(() => connections.sweep(), SWEEP).unref();
  server.once('close', () => clearInterval(timer));
};

/** A server that turns HTTP into requests and responses into HTTP. `respond` must not throw. */
export const serverFor = (
  respond: (request: ServiceRequest) => ServiceAnswer,
  given: Partial<Serving> = {},
): Server => {
  const serving = { ...SERVING, ...given };
  const { limits } = serving;
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestTime,
    headersTimeout: limits.headerTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: SWEEP,
  });
  watch(server, serving);
  // One more than may wait: the newest is let in, and the one that has waited longest goes.
  server.maxConnections = limits.connections + 1;
  server.maxHeadersCount = limits.headers;
  server.on('request', (message, response) => {
    // A client that disconnects during a request or response is not an error of the service.
    handled(message, response, serving, respond).catch(() => message.destroy());
  });
  server.on('clientError', refuseRaw);
  server.on('connect', (_, socket) => socket.destroy());
  return server;
};
