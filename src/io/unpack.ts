import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip, createInflate } from 'node:zlib';
import { UnreadableRest } from '../extract/extractor.ts';
import { BOMB, isBomb } from './archive.ts';

const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH };
const PIECE = 256 * 1024;

/** The unpacked bytes of a file in pieces. Throws `UnreadableRest` where it is broken or a bomb. */
export async function* unpackedPieces(path: string, packing: 'gzip' | 'zlib'): AsyncGenerator<Uint8Array> {
  const unpack = (packing === 'gzip' ? createGunzip : createInflate)({ ...OPTIONS, chunkSize: PIECE });
  // What goes wrong ends the iteration below.
  pipeline(createReadStream(path, { highWaterMark: PIECE }), unpack, () => {});
  let length = 0;
  try {
    for await (const piece of unpack as AsyncIterable<Buffer>) {
      length += piece.length;
      if (isBomb(length, unpack.bytesWritten)) throw new UnreadableRest(BOMB);
      yield piece;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    throw new UnreadableRest('the compressed data is damaged here; what precedes was read');
  }
}
