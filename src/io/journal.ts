import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../model/index.ts';
import { lockState, unlockState } from './state-lock.ts';

const MODE = 0o600;

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

const refuse = (path: string, error: unknown): never => {
  throw new UsageError(
    `cannot keep the state in ${path} (${reasonOf(error)}): name a file that can be written.`,
  );
};

const syncFolder = (path: string): void => {
  const folder = openSync(dirname(path), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } catch {
    // Some systems cannot sync a folder; the file itself has been.
  } finally {
    closeSync(folder);
  }
};

/** Longer ones are not read: a service that keeps so much is no longer a reference. */
const MAX_LENGTH = 256 * 1024 * 1024;

/** Reading a pipe would wait for ever, and a folder or device holds no lines. */
const checkFile = (path: string): void => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isFile()) throw new UsageError(`${path} is not a file: name a file that the state is kept in.`);
  if (stat.size > MAX_LENGTH) throw new UsageError(`${path} is larger than 256 MB: name another file.`);
};

interface Content {
  readonly entries: readonly unknown[];
  /** Bytes up to the end of the last whole line. */
  readonly length: number;
}

const entryOf = (line: string, at: number, path: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(`${path} is damaged in line ${at + 1}: remove that line, or name another file.`);
  }
};

/** Entries of a journal. Text after the last line ending was never acknowledged. */
const contentOf = (path: string): Content => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return { entries: [], length: 0 };
    return refuse(path, error);
  }
  const length = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1);
  return { entries: lines.map((line, at) => entryOf(line, at, path)), length };
};

const linesOf = (entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

/** A file of lines that is only added to. State: the open file. */
export class Journal {
  readonly #path: string;
  #file: number;
  #length: number;
  /** Content of the file when it was opened. */
  readonly entries: readonly unknown[];

  constructor(path: string, { entries, length }: Content) {
    this.#path = path;
    this.#file = openSync(path, 'a', MODE);
    this.#length = length;
    this.entries = entries;
    ftruncateSync(this.#file, length);
    fsyncSync(this.#file);
    syncFolder(path);
  }

  /** Adds entries; they survive the end of the process once this returns. Throws UsageError where the disk does not take them. */
  append(entries: readonly object[]): void {
    if (entries.length === 0) return;
    const bytes = Buffer.from(linesOf(entries));
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      fsyncSync(this.#file);
      this.#length += bytes.length;
    } catch (error) {
      this.#takeBack();
      refuse(this.#path, error);
    }
  }

  /** Takes back the half of a line that a full disk took; what cannot be taken back is left out when it is read. */
  #takeBack(): void {
    try {
      ftruncateSync(this.#file, this.#length);
    } catch {
      // The reason that it could not be written is the one to tell.
    }
  }

  /** Replaces all entries by a shorter list that means the same. */
  replace(entries: readonly object[]): void {
    const next = `${this.#path}.new`;
    try {
      writeFileSync(next, linesOf(entries), { mode: MODE, flush: true });
      renameSync(next, this.#path);
    } catch (error) {
      rmSync(next, { force: true });
      refuse(this.#path, error);
    }
    syncFolder(this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a', MODE);
    this.#length = fstatSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#file);
    unlockState(this.#path);
  }
}

const locked = (path: string): void => {
  try {
    checkFile(path);
    lockState(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(path, error);
  }
};

/** Opens or begins a journal. Throws UsageError where it is in use, damaged or cannot be written. */
export const openJournal = (path: string): Journal => {
  locked(path);
  try {
    return new Journal(path, contentOf(path));
  } catch (error) {
    unlockState(path);
    if (error instanceof UsageError) throw error;
    return refuse(path, error);
  }
};
