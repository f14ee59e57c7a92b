import http from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pairsOf } from './calls.ts';
import { Kept } from './exchange.ts';
import type { Answer, IncomingCall, Exchange, Headers, ConnectionLink } from './exchange.ts';

type See = (exchange: Exchange) => void;

/** Headers of HTTP/1.1 that HTTP/2 forbids. */
const CONNECTION = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i;
/** Headers that concern only the connection between the program and the proxy. */
const SETTLED = /^(?:expect|proxy-connection|proxy-authorization)$/i;

const isHttp2 = ({ request }: IncomingCall): boolean => request.httpVersionMajor === 2;

const headersFor = (call: IncomingCall): readonly string[] => {
  const { request, headers } = call;
  const host = request.headers[':authority'];
  const sent = headers.filter(([name]) => !SETTLED.test(name));
  const all = typeof host === 'string' && isHttp2(call) ? [['host', host] as const, ...sent] : sent;
  return all.flat();
};

const writeHead = (call: IncomingCall, answer: http.IncomingMessage): void => {
  const { response } = call;
  response.sendDate = false;
  const status = answer.statusCode ?? 502;
  if (!isHttp2(call)) {
    (response as ServerResponse).writeHead(status, answer.statusMessage, answer.rawHeaders);
    return;
  }
  for (const [name, value] of pairsOf(answer.rawHeaders))
    if (!CONNECTION.test(name)) response.appendHeader(name.toLowerCase(), value);
  (response.writeHead as (status: number) => unknown)(status);
};

/** Ends a connection as a server does that fails: the program sees `ECONNRESET`. */
const reset = ({ request, response }: IncomingCall): void => {
  if (request.httpVersionMajor === 2) return void response.destroy();
  const { socket } = request as http.IncomingMessage;
  if (typeof socket.resetAndDestroy === 'function') socket.resetAndDestroy();
  else socket.destroy();
};

/** Observed data of a call. State: filled while the call passes. */
class Passing {
  readonly sent = new Kept();
  readonly received = new Kept();
  #answer: { readonly status: number; readonly text: string; readonly headers: Headers } | undefined;
  #told = false;

  begin({ statusCode = 0, statusMessage = '', rawHeaders }: http.IncomingMessage): void {
    this.#answer = { status: statusCode, text: statusMessage, headers: pairsOf(rawHeaders) };
  }

  /** Reports the call, once: when it ended, or broke off. */
  tell({ request, url, headers, started, trail }: IncomingCall, see: See): void {
    if (this.#told) return;
    this.#told = true;
    const answer: Answer | undefined = this.#answer && { ...this.#answer, body: this.received.body };
    const took = Date.now() - started;
    const version = `HTTP/${request.httpVersion}`;
    see({
      started,
      took,
      method: request.method ?? 'GET',
      url,
      version,
      headers,
      body: this.sent.body,
      answer,
      trail,
    });
  }
}

const answerWith = (call: IncomingCall, answer: http.IncomingMessage, passing: Passing, see: See): void => {
  passing.begin(answer);
  writeHead(call, answer);
  answer.on('data', (piece: Buffer) => passing.received.add(piece));
  answer.pipe(call.response as ServerResponse);
  answer.once('end', () => passing.tell(call, see));
  answer.once('error', () => reset(call));
};

/** Sends a call on, its headers and body as they are, and its response back. */
const forward = (call: IncomingCall, agent: http.Agent, see: See): void => {
  const { request, response, url } = call;
  const passing = new Passing();
  const { pathname, search } = new URL(url);
  const target = isHttp2(call) ? pathname + search : (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const onward = http.request({
    agent,
    method: request.method ?? 'GET',
    path: target === '' ? '/' : target,
    headers: headersFor(call),
    setHost: false,
  });
  onward.once('response', (answer) => answerWith(call, answer, passing, see));
  onward.once('error', () => {
    passing.tell(call, see);
    reset(call);
  });
  response.once('close', () => {
    passing.tell(call, see);
    if (!response.writableFinished) onward.destroy();
  });
  request.on('data', (piece: Buffer) => passing.sent.add(piece));
  request.pipe(onward);
};

/** One connection upstream; it may be used again as long as both sides keep it open. */
class OneConnection extends http.Agent {
  readonly #socket: Duplex;

  constructor(socket: Duplex) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socket = socket;
  }

  override createConnection(): Duplex {
    return this.#socket;
  }
}

/** A link over a connection to the real server; `closed` is called when that server closes it. */
export const forwardingLink = (socket: Duplex, see: See, closed: () => void): ConnectionLink => {
  const agent = new OneConnection(socket);
  socket.once('close', closed);
  socket.on('error', () => {});
  return {
    carry: (call) => forward(call, agent, see),
    end: () => {
      socket.destroy();
      agent.destroy();
    },
  };
};
