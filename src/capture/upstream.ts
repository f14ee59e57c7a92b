import http from 'node:http';
import https from 'node:https';
import { connect as connectPlain, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecure, createSecureContext, rootCertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { Target } from '../intercept/sockets.ts';

/** Settings by which servers are reached: as the program itself would have reached them. */
export interface UpstreamOptions {
  /** Proxy for a host, `http://user:password@proxy:3128`. */
  readonly proxyFor: (host: string, port: number) => string | undefined;
  /** Certificates in PEM that are trusted besides those of Node. */
  readonly certificates: () => string;
  /** False where the user has turned the check of certificates off. */
  readonly checksCertificates: boolean;
}

const decodedUser = ({ username, password }: URL): string =>
  Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');

const authority = ({ host, port }: Pick<Target, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** A tunnel through a proxy. */
const throughProxy = (
  proxy: URL,
  target: Pick<Target, 'host' | 'port'>,
  signal: AbortSignal,
): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const headers: Record<string, string> = { host: authority(target) };
    if (proxy.username !== '') headers['proxy-authorization'] = `Basic ${decodedUser(proxy)}`;
    const { request } = proxy.protocol === 'https:' ? https : http;
    const asked = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority(target),
      headers,
      agent: false,
      signal,
    });
    asked.once('connect', (answer, socket, head) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        return reject(new Error(`the proxy responded with ${answer.statusCode}`));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.once('response', (answer) => {
      asked.destroy();
      reject(new Error(`the proxy responded with ${answer.statusCode}`));
    });
    asked.once('error', reject);
    asked.end();
  });

const directly = ({ host, port }: Pick<Target, 'host' | 'port'>, signal: AbortSignal): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const socket = connectPlain({ host, port, noDelay: true, signal }, () =>
      resolve(socket.off('error', reject)),
    );
    socket.once('error', reject);
  });

/** Connects programs to servers, directly or by the proxy that the user has set. State: its connections, and what is trusted, once it is read. */
export class Upstream {
  readonly #surroundings: UpstreamOptions;
  readonly #open = new Set<Duplex>();
  readonly #end = new AbortController();
  #context: SecureContext | undefined;

  constructor(surroundings: UpstreamOptions) {
    this.#surroundings = surroundings;
  }

  /** A connection to a host, its bytes untouched. */
  async tunnel(target: Pick<Target, 'host' | 'port'>): Promise<Duplex> {
    const { signal } = this.#end;
    const proxy = this.#surroundings.proxyFor(target.host, target.port);
    const socket = await (proxy === undefined
      ? directly(target, signal)
      : throughProxy(new URL(proxy), target, signal));
    this.#open.add(socket);
    socket.on('error', () => {}).once('close', () => this.#open.delete(socket));
    return socket;
  }

  /** Ends all connections, also those that are being opened: a server that never responds keeps nothing alive. */
  close(): void {
    this.#end.abort();
    for (const socket of this.#open) socket.destroy();
  }

  /** A connection to a host that speaks HTTP/1.1. Rejects where the host, or its certificate, is not right. */
  async connect(target: Target): Promise<Duplex> {
    const socket = await this.tunnel(target);
    if (!target.secure) return socket;
    return new Promise((resolve, reject) => {
      const secured = connectSecure({
        socket,
        ...(isIP(target.host) === 0 ? { servername: target.host } : { host: target.host }),
        ALPNProtocols: ['http/1.1'],
        secureContext: this.#trusted(),
        rejectUnauthorized: this.#surroundings.checksCertificates,
      });
      secured.once('secureConnect', () => resolve(secured.off('error', reject)));
      secured.once('error', reject);
    });
  }

  #trusted(): SecureContext {
    this.#context ??= createSecureContext({ ca: [...rootCertificates, this.#surroundings.certificates()] });
    return this.#context;
  }
}
