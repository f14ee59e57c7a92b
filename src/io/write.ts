import { randomBytes } from 'node:crypto';
import { accessSync, constants, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { decodeBytes, encodingOf, readRegular } from './bytes.ts';
import { FixJournal, hashOfBytes } from './fix-journal.ts';
import type { JournalEntry } from './fix-journal.ts';
import { replaceBytes, writeTemporary } from './replace-file.ts';
import { isInPlaces } from './roots.ts';
import { deferringSignals } from './signals.ts';

/** A file's text as it was read and as it shall be. `path` is relative to the working directory, or absolute. */
export interface TextChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Reason why a file cannot be written, in words that follow its name. */
export interface WriteFailure {
  readonly path: string;
  readonly reason: string;
}

/** New bytes of a file, and the temporary file for them. */
interface Staged {
  readonly path: string;
  readonly target: string;
  readonly temporary: string;
  readonly original: Buffer;
  readonly bytes: Buffer;
  readonly stats: Stats;
}

const encode = (text: string, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
};

const CHANGED = 'has changed since it was read; run the command again';

const REPLACED = 'leads elsewhere since it was read, by a symbolic link; run the command again';

const INCOMPLETE = 'cannot be written back as it was: it ends within a character';

/** The new bytes in the file's own encoding; throws where the file is no longer what was read, or would lose bytes. */
const replacement = (original: Buffer, { before, after }: TextChange): Buffer => {
  const found = encodingOf(original);
  if ('reason' in found || decodeBytes(original, found.encoding) !== before) throw new Error(CHANGED);
  if (!encode(before, found.encoding).equals(original)) throw new Error(INCOMPLETE);
  return encode(after, found.encoding);
};

const stage = (cwd: string, change: TextChange, places: readonly string[] | undefined): Staged => {
  const target = realpathSync(resolve(cwd, change.path));
  if (places !== undefined && !isInPlaces(places, target)) throw new Error(REPLACED);
  const stats = statSync(target);
  if (!stats.isFile()) throw new Error('is not a regular file');
  accessSync(target, constants.W_OK);
  if ((stats.mode & 0o222) === 0) throw new Error('cannot be written: it is read-only');
  const original = readRegular(target);
  const bytes = replacement(original, change);
  const temporary = join(dirname(target), `.migrate-${randomBytes(8).toString('hex')}.tmp`);
  return { path: change.path, target, temporary, original, bytes, stats };
};

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written: permission denied',
  EPERM: 'cannot be written: operation not permitted',
  ENOENT: 'no longer exists',
  EROFS: 'cannot be written: the file system is read-only',
  ENOSPC: 'cannot be written: no space left on the device',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EFBIG: 'cannot be written: it would be larger than a file may be',
};

const failureOf = (path: string, error: unknown): WriteFailure => {
  const { code, message } = error as NodeJS.ErrnoException;
  return { path, reason: REASONS[code ?? ''] ?? message };
};

const discard = (staged: readonly Staged[]): void => {
  for (const { temporary } of staged) rmSync(temporary, { force: true });
};

/** Puts the bytes back that stood in files which were already replaced. */
const restore = (replaced: readonly Staged[]): void => {
  for (const { target, temporary, original, stats } of replaced)
    replaceBytes(target, temporary, original, stats);
};

/** Throws where a path without links has got one. */
const refuseLink = (path: string): void => {
  if (realpathSync(path) !== path) throw new Error(REPLACED);
};

/** Writes all temporary files; none stays where one cannot be written. */
const writeTemporaries = (staged: readonly Staged[]): WriteFailure | undefined => {
  for (const one of staged) {
    try {
      refuseLink(dirname(one.temporary));
      writeTemporary(one.temporary, one.bytes, one.stats);
    } catch (error) {
      discard(staged);
      return failureOf(one.path, error);
    }
  }
  return undefined;
};

const renameAll = (staged: readonly Staged[]): WriteFailure | undefined => {
  for (const [at, { path, target, temporary, original }] of staged.entries()) {
    try {
      refuseLink(target);
      if (!readRegular(target).equals(original)) throw new Error(CHANGED);
      renameSync(temporary, target);
    } catch (error) {
      restore(staged.slice(0, at));
      discard(staged.slice(at));
      return failureOf(path, error);
    }
  }
  return undefined;
};

const entryOf = ({ target, temporary, original, bytes }: Staged): JournalEntry => ({
  target,
  temporary,
  before: original.toString('base64'),
  after: hashOfBytes(bytes),
});

/** Replaces all files or none, also where the process dies: the next command finishes or undoes it by the journal. */
const commit = (cwd: string, staged: readonly Staged[]): WriteFailure | undefined => {
  if (staged.length === 0) return undefined;
  let journal: FixJournal | undefined;
  let isCommitted = false;
  try {
    const entries = staged.map(entryOf);
    journal = new FixJournal(
      cwd,
      entries.map(({ target }) => target),
    );
    journal.note('staging', entries);
    const unwritten = writeTemporaries(staged);
    if (unwritten !== undefined) return unwritten;
    journal.note('committed', entries);
    isCommitted = true;
    const failure = renameAll(staged);
    isCommitted = false;
    return failure;
  } catch (error) {
    if (!isCommitted) discard(staged);
    return failureOf(staged[0]!.path, error);
  } finally {
    // What could not be put back is left to the next command.
    if (!isCommitted) journal?.end();
  }
};

const writeAll = (
  cwd: string,
  changes: readonly TextChange[],
  places: readonly string[] | undefined,
): readonly WriteFailure[] => {
  const staged = new Map<string, Staged & { readonly after: string }>();
  const failures: WriteFailure[] = [];
  for (const change of changes) {
    try {
      const next = { ...stage(cwd, change, places), after: change.after };
      const other = staged.get(next.target);
      if (other === undefined) staged.set(next.target, next);
      else if (other.after !== change.after)
        throw new Error(`is the same file as ${other.path}, with other changes`);
    } catch (error) {
      failures.push(failureOf(change.path, error));
    }
  }
  if (failures.length > 0) return failures;
  const failure = commit(cwd, [...staged.values()]);
  return failure === undefined ? [] : [failure];
};

/**
 * Writes all changes or none: every new text is written beside its file first, then all are renamed into place, and a journal
 * says which, so that a process that dies leaves no half. A
 * symbolic link keeps pointing at the file it names; mode and encoding stay. Refused, with nothing written, when a
 * file is no longer what was read, lies outside of `places` or cannot be written. Empty when everything is written.
 */
export const writeChanges = (
  cwd: string,
  changes: readonly TextChange[],
  places?: readonly string[],
): readonly WriteFailure[] => deferringSignals(() => writeAll(cwd, changes, places));
