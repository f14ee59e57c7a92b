import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { openToRead, readRegular } from './bytes.ts';
import { replaceBytes } from './replace-file.ts';
import { repositoryRoot } from './roots.ts';
import { holderIn, isStale, ownHolder } from './state-lock.ts';

/** One file of a fix; its new text is in a temporary file beside it. */
export interface JournalEntry {
  /** Absolute path, links resolved. */
  readonly target: string;
  readonly temporary: string;
  /** Bytes of the file before the fix, as base64. */
  readonly before: string;
  /** SHA-256 of the bytes after it. */
  readonly after: string;
}

/** `staging`: temporary files are being written. `committed`: all are there, and are being renamed into place. */
interface Content {
  readonly holder: string;
  readonly state: 'staging' | 'committed';
  readonly entries: readonly JournalEntry[];
}

const NAME = /^fix-[0-9a-f]{16}\.json$/;
/** A journal that was being written, by a process. */
const UNFINISHED = /^fix-[0-9a-f]{16}-(\d+)\.new$/;
const PRIVATE = 0o700;

export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isOwnFolder = (path: string): boolean => {
  const { uid } = userInfo();
  const stats = lstatSync(path);
  return stats.isDirectory() && (uid === -1 || (stats.uid === uid && (stats.mode & 0o022) === 0));
};

/**
 * Where the journals of a tree are kept: in the folder `.git` of its repository; else in a folder of the user's own among
 * the temporary files, by a hash of the tree's path.
 */
const foldersFor = (root: string): { readonly inGit: readonly string[]; readonly own: string } => {
  const git = join(root, '.git');
  const isFolder = existsSync(git) && lstatSync(git).isDirectory();
  const own = join(tmpdir(), `atlas-api-migrate-${userInfo().uid}`);
  return {
    inGit: isFolder ? [join(git, 'atlas-api-migrate')] : [],
    own: join(own, hashOfBytes(Buffer.from(root)).slice(0, 32)),
  };
};

/** True for a file of the tree; those of git are none: a fix never writes them. */
const isInside = (root: string, path: string): boolean =>
  path.startsWith(root + sep) && !path.slice(root.length).toLowerCase().includes(`${sep}.git${sep}`);

/** Links may lead out of the tree; what comes with a tree is believed only about files of the tree. */
const makeFolder = (cwd: string, targets: readonly string[]): string => {
  const root = repositoryRoot(cwd);
  const { inGit, own } = foldersFor(root);
  const isWithin = targets.every((target) => isInside(root, target));
  for (const folder of [...(isWithin ? inGit : []), own])
    try {
      mkdirSync(folder, { recursive: true, mode: PRIVATE });
      if (isOwnFolder(folder) && isOwnFolder(join(folder, '..'))) return folder;
    } catch {
      // The next folder is tried.
    }
  throw new Error('there is no writable folder for the journal of the fix');
};

const sync = (path: string): void => {
  const file = openToRead(path);
  try {
    fsyncSync(file);
  } catch {
    // Some systems cannot sync a folder.
  } finally {
    closeSync(file);
  }
};

/** The journal of one fix. State: its file. */
export class FixJournal {
  readonly #folder: string;
  readonly #path: string;

  /** Throws where no journal can be kept. */
  constructor(cwd: string, targets: readonly string[]) {
    this.#folder = makeFolder(cwd, targets);
    this.#path = join(this.#folder, `fix-${randomBytes(8).toString('hex')}.json`);
  }

