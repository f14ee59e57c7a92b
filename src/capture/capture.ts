import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { isHost } from '../intercept/settings.ts';
import { protocolFor } from '../intercept/sockets.ts';
import type { Target } from '../intercept/sockets.ts';
import { splitAuthority, targetIn } from './addresses.ts';
import { incomingCallOf } from './calls.ts';
import type { CertificateAuthority } from './certificate/authority.ts';
import type { Incoming, ConnectionLink, Outgoing } from './exchange.ts';
import { readPreamble } from './preamble.ts';
import type { Failures } from './failures.ts';
import { join, listening } from './streams.ts';

/** Settings of a capture: what becomes of connections. */
export interface CaptureTerms {
  /** Names of hosts of the API, lower case. */
  readonly hosts: readonly string[];
  readonly authority: CertificateAuthority;
  /** Opens the way for the calls of one connection to the API; `close` ends the program's connection. */
  readonly link: (target: Target, close: () => void) => Promise<ConnectionLink>;
  /** The same for any other host; its calls are not read. */
  readonly pass: (target: Target) => Promise<ConnectionLink>;
  /** Connects to any other host. */
  readonly tunnel: (target: { readonly host: string; readonly port: number }) => Promise<Duplex>;
  readonly failures: Failures;
  /** Told when a program refused our certificate for a host. */
  readonly refused: (host: string) => void;
}

/** A connection to the API and the way on from it. */
interface Line {
  readonly target: Target;
  readonly link: ConnectionLink;
  /** The connection itself. */
  readonly socket: Duplex;
  /** Stream that the program reads from; it changes when the encrypted stream is opened. */
  stream: Duplex;
}

/** Connections close while the way on is opened: that close is no longer reported. */
const GONE = 'The program has closed its connection.';

const IGNORED = (): void => {};

/**
 * Takes connections of programs on loopback: from Node programs by the preload, from others as an HTTP proxy. Those to the API
 * are read and linked to where calls go; all others are tunnelled as they are. State: the open connections.
 */
