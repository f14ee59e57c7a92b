import { isUtf8 } from 'node:buffer';
import { BUDGETS } from '../model/index.ts';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Files of source forms above this many bytes are not read: no person wrote them, and a string has to hold them. */
const MAX_SIZE = BUDGETS.fileBytes.max;
const PIECE = 1024 * 1024;

/** Bytes of a file. `whole` is false for a file larger than the reader's limit. */
export interface Bytes {
  /** Valid until the next file is read. */
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/** Reads one file after the other into one buffer, which is what makes reading ten thousand small files cheap. */
export interface FileReader {
  /**
   * Reads a regular file; only the start of a file of more than 1 MiB, if `whole` returns true for that
   * start. Throws file system errors.
   */
  read(path: string, whole?: (start: Buffer) => boolean): Bytes;
}

/** Windows opens no pipe by a name in a folder. */
const WITHOUT_WAITING = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

/** Opens a file to read. A pipe is not waited for: it is empty, or cannot be read. Throws file system errors. */
export const openToRead = (path: string): number => openSync(path, constants.O_RDONLY | WITHOUT_WAITING);

/** An error with a code as file system errors have one. */
const fault = (code: string): Error => Object.assign(new Error(code), { code });

const fill = (file: number, buffer: Buffer): number => {
  let length = 0;
  while (length < buffer.length) {
    const got = readSync(file, buffer, length, buffer.length - length, null);
    if (got === 0) break;
    length += got;
  }
  return length;
};

const tooLarge = (): Error => fault('EFBIG');

/** All bytes of an open file, by reading: the size that a pipe or a file of the system states says nothing. Throws beyond `max`. */
export const readBounded = (file: number, max: number = MAX_SIZE): Buffer => {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE);
    const got = readSync(file, piece);
    if (got === 0) return Buffer.concat(pieces, length);
    length += got;
    if (length > max) throw tooLarge();
    pieces.push(piece.subarray(0, got));
  }
};

/** Throws for what is not a regular file; its size. */
const sizeOfRegular = (file: number): number => {
  const stats = fstatSync(file);
  if (!stats.isFile()) throw fault(stats.isDirectory() ? 'EISDIR' : 'ENOTREG');
  return stats.size;
};

/**
 * Bytes of a regular file of at most `max` bytes. Everything that this tool reads of a tree besides the files that it is
 * to scan is read here: pipes and devices, which never end, are refused. Throws file system errors.
 */
export const readRegular = (path: string, max: number = MAX_SIZE): Buffer => {
  const file = openToRead(path);
  try {
    const size = sizeOfRegular(file);
    if (size > max) throw tooLarge();
    if (size === 0) return readBounded(file, max);
    const buffer = Buffer.allocUnsafe(size);
    return buffer.subarray(0, fill(file, buffer));
  } finally {
    closeSync(file);
  }
};

/** The rest of a file that did not fit into `head`, when it is not too large to be held. */
const readRest = (file: number, head: Buffer): Bytes => {
  const { size } = fstatSync(file);
  if (size > MAX_SIZE) return { bytes: head, whole: false };
  const all = Buffer.allocUnsafe(Math.max(size, head.length) + 1);
  head.copy(all);
  const length = head.length + fill(file, all.subarray(head.length));
  return { bytes: all.subarray(0, length), whole: true };
};

export const createReader = (): FileReader => {
  const buffer = Buffer.allocUnsafeSlow(PIECE);
  return {
    read(path, whole = () => true) {
      const file = openToRead(path);
      try {
        // A short read of a regular file is its end: no second call is needed to see that.
        const length = readSync(file, buffer, 0, PIECE, null);
        if (length < PIECE) return { bytes: buffer.subarray(0, length), whole: true };
        return whole(buffer) ? readRest(file, buffer) : { bytes: buffer, whole: false };
      } finally {
        closeSync(file);
      }
    },
  };
};

/** Bytes of a regular file in chunks of at most 1 MiB; each is valid until the next one is requested. */
export function* fileChunks(path: string): Generator<Uint8Array> {
  const file = openToRead(path);
  try {
    sizeOfRegular(file);
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    for (let got = readSync(file, buffer); got > 0; got = readSync(file, buffer))
      yield buffer.subarray(0, got);
  } finally {
    closeSync(file);
  }
}

const HEAD = 8192;

/** UTF-16 with a byte order mark, which some editors and shells write. */
const utf16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
};

/** True where every unit is a part of a character: what is not cannot be written back as it was. */
const isUtf16 = (bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean => {
  try {
    // The bytes may be the beginning of a file.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** The mark of UTF-32, which begins like that of UTF-16. */
const isUtf32 = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0;

/** Encoding of bytes, or why they cannot be read as text. */
export const encodingOf = (
  bytes: Buffer,
): { encoding: 'utf-8' | 'utf-16le' | 'utf-16be' } | { reason: string } => {
  const wide = utf16(bytes);
  if (wide !== undefined && isUtf32(bytes)) return { reason: 'UTF-32' };
  if (wide !== undefined) return isUtf16(bytes, wide) ? { encoding: wide } : { reason: 'not UTF-16' };
  if (bytes.subarray(0, HEAD).includes(0)) return { reason: 'binary' };
  return isUtf8(bytes) ? { encoding: 'utf-8' } : { reason: 'not UTF-8' };
};

/** The text of the bytes, its byte order mark included. */
export const decodeBytes = (bytes: Buffer, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string =>
  encoding === 'utf-8'
    ? bytes.toString('utf8')
    : new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

/** Compression of a file; a zip archive holds files of its own. */
export type Packing = 'gzip' | 'zlib' | 'zip';

const ZLIB_LEVELS: ReadonlySet<number> = new Set([0x01, 0x5e, 0x9c, 0xda]);

/** Compression of bytes, by their first ones; `undefined` when they are not. */
export const packingOf = (start: Uint8Array): Packing | undefined => {
  const [a, b, c, d] = start;
  if (a === 0x1f && b === 0x8b && c === 8) return 'gzip';
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return 'zip';
  return a === 0x78 && ZLIB_LEVELS.has(b ?? 0) ? 'zlib' : undefined;
};
