import http from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pairsOf } from './calls.ts';
import { BodyRecorder } from './body-recorder.ts';
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

/** Observed data of a call. State: filled while the call passes. */
class Passing {
  readonly sent = new BodyRecorder();
  readonly received = new BodyRecorder();
  #answer: { readonly status: number; readonly text: string; readonly headers: Headers } | undefined;
  #isWhole = false;
  #told = false;

  begin({ statusCode = 0, statusMessage = '', rawHeaders }: http.IncomingMessage): void {
    this.#answer = { status: statusCode, text: statusMessage, headers: pairsOf(rawHeaders) };
  }

  /** The response has been received to its end. */
  end(): void {
    this.#isWhole = true;
  }

  /** Reports the call, once: when it ended, or broke off. */
  tell({ request, url, headers, started, trail }: IncomingCall, see: See): void {
    if (this.#told) return;
    this.#told = true;
    const answer: Answer | undefined = this.#answer && {
      ...this.#answer,
      body: this.received.body,
      isWhole: this.#isWhole,
    };
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
  const fail = (): void => {
    passing.tell(call, see);
    call.reset();
    answer.destroy();
  };
  passing.begin(answer);
  answer.once('error', fail);
  try {
    writeHead(call, answer);
  } catch {
    // Node receives what it does not send: a status of 099, control characters in the reason.
    return fail();
  }
  answer.on('data', (piece: Buffer) => passing.received.add(piece));
  answer.once('end', () => {
    passing.end();
    passing.tell(call, see);
  });
  answer.pipe(call.response as ServerResponse);
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
    call.reset();
  });
  response.once('close', () => {
    passing.tell(call, see);
    if (!response.writableFinished) onward.destroy();
  });
  request.on('data', (piece: Buffer) => passing.sent.add(piece));
  request.pipe(onward);
};

type Created = (error: Error | null, socket: Duplex) => void;

/** One connection upstream; it may be used again as long as both sides keep it open. Calls that wait for it fail with it. */
class OneConnection extends http.Agent {
  readonly #socket: Duplex;

  constructor(socket: Duplex) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socket = socket;
  }

  override createConnection(_: unknown, created?: Created): Duplex | undefined {
    // An agent that gets a closed connection opens another one, without end.
    if (!this.#socket.destroyed) return this.#socket;
    process.nextTick(() => created?.(new Error('The connection is closed.'), this.#socket));
    return undefined;
  }
}

/** A link over a connection to the real server; `closed` is called when that server closes it. */
export const forwardingLink = (socket: Duplex, see: See, closed: () => void): ConnectionLink => {
  const agent = new OneConnection(socket);
  // After the calls under way have failed: the end of the connection alone looks like a whole response of HTTP/2.
  socket.once('close', () => void setImmediate(closed));
  socket.on('error', () => {});
  return {
    carry: (call) => forward(call, agent, see),
    end: () => {
      socket.destroy();
      agent.destroy();
    },
  };
};
