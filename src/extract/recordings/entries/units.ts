import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

const BLOCK = 8192;

/**
 * Counts the UTF-16 units of a stream of UTF-8 bytes. State: the units so far, and an incomplete character at the end
 * of a piece. A byte order mark counts as one unit, an invalid byte as the replacement character it decodes to.
 */
export class UnitCounter {
  private total = 0;
  private readonly decoder = new StringDecoder('utf8');
  private cut = false;

  /** Units of the complete characters so far. */
  get units(): number {
    return this.total;
  }

  /** Adds the next bytes of the stream. */
  add(bytes: Uint8Array): void {
    if (!this.cut && isAscii(bytes)) {
      this.total += bytes.length;
      return;
    }
    for (let at = 0; at < bytes.length; at += BLOCK) this.addBlock(bytes.subarray(at, at + BLOCK));
  }

  private addBlock(block: Uint8Array): void {
    if (!this.cut && isAscii(block)) {
      this.total += block.length;
      return;
    }
    this.total += this.decoder.write(block as Buffer).length;
    this.cut = (block.at(-1) ?? 0) >= 0x80;
  }
}
