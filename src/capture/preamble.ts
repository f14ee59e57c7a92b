import type { Socket } from 'node:net';
import type { Target } from '../intercept/sockets.ts';

/** First line that the preload sends over a connection: where it leads, or a question why another one broke. */
export type Preamble = { readonly id: string; readonly target: Target } | { readonly failed: string };

const MAX_LENGTH = 4096;

/** Any program of the machine may connect, and send anything. */
const isPreamble = (value: unknown): value is Preamble => {
  const { id, target, failed } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof failed === 'string') return true;
  const { host, port, protocol } = (target ?? {}) as Partial<Record<keyof Target, unknown>>;
  const isProtocol = protocol === 'http/1.1' || protocol === 'h2';
  return typeof id === 'string' && isProtocol && isAuthority(host, port);
};

const isAuthority = (host: unknown, port: unknown): boolean =>
  typeof host === 'string' && URL.canParse(`https://${host.includes(':') ? `[${host}]` : host}:${port}`);

const parsed = (line: string): Preamble | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isPreamble(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads the first line and leaves what follows to others; `undefined` where there is none. */
export const readPreamble = (socket: Socket): Promise<Preamble | undefined> =>
  new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const done = (preamble: Preamble | undefined): void => {
      socket.off('readable', take).off('close', close);
      resolve(preamble);
    };
    const close = (): void => done(undefined);
    const take = (): void => {
      const piece = socket.read() as Buffer | null;
      if (piece === null) return;
      read = Buffer.concat([read, piece]);
      const end = read.indexOf(0x0a);
      if (end === -1) return read.length > MAX_LENGTH ? done(undefined) : undefined;
      if (end + 1 < read.length) socket.unshift(read.subarray(end + 1));
      done(parsed(read.subarray(0, end).toString()));
    };
    socket.on('readable', take).on('close', close);
  });
