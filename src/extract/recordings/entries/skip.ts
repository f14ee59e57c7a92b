/** Position of a JSON byte reader; the bytes may end anywhere, and continue in the next piece. */
export interface BytePosition {
  /** Number of open brackets around it. */
  depth: number;
  inString: boolean;
  /** True when the last byte was a backslash that escapes the next one. */
  escaped: boolean;
}

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ in this bit only. */
const CURLY_BIT = 0x20;
export const OPENING = 0x7b;
export const CLOSING = 0x7d;

/** Number of a string's bytes that are examined one by one before the platform's search is used. */
const NEAR = 64;

/** Number of backslashes that end at `end`, searched back to `from`. */
const backslashesBefore = (bytes: Buffer, end: number, from: number): number => {
  let at = end;
  while (at > from && bytes[at - 1] === BACKSLASH) at--;
  return end - at;
};

const suspend = (bytes: Buffer, position: BytePosition, escaped: boolean): number => {
  position.inString = true;
  position.escaped = escaped;
  return bytes.length;
};

/** Index after the quote that ends a long run of a string, or after an escaped one; negative for the latter. */
const hop = (bytes: Buffer, from: number): number => {
  const quote = bytes.indexOf(QUOTE, from);
  if (quote === -1) return 0;
  return backslashesBefore(bytes, quote, from) % 2 === 0 ? quote + 1 : -(quote + 1);
};

/**
 * Index after the closing quote of the string that contains `from`, or the end of the bytes, with the
 * string's state in `position`.
 */
export const skipString = (bytes: Buffer, from: number, position: BytePosition): number => {
  let at = position.escaped ? from + 1 : from;
  position.escaped = false;
  while (at < bytes.length) {
    const limit = Math.min(at + NEAR, bytes.length);
    let plain = true;
    while (at < limit) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        position.inString = false;
        return at + 1;
      }
      plain &&= byte !== BACKSLASH;
      at += byte === BACKSLASH ? 2 : 1;
    }
    // Strings with escapes have too many quotes for a search to be faster.
    if (!plain || at >= bytes.length) continue;
    const next = hop(bytes, at);
    if (next === 0) return suspend(bytes, position, backslashesBefore(bytes, bytes.length, at) % 2 === 1);
    position.inString = next < 0;
    if (next > 0) return next;
    at = -next;
  }
  return suspend(bytes, position, at > bytes.length);
};

/** Index after the bracket that closes the outermost value, or the end of the bytes, with the state in `position`. */
export const endOfNested = (bytes: Buffer, from: number, position: BytePosition): number => {
  let at = position.inString ? skipString(bytes, from, position) : from;
  let { depth } = position;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    at++;
    if (byte === QUOTE) at = skipString(bytes, at, position);
    else if ((byte | CURLY_BIT) === OPENING) depth++;
    else if ((byte | CURLY_BIT) === CLOSING && --depth === 0) break;
  }
  position.depth = depth;
  return at;
};
