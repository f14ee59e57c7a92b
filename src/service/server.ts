import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceAnswer, ServiceRequest } from './message.ts';

/** What a client may ask of the server. Times are milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly headers: number;
  readonly connections: number;
  readonly requestTime: number;
  readonly headerTime: number;
  readonly idleTime: number;
}

export const LIMITS: Limits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  connections: 256,
  requestTime: 30_000,
  headerTime: 10_000,
  idleTime: 5_000,
};

/** The body of a request; `undefined` when it is longer than it may be. */
const readBody = async (message: IncomingMessage, limit: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    length += (chunk as Uint8Array).length;
    if (length > limit) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
};

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

const tooLarge = (response: ServerResponse): void => {
  const body =
    '{"detail":"The body is too large.","error":413,"errorCode":"BODY_TOO_LARGE","parameters":[],"reason":"Payload Too Large"}';
  response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
  response.end(body, () => response.req.destroy());
};

const RAW: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is no HTTP gets an answer all the same, and the connection ends. */
const refuseRaw = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = RAW[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
};

const handled = async (
  message: IncomingMessage,
  response: ServerResponse,
  limits: Limits,
  respond: (request: ServiceRequest) => ServiceAnswer,
): Promise<void> => {
  const body = await readBody(message, limits.bodyBytes);
  if (body === undefined) return tooLarge(response);
  send(
    response,
    respond({
      method: message.method ?? 'GET',
      target: message.url ?? '/',
      headers: pairsOf(message),
      body,
      remote: message.socket.remoteAddress ?? '',
    }),
  );
};

/** A server that turns HTTP into requests and answers into HTTP. `respond` must not throw. */
export const serverFor = (
  respond: (request: ServiceRequest) => ServiceAnswer,
  limits: Limits = LIMITS,
): Server => {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestTime,
    headersTimeout: limits.headerTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = limits.connections;
  server.maxHeadersCount = limits.headers;
  server.on('request', (message, response) => {
    // A client that goes away while it is read or answered is no error of the service.
    handled(message, response, limits, respond).catch(() => message.destroy());
  });
  server.on('clientError', refuseRaw);
  server.on('connect', (_, socket) => socket.destroy());
  return server;
};
