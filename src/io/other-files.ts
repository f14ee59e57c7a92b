import { closeSync, fstatSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCodeName, notAnalysed } from '../extract/forms/not-analysed.ts';
import { wordSearch } from '../extract/multi-string-search.ts';
import type { WordSearch } from '../extract/multi-string-search.ts';
import type { LegacyTexts, Unread } from '../model/index.ts';
import { decodeBytes, encodingOf, openToRead } from './bytes.ts';
import type { Contents } from './contents.ts';

const PIECE = 1024 * 1024;
/** Overlap of two chunks: at least the length of the longest text searched for. */
const OVERLAP = 256;
const HEAD = 8192;
/** Most bytes of a file with a URL that are held as text, to find line numbers. */
const MAX_TEXT = 64 * 1024 * 1024;
/** Larger files hold data, and reading them takes seconds. */
const MAX_SEARCHED = 1024 * 1024 * 1024;

/** File that is not analysed, and is searched for URLs. */
export interface NotAnalysed {
  readonly path: string;
  /** Reason why it was not analysed, if the kind of the file does not show it. */
  readonly reason?: string | undefined;
  readonly isIgnored?: () => boolean;
}

export interface SearchOptions {
  readonly cwd: string;
  readonly texts: LegacyTexts;
  /** Texts of the git index, which replace files on disk. */
  readonly given?: ReadonlyMap<string, string> | undefined;
  /** Receives what was found, if given. */
  readonly contents?: Contents | undefined;
}

type Found = 'nothing' | 'something' | 'too large';

const isWide = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const opened = <T>(path: string, read: (file: number) => T): T => {
  const file = openToRead(path);
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
};

/** Looks through a file a piece at a time; one with a zero byte at its start is no text. */
const lookThrough = (file: number, buffer: Buffer, search: WordSearch): Found => {
  let kept = 0;
  for (let total = 0; total < MAX_SEARCHED; total += PIECE) {
    const got = readSync(file, buffer, kept, PIECE, null);
    const bytes = buffer.subarray(0, kept + got);
    if (total === 0) {
      if (isWide(bytes)) return 'something';
      if (bytes.subarray(0, HEAD).includes(0)) return 'nothing';
    }
    if (search(bytes)) return 'something';
    if (got < PIECE) return 'nothing';
    bytes.copy(buffer, 0, bytes.length - OVERLAP);
    kept = OVERLAP;
  }
  return 'too large';
};

const textOf = (path: string): string =>
  opened(path, (file) => {
    const bytes = Buffer.allocUnsafe(Math.min(fstatSync(file).size, MAX_TEXT));
    const own = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    const found = encodingOf(own);
    return 'encoding' in found ? decodeBytes(own, found.encoding) : own.toString('latin1');
  });

/** The texts of a file, each with its line. */
const unreadIn = ({ path, reason }: NotAnalysed, text: string, texts: LegacyTexts): readonly Unread[] => {
  const why = reason ?? notAnalysed(path, text.slice(0, 200));
  let line = 1;
  let past = 0;
  return texts.in(text).map(({ span }) => {
    for (let at = text.indexOf('\n', past); at !== -1 && at < span.start; at = text.indexOf('\n', past)) {
      line++;
      past = at + 1;
    }
    return { file: path, line, reason: why, analysed: false };
  });
};

/** Texts that are found in files that are not analysed. */
export interface FoundInOthers {
  /** Texts that can be URLs of the legacy API, sorted by file and line. */
  readonly unread: readonly Unread[];
  /** Files of code that write a vendor media type. */
  readonly mediaTypes: readonly string[];
}

const NOTHING: FoundInOthers = { unread: [], mediaTypes: [] };

const tooLarge = (file: string): FoundInOthers => ({
  unread: [{ file, line: 1, reason: 'too large to be searched (over 1 GB)', analysed: false }],
  mediaTypes: [],
});

const searchOne = (
  found: NotAnalysed,
  { cwd, texts, given }: SearchOptions,
  buffer: Buffer,
  search: WordSearch,
): FoundInOthers => {
  const path = resolve(cwd, found.path);
  const replaced = given?.get(found.path);
  try {
    const state =
      replaced === undefined ? opened(path, (file) => lookThrough(file, buffer, search)) : 'something';
    if (state === 'nothing' || found.isIgnored?.() === true) return NOTHING;
    if (state === 'too large') return tooLarge(found.path);
    const text = replaced ?? textOf(path);
    const sends = isCodeName(found.path) && texts.mediaTypes.some((word) => text.includes(word));
    return { unread: unreadIn(found, text, texts), mediaTypes: sends ? [found.path] : [] };
  } catch {
    // A file that cannot be opened says nothing; one of a kind that is analysed is among the skipped.
    return NOTHING;
  }
};

/** Looks through the files that are not analysed. */
export const searchOthers = (files: readonly NotAnalysed[], options: SearchOptions): FoundInOthers => {
  if (files.length === 0) return NOTHING;
  const search = wordSearch([...options.texts.words, ...options.texts.mediaTypes]);
  const buffer = Buffer.allocUnsafeSlow(PIECE + OVERLAP);
  const all = files.map((file) => searchOne(file, options, buffer, search));
  const unread = all
    .flatMap((found) => found.unread)
    .toSorted((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line);
  const mediaTypes = all.flatMap((found) => found.mediaTypes).toSorted();
  for (const { file, line } of unread) options.contents?.add(file, Buffer.from(String(line)));
  for (const file of mediaTypes) options.contents?.add(file, Buffer.from('media type'));
  return { unread, mediaTypes };
};

/** Texts of the files that contain one of the words, sorted by path. */
export const textsWith = (
  files: readonly NotAnalysed[],
  words: readonly string[],
  { cwd, given, contents }: Omit<SearchOptions, 'texts'>,
): ReadonlyMap<string, string> => {
  const search = wordSearch(words);
  const buffer = Buffer.allocUnsafeSlow(PIECE + OVERLAP);
  const holds = (path: string): boolean =>
    opened(path, (file) => lookThrough(file, buffer, search)) !== 'nothing';
  const found = files.flatMap(({ path, isIgnored }): readonly (readonly [string, string])[] => {
    try {
      const absolute = resolve(cwd, path);
      const text = given?.get(path) ?? (holds(absolute) ? textOf(absolute) : undefined);
      return text === undefined || isIgnored?.() === true ? [] : [[path, text]];
    } catch {
      return [];
    }
  });
  for (const [path, text] of found) contents?.add(path, Buffer.from(text));
  return new Map(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
