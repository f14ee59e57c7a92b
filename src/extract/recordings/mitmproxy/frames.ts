import { unitsIn } from './units.ts';

/** Frames of more bytes are passed over: a flow with a body of this size is no call that matters. */
const LARGEST_FRAME = 32 * 1024 * 1024;
const LONGEST_PREFIX = 13;

/** A flow as it stands in the dump: a tnetstring with its prefix and type. */
export interface Frame {
  readonly index: number;
  /** Units before the frame in the file. */
  readonly offset: number;
  readonly bytes: Buffer;
  /** Bytes of the prefix `123:`. */
  readonly prefix: number;
}

/**
 * Takes the bytes of a dump apart into its flows, piece by piece. State: the bytes of a flow that is not whole yet,
 * and where it begins; after something that is no flow nothing more is read.
 */
export class FrameReader {
  /** True once something stood where a flow was expected. */
  broken = false;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  /** Bytes of a frame that is passed over. */
  private skip = 0;
  private units = 0;
  private index = 0;
  /** Bytes that have to be there before a flow can be whole: not known before its prefix is. */
  private wanted = 0;

  /** True when the bytes so far end with a whole flow. */
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
      const prefix = bytes.subarray(0, LONGEST_PREFIX).indexOf(0x3a) + 1;
      const digits = bytes.toString('latin1', 0, Math.max(prefix - 1, 0));
      if (prefix === 0 && bytes.length < LONGEST_PREFIX) break;
      if (!/^\d{1,12}$/.test(digits)) {
        this.broken = true;
        break;
      }
      const length = prefix + Number(digits) + 1;
      this.wanted = length;
      if (length > LARGEST_FRAME && bytes.length < length) {
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
