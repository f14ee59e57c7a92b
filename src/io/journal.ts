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
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../model/index.ts';

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

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return reasonOf(error) === 'EPERM';
  }
};

const lockOf = (path: string): string => `${path}.lock`;

/** One process a file: two would write over each other. The lock of a process that died is taken over. */
const lock = (path: string): void => {
  try {
    writeFileSync(lockOf(path), String(process.pid), { flag: 'wx', mode: MODE });
  } catch (error) {
    if (reasonOf(error) !== 'EEXIST') refuse(path, error);
    const pid = Number(readFileSync(lockOf(path), 'utf8'));
    if (Number.isInteger(pid) && pid > 0 && isRunning(pid))
      throw new UsageError(`${path} is in use by process ${pid}: end it, or name another file.`);
    writeFileSync(lockOf(path), String(process.pid), { mode: MODE });
  }
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
    throw new UsageError(`${path} is damaged in line ${at + 1}: take that line out, or name another file.`);
  }
};

/** The entries of a journal. What stands behind the last line end was never acknowledged. */
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
  /** What stood in the file when it was opened. */
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

  /** Adds entries; they survive the end of the process once this returns. Throws where the disk does not take them. */
  append(entries: readonly object[]): void {
    if (entries.length === 0) return;
    const bytes = Buffer.from(linesOf(entries));
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      fsyncSync(this.#file);
      this.#length += bytes.length;
    } catch (error) {
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
  }

  /** Puts a shorter list of entries that means the same in the place of all. */
  replace(entries: readonly object[]): void {
    const next = `${this.#path}.new`;
    writeFileSync(next, linesOf(entries), { mode: MODE, flush: true });
    renameSync(next, this.#path);
    syncFolder(this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a', MODE);
    this.#length = fstatSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#file);
    rmSync(lockOf(this.#path), { force: true });
  }
}

/** Opens or begins a journal. Throws UsageError where it is in use, damaged or cannot be written. */
export const openJournal = (path: string): Journal => {
  lock(path);
  try {
    return new Journal(path, contentOf(path));
  } catch (error) {
    rmSync(lockOf(path), { force: true });
    if (error instanceof UsageError) throw error;
    return refuse(path, error);
  }
};
