import type { Socket } from 'node:net';

/** Limits on connections that wait, in all and from one peer. */
export interface ConnectionLimits {
  readonly connections: number;
  readonly waitingPerPeer: number;
}

interface Waiting {
  readonly peer: string;
  readonly since: number;
  /** Milliseconds. */
  readonly time: number;
}

/**
 * Connections that wait for the peer to send a request or take its response. One that waits too long is destroyed; when a
 * peer, or all of them, have too many, so is the one that has waited longest: new requests get in. State: the sockets.
 */
export class Connections {
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;

  constructor(limits: ConnectionLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Notes that a socket waits, from now on and for so many milliseconds at most. */
  wait(socket: Socket, time: number): void {
    if (socket.destroyed) return;
    const peer = socket.remoteAddress ?? '';
    this.#waiting.delete(socket);
    this.#waiting.set(socket, { peer, since: this.#now(), time });
    this.#makeRoom(peer);
  }

  /** Forgets a socket that is gone. */
  leave(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  /** Destroys what has waited too long, or since a time that is yet to come. */
  sweep(): void {
    for (const [socket, { since, time }] of this.#waiting) {
      const waited = this.#now() - since;
      if (waited < 0 || waited >= time) this.#destroy(socket);
    }
  }

  #destroy(socket: Socket): void {
    this.#waiting.delete(socket);
    socket.destroy();
  }

  #makeRoom(peer: string): void {
    const { connections, waitingPerPeer } = this.#limits;
    if (this.#waiting.size <= Math.min(connections, waitingPerPeer)) return;
    const own = [...this.#waiting].filter((entry) => entry[1].peer === peer);
    const [oldestOwn] = own;
    const [oldest] = this.#waiting.keys();
    if (own.length > waitingPerPeer && oldestOwn !== undefined) this.#destroy(oldestOwn[0]);
    else if (this.#waiting.size > connections && oldest !== undefined) this.#destroy(oldest);
  }
}
