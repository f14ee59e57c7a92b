import { resolve } from 'node:path';
import type { SkippedFile, SourceFile } from '../model/index.ts';
import { fileChunks } from './bytes.ts';
import { archiveEntriesOf, namesInHeaders, piecesOfEntry } from './archive.ts';
import { recordingCandidate } from './inventory.ts';
import type { ReadOptions, Inventory, PackedFile } from './inventory.ts';
import { recordingForm, walkOf } from '../extract/forms/detect.ts';
import { unpackedPieces } from './unpack.ts';
import { unreadableArchive } from '../extract/forms/unsupported.ts';

/** Content of packed files: recordings, unread entries, and the number of other relevant ones. */
interface Contents {
  readonly candidates: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
}

const NOTHING: Contents = { candidates: [], skipped: [] };
const HEAD = 65_536;

const skip = (file: string, reason: string): Contents => ({ candidates: [], skipped: [{ file, reason }] });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A file that was walked only in case it is a recording, and is none, is not counted. */
const notOurs = ({ path, named }: PackedFile, reason: string): Contents => {
  return walkOf(nameOf(path)) === 'recording' && !named ? NOTHING : skip(path, reason);
};

/** The first characters of bytes that can be read so far. */
const headOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const all: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of pieces) {
      all.push(Buffer.from(piece));
      length += piece.length;
      if (length >= HEAD) break;
    }
  } catch {
    // What is broken further on is reported when it is read.
  }
  return Buffer.concat(all).toString('utf8', 0, HEAD);
};

const recordingAt = async (
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<SourceFile | undefined> => {
  const form = recordingForm(
    nameOf(path)
      .replace(/\.gz$/i, '')
      .replace(/\.zhar$/i, '.har'),
    await headOf(pieces),
  );
  return form === undefined ? undefined : recordingCandidate(path, form);
};

const inStream = async (found: PackedFile, packing: 'gzip' | 'zlib', options: ReadOptions) => {
  const pieces = unpackedPieces(resolve(options.cwd, found.path), packing);
  const file = await recordingAt(found.path, pieces);
  return file === undefined
    ? notOurs(found, 'compressed, and not a recording of a known format')
    : { candidates: [file], skipped: [] };
};

const isRecordingName = (name: string): boolean => /\.har$/i.test(name);

/** Entries that are recordings, or identify the kind of archive. */
const matters = (name: string): boolean => isRecordingName(name) || unreadableArchive(name) !== undefined;

const inEntry = async ({ path }: PackedFile, name: string, options: ReadOptions): Promise<Contents> => {
  const shown = `${path}!${name}`;
  const file = await recordingAt(shown, piecesOfEntry(resolve(options.cwd, path), name));
  return file === undefined ? skip(shown, 'no HAR') : { candidates: [file], skipped: [] };
};

/** Names of entries as they are printed: what would reach a terminal as a command is left out. */
const printable = (name: string): string => name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);

/** An archive without its list of entries: it was cut, or is none. */
const cutArchive = (found: PackedFile, options: ReadOptions): Contents => {
  const reason = 'not a zip archive that can be opened: it is cut or damaged';
  const [start] = fileChunks(resolve(options.cwd, found.path));
  const names = [...namesInHeaders(Buffer.from(start ?? []))];
  return names.some((name) => name === undefined || matters(name))
    ? skip(found.path, reason)
    : notOurs(found, reason);
};

const inArchive = async (found: PackedFile, options: ReadOptions): Promise<readonly Contents[]> => {
  const { path } = found;
  const list = await archiveEntriesOf(resolve(options.cwd, path), matters).catch(() => undefined);
  if (list === undefined) return [cutArchive(found, options)];
  const all: Contents[] = [];
  const recordings = list.entries.filter(({ name }) => isRecordingName(name));
  const told = recordings.length > 0 ? undefined : list.entries[0]?.name;
  if (told !== undefined) return [skip(path, unreadableArchive(told) ?? '')];
  for (const { name, refused } of recordings)
    all.push(
      refused === undefined
        ? await inEntry(found, name, options)
        : skip(`${path}!${printable(name)}`, refused),
    );
  if (list.broken !== undefined && all.length > 0) all.push(skip(path, list.broken));
  return all.length > 0 ? all : [notOurs(found, list.broken ?? 'contains no recording of a known format')];
};

/** The inventory with the recordings inside its packed files; each entry of an archive counts as a file. */
export const withPacked = async (inventory: Inventory, options: ReadOptions): Promise<Inventory> => {
  const all: Contents[] = [];
  for (const found of inventory.packed) {
    const { packing } = found;
    if (packing === 'zip') all.push(...(await inArchive(found, options)));
    else all.push(await inStream(found, packing, options));
  }
  const candidates = all.flatMap((contents) => contents.candidates);
  const { isMine = () => true } = options;
  const skipped = all.flatMap((contents) => contents.skipped).filter(({ file }) => isMine(file));
  const counted = candidates.filter(({ path }) => isMine(path)).length + skipped.length;
  return {
    ...inventory,
    discovered: inventory.discovered + counted,
    candidates: [...inventory.candidates, ...candidates],
    skipped: [...inventory.skipped, ...skipped],
  };
};
