import { constants } from 'node:http2';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Outgoing } from './exchange.ts';

/** Breaks a connection off: where it is encrypted, only the connection below can be reset. */
const breakOff = (socket: Duplex): void => {
  // What is ended already cannot be reset any more.
  const canReset = socket instanceof Socket && !(socket instanceof TLSSocket) && !socket.writableEnded;
  if (canReset) socket.resetAndDestroy();
  else socket.destroy();
};

/** Function that ends a call as a server does that fails: it breaks the connection off, or the stream of HTTP/2. */
export const resetOf =
  (response: Outgoing, socket: Duplex): (() => void) =>
  () => {
    if ('stream' in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else breakOff(socket);
  };