  /** Survives the end of the process, and of the machine, once this returns. */
  note(state: Content['state'], entries: readonly JournalEntry[]): void {
    const next = `${this.#path.slice(0, -'.json'.length)}-${process.pid}.new`;
    const content: Content = { holder: ownHolder(), state, entries };
    try {
      writeFileSync(next, JSON.stringify(content), { mode: 0o600, flush: true });
      renameSync(next, this.#path);
    } catch (error) {
      rmSync(next, { force: true });
      throw error;
    }
    sync(this.#folder);
  }

  end(): void {
    rmSync(this.#path, { force: true });
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEntry = (value: unknown): value is JournalEntry =>
  isRecord(value) &&
  ['target', 'temporary', 'before', 'after'].every((key) => typeof value[key] === 'string');

const isContent = (value: unknown): value is Content =>
  isRecord(value) &&
  typeof value['holder'] === 'string' &&
  (value['state'] === 'staging' || value['state'] === 'committed') &&
  Array.isArray(value['entries']) &&
  value['entries'].every(isEntry);

/** `undefined` for what this tool did not write. */
const contentOf = (path: string): Content | undefined => {
  try {
    const value: unknown = JSON.parse(readRegular(path).toString('utf8'));
    return isContent(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const bytesAt = (path: string): Buffer | undefined => {
  try {
    return readRegular(path);
  } catch {
    return undefined;
  }
};

/** State of one file of an interrupted fix. */
interface Progress extends JournalEntry {
  readonly state: 'done' | 'waiting' | 'changed';
}

const progressOf = (entry: JournalEntry): Progress => {
  const now = bytesAt(entry.target);
  if (now !== undefined && hashOfBytes(now) === entry.after) return { ...entry, state: 'done' };
  const next = bytesAt(entry.temporary);
  const isReady =
    next !== undefined &&
    hashOfBytes(next) === entry.after &&
    now?.equals(Buffer.from(entry.before, 'base64')) === true;
  return { ...entry, state: isReady ? 'waiting' : 'changed' };
};

const TEMPORARY = /^\.migrate-[0-9a-f]{16}\.tmp$/;

/** True for a path without links and `..` to a regular file or to nothing. */
const isPlain = (path: string): boolean => {
  try {
    const isThere = lstatSync(path, { throwIfNoEntry: false });
    return realpathSync(dirname(path)) === dirname(path) && (isThere === undefined || isThere.isFile());
  } catch {
    return false;
  }
};

/** True for an entry as this tool writes it. */
const isOurs = ({ target, temporary }: JournalEntry): boolean => {
  const folder = target.slice(0, target.lastIndexOf(sep) + 1);
  return (
    temporary.startsWith(folder) &&
    TEMPORARY.test(temporary.slice(folder.length)) &&
    isPlain(target) &&
    isPlain(temporary)
  );
};

const discard = (entries: readonly JournalEntry[]): void => {
  for (const { temporary } of entries) rmSync(temporary, { force: true });
};

/** Ends a fix that was broken off while its files were renamed: forwards where that can be done, else backwards. */
const settle = (entries: readonly JournalEntry[]): string => {
  const all = entries.map(progressOf);
  const changed = all.filter(({ state }) => state === 'changed');
  const done = all.filter(({ state }) => state === 'done');
  if (changed.length === 0) {
    for (const { temporary, target, state } of all) if (state === 'waiting') renameSync(temporary, target);
    discard(all);
    return `an interrupted fix has been completed: ${all.length} ${all.length === 1 ? 'file was' : 'files were'} written`;
  }
  for (const { target, temporary, before } of done)
    replaceBytes(target, temporary, Buffer.from(before, 'base64'), lstatSync(target));
  discard(all);
  return `an interrupted fix has been undone, because ${changed[0]!.target} changed since. Run fix again`;
};

/**
 * Completes or reverts the fix of a dead process, and removes its temporary files; returns a sentence for
 * each. Fixes of running processes are left alone.
 */
export const recoverFixes = (cwd: string): readonly string[] => {
  const root = repositoryRoot(cwd);
  const { inGit, own } = foldersFor(root);
  return [...inGit, own].flatMap((folder) => {
    if (!existsSync(folder) || !isOwnFolder(folder)) return [];
    removeUnfinished(folder);
    const mayName = (target: string): boolean => folder === own || isInside(root, target);
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .flatMap((name) => recoverOne(join(folder, name), mayName));
  });
};

const removeUnfinished = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const holder = holderIn(UNFINISHED.exec(name)?.[1] ?? '');
    if (holder !== undefined && isStale(holder)) rmSync(join(folder, name), { force: true });
  }
};

const recoverOne = (path: string, mayName: (target: string) => boolean): readonly string[] => {
  const content = contentOf(path);
  const holder = content && holderIn(content.holder);
  if (content === undefined || holder === undefined || !isStale(holder)) return [];
  if (!content.entries.every((entry) => isOurs(entry) && mayName(entry.target))) return [];
  if (content.state === 'staging') discard(content.entries);
  const said = content.state === 'staging' ? [] : [settle(content.entries)];
  rmSync(path, { force: true });
  return said;
};
