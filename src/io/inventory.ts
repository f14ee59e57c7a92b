import { resolve } from 'node:path';
import { formatOf, isRecordingForm } from '../extract/forms/formats.ts';
import type { Form, SkippedFile, SourceFile } from '../model/index.ts';
import { originOf } from '../extract/forms/origin.ts';
import type { Prefilter } from '../extract/prefilter.ts';
import { createReader, decodeBytes, encodingOf, packingOf } from './bytes.ts';
import type { Bytes, FileReader, Packing } from './bytes.ts';
import type { NotAnalysed } from './other-files.ts';
import type { Contents } from './contents.ts';
import { formOf, isIdle, isPerhaps, isScript, isSourceName, recordingForm } from '../extract/forms/detect.ts';
import { unreadableForm } from '../extract/forms/unsupported.ts';
import type { FoundFile, Walked } from './walk.ts';

/**
 * Inventory that a scan starts from: every discovered file is scanned or skipped, and the few that may matter are at
 * hand.
 */
export interface Inventory {
  readonly discovered: number;
  /** Paths of all TypeScript and JavaScript files. */
  readonly sources: readonly string[];
  /** Files in which a word of the vocabulary occurs, with their text (recordings: without). */
  readonly candidates: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
  /** Files that are read only for others: no findings are reported in them. */
  readonly around?: ReadonlySet<string>;
  /** Files that are not analysed. */
  readonly notAnalysed: readonly NotAnalysed[];
  /** Packed files that are not yet unpacked and counted. */
  readonly packed: readonly PackedFile[];
}

/** A file that is packed, and how. */
export interface PackedFile extends FoundFile {
  readonly packing: Packing;
}

export interface ReadOptions {
  readonly cwd: string;
  readonly prefilter: Prefilter;
  /** Files that are analysed without a keyword: the configuration declares their format. */
  readonly always: (path: string) => boolean;
  /** Files that are counted and listed if skipped; absent: all. */
  readonly isMine?: ((path: string) => boolean) | undefined;
  /** Editor buffers by path; they replace the files on disk. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  /** Receives the content of every file, if given. */
  readonly contents?: Contents | undefined;
  /** Earlier results for unchanged files; filled here. */
  readonly outcomes?: Map<string, ReadOutcome> | undefined;
  /** Called now and then with the number of files read so far. */
  readonly progress: (files: number) => void;
}

/** Outcome of reading a file. */
export type ReadOutcome =
  | { kind: 'none' | 'foreign' }
  | { kind: 'packed'; packing: Packing }
  | { kind: 'skipped'; reason: string; unknown?: true }
  | { kind: 'candidate'; file: SourceFile };

const NONE: ReadOutcome = { kind: 'none' };
const HEAD = 65_536;
const BINARY = 'binary';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const skipped = (reason: string): ReadOutcome => ({ kind: 'skipped', reason });

const kindOf = (name: string): string =>
  name.includes('.') ? `${name.slice(name.lastIndexOf('.'))} files` : 'files of this name';

/** Recordings are recognized by their first bytes; only other files are read whole when they are large. */
const recordingIn = (path: string, start: Buffer): Form | undefined =>
  recordingForm(nameOf(path), start.toString('utf8', 0, HEAD));

const isCandidate = (
  path: string,
  form: Form | undefined,
  bytes: Uint8Array,
  options: ReadOptions,
): boolean => {
  const { baseElsewhere, mayBeCut, borrows, quotesNames, kind } = form === undefined ? {} : formatOf(form);
  if (baseElsewhere || mayBeCut || borrows?.(bytes)) return true;
  const isData = quotesNames === true || kind === 'recording';
  const search = isData ? options.prefilter.data : options.prefilter.source;
  return search(bytes) || options.always(path);
};

/** A recording as a candidate: its text is never held. */
export const recordingCandidate = (path: string, form: Form): SourceFile => ({
  path,
  form,
  text: '',
  origin: 'recording',
});

const candidate = (path: string, form: Form | undefined, text: string): ReadOutcome => {
  if (form === undefined) {
    const reason = `${kindOf(nameOf(path))} are not supported`;
    return { kind: 'skipped', reason, unknown: true };
  }
  if (isRecordingForm(form)) return { kind: 'candidate', file: recordingCandidate(path, form) };
  return { kind: 'candidate', file: { path, form, text, origin: originOf(path, form, text) } };
};

/** A file that was walked for a possible content and does not have it is not counted. */
const notOurs = ({ path, named }: FoundFile, reason: string): ReadOutcome =>
  isPerhaps(nameOf(path)) && !named ? { kind: 'foreign' } : skipped(reason);

/**
 * A file that is not valid text may still be a recording, which is often truncated, even inside a character.
 */
const sortUnreadable = (
  found: FoundFile,
  bytes: Buffer,
  reason: string,
  options: ReadOptions,
): ReadOutcome => {
  const form = recordingIn(found.path, bytes);
  if (form === undefined) return notOurs(found, reason);
  return isCandidate(found.path, form, bytes, options) ? candidate(found.path, form, '') : NONE;
};

const sortText = (
  found: FoundFile,
  bytes: Buffer,
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
  options: ReadOptions,
): ReadOutcome => {
  const { path, named } = found;
  const wide = encoding === 'utf-8' ? undefined : decodeBytes(bytes, encoding);
  const start = isSourceName(path) ? '' : (wide ?? bytes.toString('utf8', 0, HEAD)).slice(0, HEAD);
  if (isIdle(path, start, wide === undefined ? bytes : Buffer.from(wide), options)) return NONE;
  const form = formOf(nameOf(path), () => start);
  const isOurs = form !== undefined && (isRecordingForm(form) || isScript(nameOf(path), start));
  if (isPerhaps(nameOf(path)) && !isOurs && !named) return { kind: 'foreign' };
  if (!isCandidate(path, form, wide === undefined ? bytes : Buffer.from(wide), options)) return NONE;
  return candidate(path, form, wide ?? decodeBytes(bytes, 'utf-8'));
};

