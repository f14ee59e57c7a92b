import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableRest } from '../extract/extractor.ts';

const MB = 1024 * 1024;
const MAX_ENTRY_SIZE = 512 * MB;
const MAX_TOTAL_SIZE = 2048 * MB;
const MAX_RATIO = 200;
/** Below this size a high compression ratio is harmless: short repetitive texts compress very well. */
const HARMLESS = 16 * MB;
const MAX_ENTRIES = 100_000;

/** An entry of a zip archive that may be read, or why it may not. */
export interface ArchiveEntry {
  readonly name: string;
  readonly refused: string | undefined;
}

/** Entries of an archive. */
export interface ArchiveList {
  readonly entries: readonly ArchiveEntry[];
  /** Why entries may be missing from the list. */
  readonly broken: string | undefined;
}

/** True when so many bytes out of so many packed ones are more than any recording has. */
export const isBomb = (unpacked: number, packed: number): boolean =>
  unpacked > MAX_TOTAL_SIZE || (unpacked > HARMLESS && unpacked > packed * MAX_RATIO);

/** Message about a packed file that `isBomb` refuses. */
export const BOMB =
  'it unpacks to far more than its size, or to more than 2 GB: unpack it yourself if you trust it';

const loadYauzl = async () => import('yauzl');
type Yauzl = Awaited<ReturnType<typeof loadYauzl>>;

/** Control characters in names would reach terminals. */
const HOSTILE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const refusal = (yauzl: Yauzl, name: string, entry: Entry): string | undefined => {
  if (yauzl.validateFileName(name) !== null || HOSTILE.test(name))
    return 'refused: its name points outside the archive or cannot be printed';
  if (entry.isEncrypted()) return 'encrypted: unpack the archive first';
  if (entry.uncompressedSize > MAX_ENTRY_SIZE) return 'larger than 512 MB: unpack the archive first';
  return isBomb(entry.uncompressedSize, entry.compressedSize) ? BOMB : undefined;
};

const nameOf = ({ fileName }: Entry): string => fileName.toString('utf8');

const openZip = async (path: string): Promise<readonly [Yauzl, ZipFile]> => {
  const yauzl = await loadYauzl();
  return [yauzl, await yauzl.openPromise(path, { decodeStrings: false, autoClose: false })];
};

/** Entries of a zip archive with matching names, in order, without folders. Throws for another format. */
export const archiveEntriesOf = async (
  path: string,
  fits: (name: string) => boolean,
): Promise<ArchiveList> => {
  const [yauzl, zip] = await openZip(path);
  const entries: ArchiveEntry[] = [];
  let total = 0;
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      total += entry.uncompressedSize;
      if (total > MAX_TOTAL_SIZE || ++count > MAX_ENTRIES) return { entries, broken: BOMB };
      if (fits(name)) entries.push({ name, refused: refusal(yauzl, name, entry) });
    }
    return { entries, broken: undefined };
  } catch {
    return { entries, broken: 'its list of entries is damaged' };
  } finally {
    zip.close();
  }
};

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004', 'latin1');
const HEADER_SIZE = 30;
const NAME_LENGTH_AT = 26;
const VERSION_AT = 4;
const MAX_VERSION = 63;

/** False where the version that an entry needs is none: the bytes are no header. */
const mayBeHeader = (bytes: Buffer, at: number): boolean =>
  (bytes[at + VERSION_AT] ?? 0) <= MAX_VERSION && (bytes[at + VERSION_AT + 1] ?? 0) === 0;

/**
 * Names of entries in the headers before their contents, which are left where the end of an archive with its list is cut off;
 * `undefined` is a name that is cut itself.
 */
export function* namesInHeaders(bytes: Buffer): Generator<string | undefined> {
  for (let at = bytes.indexOf(LOCAL_HEADER); at !== -1; at = bytes.indexOf(LOCAL_HEADER, at + 1)) {
    if (!mayBeHeader(bytes, at)) continue;
    const start = at + HEADER_SIZE;
    const length = start <= bytes.length ? bytes.readUInt16LE(at + NAME_LENGTH_AT) : 0;
    const isCut = start > bytes.length || start + length > bytes.length;
    yield isCut ? undefined : bytes.toString('utf8', start, start + length);
  }
}

const findEntry = async (zip: ZipFile, name: string): Promise<Entry | undefined> => {
  for await (const entry of zip.eachEntry()) if (nameOf(entry) === name) return entry;
  return undefined;
};

async function* readStream(stream: Readable): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_ENTRY_SIZE) throw new UnreadableRest(BOMB);
    yield piece;
  }
}

/** The bytes of an entry in pieces. Throws `UnreadableRest` where it is broken or not there. */
export async function* piecesOfEntry(path: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    const [yauzl, zip] = await openZip(path);
    try {
      const entry = await findEntry(zip, name);
      if (entry === undefined || refusal(yauzl, name, entry) !== undefined) return;
      yield* readStream(await zip.openReadStreamPromise(entry));
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof UnreadableRest) throw error;
    throw new UnreadableRest('the archive is damaged here; what precedes was read');
  }
}
