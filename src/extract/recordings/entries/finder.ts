import { CLOSING, OPENING, QUOTE, skipString } from './skip.ts';
import type { BytePosition } from './skip.ts';

const OPEN_BRACKET = 0x5b;
const COMMA = 0x2c;
const SPACE = 0x20;
const MAX_KEY_LENGTH = 24;

/** Finds the lists whose items are the entries of a recording. */
export interface ListFinder {
  /** True when the outermost value is closed. */
  readonly closed: boolean;
  /** Index in the last bytes of what follows the document, where the list must be in one; set once. */
  readonly trailing?: number | undefined;
  /**
   * Continues from `from`. `found` is true if the list opens just before `at`; otherwise `at` is the end of
   * the bytes. After the list, reading continues after its closing bracket.
   */
  read(bytes: Buffer, from: number): { at: number; found: boolean };
}

/** Lists with entries: those under one of the keys, anywhere or directly in a member of the outermost object. */
export interface Wanted {
  readonly keys: readonly string[];
  readonly inside?: string;
  /** True where nothing may follow the outermost object. */
  readonly single?: boolean;
}

/**
 * Finds lists by their keys in the bytes of a JSON text, or of several consecutive ones, whatever precedes
 * them. State: the open brackets around the position, and the last key.
 */
export class KeyFinder implements ListFinder {
  private readonly position: BytePosition = { depth: 0, inString: false, escaped: false };
  private inside = false;
  private key = '';
  private started = false;
  private trailed = false;
  /** See `ListFinder`. */
  trailing: number | undefined;
  private readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  get closed(): boolean {
    return this.started && this.position.depth === 0 && !this.position.inString;
  }

  read(bytes: Buffer, from: number): { at: number; found: boolean } {
    this.trailing = undefined;
    let at = this.position.inString ? this.readString(bytes, from) : from;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      if (byte > SPACE && this.wanted.single === true && this.closed) this.noteTrailing(at);
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

  private noteTrailing(at: number): void {
    if (!this.trailed) this.trailing = at;
    this.trailed = true;
  }

  private isEntries(): boolean {
    const { keys, inside } = this.wanted;
    if (!keys.includes(this.key)) return false;
    return inside === undefined || (this.inside && this.position.depth === 2);
  }

  private readString(bytes: Buffer, from: number): number {
    const end = skipString(bytes, from, this.position);
    const close = this.position.inString ? end : end - 1;
    const room = MAX_KEY_LENGTH - this.key.length;
    this.key += bytes.toString('latin1', from, Math.min(close, from + room));
    return end;
  }

  private bracket(byte: number): void {
    if (byte === OPENING) {
      this.started = true;
      if (this.position.depth === 1) this.inside = this.key === this.wanted.inside;
      this.position.depth++;
      this.key = '';
    } else if (byte === CLOSING) this.position.depth--;
  }
}
