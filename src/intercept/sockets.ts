import type { Duplex } from 'node:stream';

/** Host and port that a program wants to connect to. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** True for `https`. */
  readonly secure: boolean;
  /** `h2` where the program speaks HTTP/2 only. */
  readonly protocol: 'http/1.1' | 'h2';
}

/** Protocol for a client that offers these; one that offers both gets HTTP/1.1. */
export const protocolFor = (offered: readonly unknown[] | undefined): Target['protocol'] => {
  const names = (offered ?? []).map(String);
  return names.length > 0 && names.every((name) => name === 'h2') ? 'h2' : 'http/1.1';
};

/** Properties of a TLS socket that libraries use, besides the stream. */
const TLS_SOCKET = {
  encrypted: true,
  authorized: true,
  authorizationError: null,
  getPeerCertificate: () => ({}),
  getCipher: () => ({
    name: 'TLS_AES_128_GCM_SHA256',
    standardName: 'TLS_AES_128_GCM_SHA256',
    version: 'TLSv1.3',
  }),
  getProtocol: () => 'TLSv1.3',
  getSession: () => undefined,
  isSessionReused: () => false,
  setServername: () => {},
};

/**
 * A stream that a client takes for its connection: the socket itself where the target is not secure, else one that has
 * what libraries read from a TLS socket, and emits `secureConnect` when it is connected.
 */
export const asConnection = (
  socket: Duplex,
  { secure, protocol, host }: Target,
  offersProtocols: boolean,
): Duplex => {
  if (!secure) return socket;
  const alpnProtocol = offersProtocols || protocol === 'h2' ? protocol : false;
  Object.assign(socket, TLS_SOCKET, { alpnProtocol, servername: host });
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
};
