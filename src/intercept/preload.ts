import net from 'node:net';
import type { Duplex } from 'node:stream';
import { handOn } from './children.ts';
import { markRequests } from './mark-requests.ts';
import { redirect } from './redirect.ts';
import { isHost, SETTINGS_VARIABLE } from './settings.ts';
import type { PreloadSettings } from './settings.ts';
import type { Target } from './sockets.ts';

// Loaded into Node programs by NODE_OPTIONS: connections to hosts of the API go to the capture process instead.

const { connect } = net;

let connections = 0;

interface Failure {
  readonly message: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Reason why the capture process could not connect, once our connection to it broke; `undefined` where it could. */
const failureOf = (id: string, port: number): Promise<Failure | undefined> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.end(`${JSON.stringify({ failed: id })}\n`),
    );
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.startsWith('{') ? (JSON.parse(answer) as Failure) : undefined));
  });

/** A connection that breaks because the API cannot be reached breaks with the error of that. */
const withRealErrors = (socket: net.Socket, id: string, port: number): void => {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ECONNRESET') return destroy(error);
    socket.destroy = destroy;
    void failureOf(id, port).then((failure) => {
      destroy(failure === undefined ? error : Object.assign(new Error(failure.message), failure.properties));
    });
    return socket;
  };
};

const open =
  (port: number) =>
  (target: Target): Duplex => {
    const socket = connect({ host: '127.0.0.1', port });
    const id = `${process.pid}.${(connections += 1)}.${Math.random().toString(36).slice(2)}`;
    socket.write(`${JSON.stringify({ id, target })}\n`);
    withRealErrors(socket, id, port);
    return socket;
  };

const begin = (settings: PreloadSettings): void => {
  const redirects = (host: string): boolean => isHost(settings, host);
  const own: Record<string, string> = { ...settings.handedOn };
  for (const name of [SETTINGS_VARIABLE, 'NODE_OPTIONS']) own[name] = process.env[name] ?? '';
  for (const [name, value] of Object.entries(settings.handedOn))
    if (process.env[name] === value) delete process.env[name];
  redirect({ redirects, open: open(settings.port) });
  if (settings.tellsSites) markRequests(redirects);
  handOn(own);
};

const given = process.env[SETTINGS_VARIABLE];
if (given !== undefined) begin(JSON.parse(given) as PreloadSettings);
