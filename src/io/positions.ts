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

/**
 * Lines and columns (1-based, UTF-16 units) of offsets in UTF-8 bytes that are not held in memory, in one pass.
 * `offsets` are UTF-16 units in any order; those behind the end get the end.
 */
export const positionsIn = (
  pieces: Iterable<Uint8Array>,
  offsets: readonly number[],
): ReadonlyMap<number, { line: number; column: number; offset: number }> => {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const found = new Map<number, { line: number; column: number; offset: number }>();
  const cursor: Cursor = { line: 1, offset: 0, lineStart: 0, afterReturn: false };
  let next = 0;
  const note = (): void => {
    const offset = wanted[next++]!;
    found.set(offset, { line: cursor.line, column: offset - cursor.lineStart + 1, offset });
  };
  for (const piece of pieces) {
    for (const byte of piece) {
      // The units that begin here end behind the wanted offset: it lies before this byte.
      while (next < wanted.length && cursor.offset + unitsOf(byte) > wanted[next]!) note();
      if (next === wanted.length) return found;
      step(cursor, byte);
    }
  }
  while (next < wanted.length) note();
  return found;
};
