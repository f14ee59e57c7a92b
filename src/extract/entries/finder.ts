import { CLOSING, OPENING, QUOTE, endOfString } from './skip.ts';
import type { BytePosition } from './skip.ts';

const OPEN_BRACKET = 0x5b;
const COMMA = 0x2c;
const LONGEST_KEY = 16;

/** Finds the lists whose items are the entries of a recording. */
export interface ListFinder {
  /** True when the outermost value is closed. */
  readonly closed: boolean;
  /**
   * Reads on from `from`. `found` tells whether the list opens just before `at`; otherwise `at` is the end of the
   * bytes. After the end of the list, reading goes on with its closing bracket consumed.
   */
  read(bytes: Buffer, from: number): { at: number; found: boolean };
}

/**
 * Finds the list `log.entries` in the bytes of a HAR, whatever stands before it. State: the brackets open around
 * the position, and the key that was read last.
 */
export class EntriesFinder implements ListFinder {
  private readonly position: BytePosition = { depth: 0, inString: false, escaped: false };
  private inLog = false;
  private key = '';
  private started = false;

  get closed(): boolean {
    return this.started && this.position.depth === 0 && !this.position.inString;
  }

  read(bytes: Buffer, from: number): { at: number; found: boolean } {
    let at = this.position.inString ? this.readString(bytes, from) : from;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      at++;
      if (byte === QUOTE) {
        this.key = '';
        at = this.readString(bytes, at);
      } else if (byte === COMMA) this.key = '';
      else if (byte === OPEN_BRACKET && this.isEntries()) return { at, found: true };
      else this.bracket(byte | 0x20);
    }
    return { at, found: false };
  }

  private isEntries(): boolean {
    return this.inLog && this.position.depth === 2 && this.key === 'entries';
  }

  private readString(bytes: Buffer, from: number): number {
    const end = endOfString(bytes, from, this.position);
    const close = this.position.inString ? end : end - 1;
    const room = LONGEST_KEY - this.key.length;
    this.key += bytes.toString('latin1', from, Math.min(close, from + room));
    return end;
  }

  private bracket(byte: number): void {
    if (byte === OPENING) {
      this.started = true;
      if (this.position.depth === 1) this.inLog = this.key === 'log';
      this.position.depth++;
      this.key = '';
    } else if (byte === CLOSING) this.position.depth--;
  }
}
