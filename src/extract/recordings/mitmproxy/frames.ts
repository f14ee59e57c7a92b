import { unitsIn } from './units.ts';

/** Maximum size of a frame; larger ones are skipped: a flow with such a body is not a relevant call. */
const MAX_FRAME_SIZE = 32 * 1024 * 1024;
const MAX_PREFIX_LENGTH = 13;

/** Flow in the dump: a tnetstring with its prefix and type. */
export interface Frame {
  readonly index: number;
  /** Units before the frame in the file. */
  readonly offset: number;
  readonly bytes: Buffer;
  /** Bytes of the prefix `123:`. */
  readonly prefix: number;
}

/**
 * Splits the bytes of a dump into flows, piece by piece. State: the bytes of an unfinished flow, and its
 * start; nothing is read after bytes that are not a flow.
 */
export class FrameReader {
  /** True after bytes that are not a flow. */
  broken = false;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  /** Remaining bytes of a skipped frame. */
  private skip = 0;
  private units = 0;
  private index = 0;
  /** Bytes needed before a flow can be complete: unknown before its prefix is read. */
  private wanted = 0;

  /** True when the bytes so far end with a complete flow. */
  get closed(): boolean {
    return this.keptBytes === 0 && this.skip === 0 && !this.broken;
  }

  get frames(): number {
    return this.index;
  }

  *push(piece: Uint8Array): Generator<Frame> {
    if (this.broken) return;
    const skipped = Math.min(this.skip, piece.length);
    this.skip -= skipped;
    this.units += unitsIn(piece.subarray(0, skipped));
    if (skipped < piece.length) {
      this.kept.push(Buffer.from(piece.subarray(skipped)));
      this.keptBytes += piece.length - skipped;
    }
    if (this.keptBytes >= this.wanted) yield* this.whole();
  }

  private *whole(): Generator<Frame> {
    let bytes = Buffer.concat(this.kept);
    for (;;) {
      const prefix = bytes.subarray(0, MAX_PREFIX_LENGTH).indexOf(0x3a) + 1;
      const digits = bytes.toString('latin1', 0, Math.max(prefix - 1, 0));
      if (prefix === 0 && bytes.length < MAX_PREFIX_LENGTH) break;
      if (!/^\d{1,12}$/.test(digits)) {
        this.broken = true;
        break;
      }
      const length = prefix + Number(digits) + 1;
      this.wanted = length;
      if (length > MAX_FRAME_SIZE && bytes.length < length) {
        this.pass(length, bytes);
        bytes = Buffer.alloc(0);
        break;
      }
      if (bytes.length < length) break;
      const frame = bytes.subarray(0, length);
      yield { index: this.index++, offset: this.units, bytes: frame, prefix };
      this.units += unitsIn(frame);
      this.wanted = 0;
      bytes = bytes.subarray(length);
    }
    this.kept = bytes.length === 0 ? [] : [Buffer.from(bytes)];
    this.keptBytes = bytes.length;
  }

  private pass(length: number, have: Buffer): void {
    this.index++;
    this.units += unitsIn(have);
    this.skip = length - have.length;
    this.wanted = 0;
  }
}