/** Classifies one file by its bytes: without a keyword, not readable as text, or a candidate. */
const sortBytes = (found: FoundFile, { bytes, whole }: Bytes, options: ReadOptions): ReadOutcome => {
  const packing = packingOf(bytes);
  // Some texts start like zlib data.
  if (packing !== undefined && packing !== 'zlib') return { kind: 'packed', packing };
  const unreadable = unreadableForm(found.path, bytes);
  if (unreadable !== undefined) return skipped(unreadable);
  if (!whole) {
    const form = recordingIn(found.path, bytes);
    return form === undefined
      ? notOurs(found, 'too large to be read (over 256 MB)')
      : candidate(found.path, form, '');
  }
  const encoding = encodingOf(bytes);
  if ('encoding' in encoding) return sortText(found, bytes, encoding.encoding, options);
  if (packing !== undefined) return { kind: 'packed', packing };
  return sortUnreadable(found, bytes, encoding.reason, options);
};

const UNREADABLE = 'unreadable';

const errorReason = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  // Patterns overflow on texts that are made for it.
  return code === undefined ? 'not analysed: unknown format' : `${UNREADABLE} (${code})`;
};

const skippedFile = ({ path: file, named }: FoundFile, reason: string): SkippedFile =>
  named && reason.startsWith(UNREADABLE) ? { file, reason, isRefused: true } : { file, reason };

/** Reads a file; the outcome of an earlier run is reused. */
const lookAt = (found: FoundFile, reader: FileReader, options: ReadOptions): ReadOutcome => {
  const given = options.texts?.get(found.path);
  if (given !== undefined) return sortBytes(found, { bytes: Buffer.from(given), whole: true }, options);
  const outcome = options.outcomes?.get(found.path) ?? readOne(found, reader, options);
  options.outcomes?.set(found.path, outcome);
  return outcome;
};

const readOne = (found: FoundFile, reader: FileReader, options: ReadOptions): ReadOutcome => {
  const onlyRecording = isPerhaps(nameOf(found.path)) && !found.named;
  const wanted = (start: Buffer): boolean =>
    !onlyRecording && packingOf(start) === undefined && recordingIn(found.path, start) === undefined;
  const path = resolve(options.cwd, found.path);
  try {
    const read = reader.read(path, wanted);
    const outcome = sortBytes(found, read, options);
    // Of what turned out to be none of ours, no more than the start was judged.
    options.contents?.add(found.path, read.bytes, read.whole || !isJudged(outcome) ? undefined : path);
    return outcome;
  } catch (error) {
    const reason = found.path.includes('\uFFFD') ? 'its name is not UTF-8' : errorReason(error);
    const outcome = skipped(reason);
    options.contents?.add(found.path, Buffer.from(reason));
    return outcome;
  }
};

const isJudged = ({ kind }: ReadOutcome): boolean => kind === 'candidate' || kind === 'packed';

/** Files of no known form are not counted; packed ones are, entry by entry, where they are unpacked. */
const isCounted = ({ kind }: ReadOutcome): boolean => kind !== 'foreign' && kind !== 'packed';

/** URLs in a file that is not analysed. */
const leftOf = ({ path }: FoundFile, outcome: ReadOutcome): readonly NotAnalysed[] => {
  if (outcome.kind === 'foreign') return [{ path }];
  if (outcome.kind !== 'skipped' || outcome.reason === BINARY) return [];
  return [{ path, reason: outcome.unknown === true ? undefined : outcome.reason }];
};

/** Reads every file once, in order, and keeps the text of the candidates only. */
export const readFiles = (walked: Walked, options: ReadOptions): Inventory => {
  const reader = createReader();
  const candidates: SourceFile[] = [];
  const sources: string[] = [];
  const { isMine = () => true } = options;
  const notRead: SkippedFile[] = walked.skipped.filter(({ file }) => isMine(file));
  const packed: PackedFile[] = [];
  const notAnalysed: NotAnalysed[] = [];
  let discovered = notRead.length;
  for (const [index, found] of walked.files.entries()) {
    if (index % 512 === 511) options.progress(index + 1);
    const outcome = lookAt(found, reader, options);
    if (outcome.kind === 'candidate') candidates.push(outcome.file);
    else if (outcome.kind === 'packed') packed.push({ ...found, packing: outcome.packing });
    notAnalysed.push(...leftOf(found, outcome));
    if (isCounted(outcome) && isMine(found.path)) {
      discovered++;
      if (outcome.kind === 'skipped') notRead.push(skippedFile(found, outcome.reason));
    }
    if (isSourceName(found.path)) sources.push(found.path);
  }
  return { discovered, sources, candidates, skipped: notRead, notAnalysed, packed };
};

/** Inventory of a single text without a file: standard input. */
export const readOneText = (path: string, text: string, options: ReadOptions): Inventory => {
  const outcome = sortBytes({ path, named: true }, { bytes: Buffer.from(text), whole: true }, options);
  const isMine = options.isMine?.(path) ?? true;
  return {
    discovered: Number(isMine),
    sources: isSourceName(path) ? [path] : [],
    candidates: outcome.kind === 'candidate' ? [outcome.file] : [],
    skipped: outcome.kind === 'skipped' && isMine ? [{ file: path, reason: outcome.reason }] : [],
    notAnalysed: leftOf({ path, named: true }, outcome),
    packed: [],
  };
};