export class Capture {
  readonly #terms: CaptureTerms;
  readonly #lines = new WeakMap<object, Line>();
  readonly #awaited = new Map<number, Line>();
  readonly #open = new Set<Duplex>();
  readonly #opening = new Set<Duplex>();
  #pending = 0;
  readonly #http1 = http.createServer({
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
    maxHeaderSize: 256 * 1024,
  });
  readonly #http2 = http2.createServer();
  readonly #tls: tls.Server;
  readonly #proxy = http.createServer();
  readonly #preloads = net.createServer({ noDelay: true });

  constructor(terms: CaptureTerms) {
    this.#terms = terms;
    this.#tls = this.#secureServer();
    this.#http1.on('request', (request, response) =>
      this.#carry(request, response, this.#lines.get(request.socket)),
    );
    this.#http2.on('request', (request, response) =>
      this.#carry(request, response, this.#lines.get(request.stream.session ?? {})),
    );
    for (const server of [this.#http1, this.#http2, this.#proxy])
      server.on('clientError', (_, socket) => socket.destroy());
    this.#http2.on('sessionError', IGNORED);
    this.#proxy.on(
      'connect',
      (request, socket, head) => void this.#connect(request.url ?? '', socket as Socket, head),
    );
    this.#proxy.on('request', (request, response) => void this.#proxied(request, response));
    this.#preloads.on('connection', (socket) => void this.#preloaded(socket));
    for (const server of [this.#proxy, this.#preloads])
      server.on('connection', (socket) => this.#track(socket));
  }

  /** Starts to listen, on loopback and on ports that are free. */
  async listen(): Promise<{ readonly proxy: number; readonly preloads: number }> {
    const [proxy, preloads] = await Promise.all([this.#proxy, this.#preloads].map(listening));
    return { proxy: proxy!, preloads: preloads! };
  }

  /** Calls whose response is not complete. */
  get pending(): number {
    return this.#pending;
  }

  /** Connections that programs have not closed, as far as the servers for them were reached. */
  get connections(): number {
    return this.#open.size - this.#opening.size;
  }

  /** Connections whose servers are not reached yet: whether the program has closed them is not seen until then. */
  get opening(): number {
    return this.#opening.size;
  }

  /** Ends all connections. */
  close(): void {
    for (const server of [this.#proxy, this.#preloads]) server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #track(socket: Duplex): void {
    this.#open.add(socket);
    socket.on('error', IGNORED);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#opening.delete(socket);
    });
  }

  /** What opens the way on for a connection. */
  async #reach<Way>(socket: Duplex, way: Promise<Way>): Promise<Way> {
    if (this.#open.has(socket)) this.#opening.add(socket);
    try {
      return await way;
    } finally {
      this.#opening.delete(socket);
    }
  }

  #secureServer(): tls.Server {
    const { authority } = this.#terms;
    const server = tls.createServer({
      SNICallback: (host, done) => done(null, authority.contextFor(host.toLowerCase())),
      ALPNCallback: ({ protocols }) => protocolFor(protocols),
    });
    server.on('secureConnection', (socket) => {
      socket.allowHalfOpen = true;
      const line = this.#awaited.get(socket.remotePort ?? 0);
      if (line !== undefined) this.#accept(socket, line, socket.alpnProtocol === 'h2');
    });
    return server;
  }

  #accept(stream: Duplex, line: Line, isHttp2: boolean): void {
    line.stream = stream;
    stream.on('error', IGNORED);
    stream.once('close', () => line.link.end());
    if (!isHttp2) {
      this.#lines.set(stream, line);
      this.#http1.emit('connection', stream);
      return;
    }
    this.#http2.once('session', (session) => this.#lines.set(session, line));
    this.#http2.emit('connection', stream);
  }

  #carry(request: Incoming, response: Outgoing, line: Omit<Line, 'stream'> | undefined): void {
    if (line === undefined) return void response.destroy();
    request.on('error', IGNORED);
    response.on('error', IGNORED);
    this.#pending += 1;
    response.once('close', () => (this.#pending -= 1));
    line.link.carry(incomingCallOf(request, response, line.target, line.socket));
  }

  async #line(target: Target, socket: Duplex): Promise<Line> {
    let line: Line | undefined = undefined as Line | undefined;
    const way = this.#terms.link(target, () => (line?.stream ?? socket).end());
    const link = await this.#reach(socket, way);
    if (socket.destroyed) {
      link.end();
      throw new Error(GONE);
    }
    line = { target, link, socket, stream: socket };
    return line;
  }

  async #connect(address: string, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', IGNORED);
    if (head.length > 0) socket.unshift(head);
    try {
      const { host, port } = splitAuthority(address);
      if (isHost(this.#terms, host))
        return await this.#read({ host, port, secure: true, protocol: 'http/1.1' }, socket);
      const other = await this.#reach(socket, this.#terms.tunnel({ host, port }));
      if (socket.destroyed) return void other.destroy();
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      join(socket, other);
    } catch {
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    }
  }

  /** A request that a program sends to its proxy as it is, `GET https://host/path`: some libraries do. */
  async #proxied(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const target = targetIn(request.url ?? '');
    if (target === undefined) return void response.writeHead(400).end();
    try {
      const way = isHost(this.#terms, target.host)
        ? this.#terms.link(target, IGNORED)
        : this.#terms.pass(target);
      const link = await this.#reach(request.socket, way);
      if (request.socket.destroyed) return link.end();
      response.once('close', () => link.end());
      this.#carry(request, response, { target, link, socket: request.socket });
    } catch {
      response.writeHead(502).end();
    }
  }

  async #read(target: Target, socket: Socket): Promise<void> {
    const line = await this.#line(target, socket);
    const port = socket.remotePort ?? 0;
    this.#awaited.set(port, line);
    const before = socket.bytesRead;
    socket.once('close', () => {
      this.#awaited.delete(port);
      // Whoever began to encrypt and went away before a call did not like the certificate.
      if (line.stream === socket && socket.bytesRead > before) this.#terms.refused(target.host);
      line.link.end();
    });
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    // Whoever ends the connection during the handshake refuses the certificate, with or without saying so.
    socket.allowHalfOpen = false;
    this.#tls.emit('connection', socket);
  }

  async #preloaded(socket: Socket): Promise<void> {
    const said = await readPreamble(socket);
    if (said === undefined) return void socket.destroy();
    const { failures } = this.#terms;
    if ('failed' in said) return void socket.end(failures.text(said.failed));
    try {
      const line = await this.#line(said.target, socket);
      this.#accept(socket, line, said.target.protocol === 'h2');
    } catch (error) {
      failures.note(said.id, error);
      socket.resetAndDestroy();
    }
  }
}
