import { Duplex } from 'node:stream';

type Done = (error?: Error | null) => void;

/** One end of a connection inside this process, with what clients of HTTP ask of a socket. */
export class MemorySocket extends Duplex {
  connecting = false;
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 0;
  #other: MemorySocket | undefined;
  #written: Done | undefined;

  /** The two ends of a new connection. */
  static pair(): readonly [MemorySocket, MemorySocket] {
    const [one, other] = [new MemorySocket(), new MemorySocket()];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  /** The other end has read what was written. */
  readOn(): void {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }

  override _read(): void {
    this.#other?.readOn();
  }

  override _write(piece: Buffer, _: BufferEncoding, done: Done): void {
    if (this.#other === undefined || this.#other.destroyed) return done();
    this.#written = done;
    setImmediate(() => this.#other?.push(piece));
  }

  override _final(done: Done): void {
    setImmediate(() => {
      if (this.#other?.readableEnded === false) this.#other.push(null);
    });
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    const other = this.#other;
    setImmediate(() => {
      if (other?.readableEnded === false && !other.destroyed) other.push(null);
    });
    done(error);
  }

  setKeepAlive(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  /** Timeouts do nothing: nothing inside a process takes long. */
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
