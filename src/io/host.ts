import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProjectHost } from '../extract/extractor.ts';
import { createReader, decodeBytes, encodingOf, fileChunks } from './bytes.ts';
import type { Packing } from './bytes.ts';
import { FileSearch, matches } from './file-search.ts';
import { FolderNames } from './folder-names.ts';
import type { PackedFile } from './inventory.ts';
import { wordSearch } from '../extract/multi-string-search.ts';
import type { Contents } from './contents.ts';
import { isReadable } from './roots.ts';

export interface HostOptions {
  readonly cwd: string;
  /** Absolute folders that may be read from. */
  readonly roots: readonly string[];
  /** Discovered source files. */
  readonly sources: readonly string[];
  /** Files of all other kinds below the paths. */
  readonly others?: () => readonly string[];
  /** Files that are packed. */
  readonly packed?: readonly PackedFile[];
  /** Receives the files that are requested, if given. */
  readonly contents?: Pick<Contents, 'ask'> | undefined;
  /** Texts that replace files: standard input, and files after fixes. */
  readonly overlay: ReadonlyMap<string, string>;
  /** Files on disk in which a pattern was found, where they stay as they are while texts of `overlay` change. */
  readonly searches?: Map<string, ReadonlySet<string>> | undefined;
}

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes as UTF-8, so that offsets counted in them are those of the text. */
async function* utf8Pieces(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let wide: Buffer | undefined;
  for await (const piece of pieces) {
    const first = piece[0];
    if (wide === undefined && (first === 0xff || first === 0xfe)) wide = Buffer.alloc(0);
    if (wide === undefined) yield piece;
    else wide = Buffer.concat([wide, piece]);
  }
  if (wide === undefined) return;
  const found = encodingOf(wide);
  yield 'encoding' in found ? Buffer.from(decodeBytes(wide, found.encoding)) : wide;
}

/** The bytes of a file that is packed, or an entry of an archive; what unpacks them is loaded when one is read. */
async function* packedPieces(path: string, packing: Packing, entry: string): AsyncGenerator<Uint8Array> {
  if (packing === 'zip') yield* (await import('./archive.ts')).piecesOfEntry(path, entry);
  else yield* (await import('./unpack.ts')).unpackedPieces(path, packing);
}

const textOf = (bytes: Buffer): string | undefined => {
  const found = encodingOf(bytes);
  return 'encoding' in found ? decodeBytes(bytes, found.encoding) : undefined;
};

/** Words are searched as UTF-8; UTF-16 files have a byte order mark. */
const isWide = ([first]: Uint8Array): boolean => first === 0xff || first === 0xfe;

/** The extractors' only way to the disk: never outside the roots, never into `node_modules`. */
export const createHost = (options: HostOptions): ProjectHost => {
  const reader = createReader();
  const missing = new Set<string>();
  const names = new FolderNames([options.cwd, ...options.roots]);
  const isThere = (path: string): boolean => {
    const absolute = resolve(options.cwd, path);
    return names.mayExist(absolute) && isFile(absolute) && isReadable(absolute, options.roots);
  };
  // A caller that handles findings one after the other requests the same file again and again.
  let last = { path: '', text: '' };
  /** File that the walk has found in the tree. */
  const readIf = (path: string, wanted: (bytes: Uint8Array) => boolean): string | undefined => {
    try {
      const { bytes } = reader.read(resolve(options.cwd, path));
      return isWide(bytes) || wanted(bytes) ? textOf(bytes) : undefined;
    } catch {
      return undefined;
    }
  };
  const read = (path: string): string | undefined => {
    const replaced = options.overlay.get(path);
    if (replaced !== undefined || missing.has(path)) return replaced;
    options.contents?.ask(path);
    if (path === last.path) return last.text;
    const text = isThere(path) ? readIf(path, () => true) : undefined;
    if (text === undefined) missing.add(path);
    else last = { path, text };
    return text;
  };
  const onDisk = new FileSearch(options.sources, readIf, options.searches);
  const packed = options.packed ?? [];
  const raw = (path: string): Pieces => {
    const found = packed.find((file) => path === file.path || path.startsWith(`${file.path}!`));
    if (found === undefined) return fileChunks(resolve(options.cwd, path));
    const entry = path.slice(found.path.length + 1);
    return packedPieces(resolve(options.cwd, found.path), found.packing, entry);
  };
  return {
    read,
    files: () => options.sources,
    search: (pattern, words, names) => {
      const found = onDisk.filesWith({ pattern, words, names });
      return options.sources.filter((path) => {
        const replaced = options.overlay.get(path);
        if (replaced === undefined) return found.has(path);
        return names?.test(path) !== false && matches(pattern, replaced);
      });
    },
    expect: (queries) => onDisk.expect(queries),
    holding: (words) => holdingIn(options, words, readIf),
    chunks: (path) => {
      const replaced = options.overlay.get(path);
      return replaced === undefined ? utf8Pieces(raw(path)) : [Buffer.from(replaced)];
    },
    attachment: (recording, path) => {
      if (recording.includes('!')) return utf8Pieces(raw(path));
      options.contents?.ask(path);
      return isThere(path) ? utf8Pieces(raw(path)) : undefined;
    },
  };
};

/** Files of other formats that contain one of the words. */
const holdingIn = (
  { others, overlay }: HostOptions,
  words: readonly string[],
  readIf: (path: string, wanted: (bytes: Uint8Array) => boolean) => string | undefined,
): readonly string[] => {
  const search = wordSearch(words);
  return (others?.() ?? []).filter((path) => {
    const replaced = overlay.get(path);
    return replaced === undefined ? readIf(path, search) !== undefined : search(Buffer.from(replaced));
  });
};
