/** Position of a reader of JSON bytes; bytes may end anywhere, and go on in the next piece. */
export interface BytePosition {
  /** Brackets open around it. */
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

/** Bytes of a string that are looked at one by one before the platform's own search takes over. */
const NEAR = 64;

/** Number of backslashes that end at `end`, not looking before `from`. */
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

/** Index after the quote that closes a long run of a string, or of one that is escaped; negative for the latter. */
const hop = (bytes: Buffer, from: number): number => {
  const quote = bytes.indexOf(QUOTE, from);
  if (quote === -1) return 0;
  return backslashesBefore(bytes, quote, from) % 2 === 0 ? quote + 1 : -(quote + 1);
};

/**
 * Index after the closing quote of the string that `from` lies in, or the end of the bytes, with `position` saying
 * how the string goes on.
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
    // Strings with escapes have quotes too near to each other for a search to pay.
    if (!plain || at >= bytes.length) continue;
    const next = hop(bytes, at);
    if (next === 0) return suspend(bytes, position, backslashesBefore(bytes, bytes.length, at) % 2 === 1);
    position.inString = next < 0;
    if (next > 0) return next;
    at = -next;
  }
  return suspend(bytes, position, at > bytes.length);
};

/**
 * Index after the bracket that closes the outermost value, or the end of the bytes, with `position` saying
 * where that is.
 */
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
