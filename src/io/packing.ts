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
