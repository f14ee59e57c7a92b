import type { CapturedBody } from './exchange.ts';

/** Longer bodies are passed on and not kept: a payload of the API is far smaller. */
const MAX_LENGTH = 1024 * 1024;

const FIRST_SIZE = 4096;

/** Keeps the beginning of what flows by, however small its pieces are. State: one buffer, which grows. */
export class BodyRecorder {
  #bytes = Buffer.alloc(0);
  #kept = 0;
  #length = 0;

  add(piece: Buffer): void {
    this.#length += piece.length;
    const end = Math.min(this.#kept + piece.length, MAX_LENGTH);
    if (end > this.#bytes.length) this.#grow(end);
    this.#kept += piece.copy(this.#bytes, this.#kept, 0, end - this.#kept);
  }

  get body(): CapturedBody {
    return { bytes: this.#bytes.subarray(0, this.#kept), length: this.#length };
  }

  #grow(end: number): void {
    const grown = Buffer.alloc(Math.min(MAX_LENGTH, Math.max(end, this.#bytes.length * 2, FIRST_SIZE)));
    this.#bytes.copy(grown, 0, 0, this.#kept);
    this.#bytes = grown;
  }
}
