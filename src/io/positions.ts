import { isAscii } from 'node:buffer';

/** Number of bytes skipped at once where no offset is requested. */
const BLOCK = 8192;

interface Cursor {
  line: number;
  offset: number;
  lineStart: number;
  afterReturn: boolean;
}

/** UTF-16 units that begin with this byte of UTF-8: none for a continuation, two for a lead of four bytes. */
const unitsOf = (byte: number): number => ((byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1);

const step = (cursor: Cursor, byte: number): void => {
  cursor.offset += unitsOf(byte);
  if (byte === 10 && cursor.afterReturn) cursor.lineStart = cursor.offset;
  else if (byte === 10 || byte === 13) {
    cursor.line++;
    cursor.lineStart = cursor.offset;
  }
  cursor.afterReturn = byte === 13;
};

/** True for bytes that are one unit each and end lines by `\n` alone. */
const isPlain = (block: Buffer): boolean => isAscii(block) && !block.includes(13);

/** Skips plain bytes by their line breaks. */
const skipPlain = (cursor: Cursor, block: Buffer): void => {
  for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) {
    cursor.line++;
    cursor.lineStart = cursor.offset + at + 1;
  }
  cursor.offset += block.length;
};

/** Skips bytes without a requested offset. Written as a plain loop: recordings have billions of bytes. */
const skip = (cursor: Cursor, block: Buffer): void => {
  let { offset, afterReturn } = cursor;
  for (let at = 0; at < block.length; at++) {
    const byte = block[at]!;
    offset += unitsOf(byte);
    if (byte === 10 || byte === 13) {
      if (byte === 13 || !afterReturn) cursor.line++;
      cursor.lineStart = offset;
    }
    afterReturn = byte === 13;
  }
  cursor.offset = offset;
  cursor.afterReturn = afterReturn;
};

/**
 * Lines and columns (1-based, UTF-16 units) of offsets in a stream of UTF-8 bytes, in one pass. `offsets` are
 * UTF-16 units in any order; those after the end map to the end.
 */
export const positionsIn = async (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  offsets: readonly number[],
): Promise<ReadonlyMap<number, { line: number; column: number; offset: number }>> => {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const found = new Map<number, { line: number; column: number; offset: number }>();
  const cursor: Cursor = { line: 1, offset: 0, lineStart: 0, afterReturn: false };
  let next = 0;
  const note = (): void => {
    const offset = wanted[next++]!;
    found.set(offset, { line: cursor.line, column: offset - cursor.lineStart + 1, offset });
  };
  const read = (block: Buffer): void => {
    if (cursor.offset + block.length >= (wanted[next] ?? 0)) {
      for (const byte of block) {
        // The units that begin here end behind the wanted offset: it lies before this byte.
        while (next < wanted.length && cursor.offset + unitsOf(byte) > wanted[next]!) note();
        step(cursor, byte);
      }
    } else if (!cursor.afterReturn && isPlain(block)) skipPlain(cursor, block);
    else skip(cursor, block);
  };
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < bytes.length && next < wanted.length; at += BLOCK)
      read(bytes.subarray(at, at + BLOCK));
    if (next === wanted.length) return found;
  }
  while (next < wanted.length) note();
  return found;
};
