import { createServer as createPlainServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { CertificateAuthority } from '../../src/capture/certificate/authority.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

export const API_HOST = 'cloud.mongodb.com';
export const OTHER_HOST = 'other.example.com';

export interface Surroundings {
  /** Variables that lead to the server by a proxy of the user, and make its certificate trusted. */
  readonly env: NodeJS.ProcessEnv;
  /** Hosts that the proxy was asked for, with their ports. */
  readonly asked: readonly string[];
  /** Connections that the server took. */
  readonly connections: () => number;
}

/** The variables of this process, without those by which the machine's own proxy and certificates get in. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^NODE_OPTIONS$|proxy$|_CA_BUNDLE$|^GIT_SSL|^SSL_CERT|^NODE_EXTRA/i.test(name),
    ),
  );

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const closing = (server: Server, sockets: Set<Socket>): void => {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
};

/**
 * A world on loopback: a TLS server that stands for the API and another host, and a proxy that leads every name to it, so
 * that no test asks for the address of a real host. `unreachable`: names that the proxy refuses.
 */
export const surroundings = async (
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  unreachable: readonly string[] = [],
): Promise<Surroundings> => {
  const authority = new CertificateAuthority([API_HOST, OTHER_HOST]);
  const sockets = new Set<Socket>();
  let connections = 0;
  const api = createServer(
    { SNICallback: (host, done) => done(null, authority.contextFor(host)), keepAliveTimeout: 60_000 },
    respond,
  );
  api.on('connection', () => (connections += 1));
  const port = await listening(api);
  const asked: string[] = [];
  const proxy = createPlainServer((_, response) => response.writeHead(400).end());
  proxy.on('connect', ({ url = '' }, client: Socket) => {
    asked.push(url);
    if (unreachable.includes(url)) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(server).pipe(client);
    });
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
  });
  closing(api, sockets);
  closing(proxy, sockets);
  const folder = temporaryTree({ 'upstream.pem': authority.pem });
  const trusted = `${folder}/upstream.pem`;
  const url = `http://127.0.0.1:${await listening(proxy)}`;
  return {
    env: {
      ...plainEnvironment(),
      HTTPS_PROXY: url,
      https_proxy: url,
      NODE_EXTRA_CA_CERTS: trusted,
      SSL_CERT_FILE: trusted,
    },
    asked,
    connections: () => connections,
  };
};

/** The same, with no way out: what is not answered on this machine fails. */
export const noWayOut = (): NodeJS.ProcessEnv => {
  const nowhere = 'http://127.0.0.1:9';
  return { ...plainEnvironment(), HTTPS_PROXY: nowhere, https_proxy: nowhere };
};
