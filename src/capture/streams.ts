import type { AddressInfo, Server } from 'node:net';
import type { Duplex } from 'node:stream';

/** Joins two streams: each gets what the other sends, and ends with it. */
export const join = (one: Duplex, other: Duplex): void => {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.on('close', () => other.destroy());
  other.on('close', () => one.destroy());
  one.pipe(other);
  other.pipe(one);
};

/** Listens on loopback; the port, one that is free. Rejects where there is none. */
export const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
