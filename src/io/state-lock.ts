import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { UsageError } from '../model/index.ts';

const MODE = 0o600;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

const lockOf = (path: string): string => `${path}.lock`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** Start time of a process, if the system gives it: its id may have been reused since. */
const beginOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

interface Holder {
  readonly pid: number;
  readonly begin: string;
  readonly host: string;
}

const own = (): Holder => ({ pid: process.pid, begin: beginOf(process.pid), host: hostname() });

/** Name of this process in a lock or a journal. */
export const ownHolder = (): string => spelled(own());

const spelled = ({ pid, begin, host }: Holder): string => [pid, begin, host].join(' ');

/** Process that holds a lock; `undefined` for content that no process of this program wrote. */
export const holderIn = (text: string): Holder | undefined => {
  const [, pid, begin = '', host = ''] = /^(\d{1,10})(?: (\d*) (\S*))?\s*$/.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), begin, host };
};

/** Locks that this process holds. */
const held = new Set<string>();

/** True for the lock of a process that is there no more; the number of a container's only process is always 1. */
export const isStale = ({ pid, begin, host }: Holder): boolean => {
  if (host !== '' && host !== hostname()) return false;
  if (pid === process.pid || !isRunning(pid)) return true;
  return begin !== '' && begin !== beginOf(pid);
};

const readLock = (path: string): Holder | undefined => {
  const lock = lockOf(path);
  if (!lstatSync(lock).isFile())
    throw new UsageError(`${lock} is not a file: remove it, or name another file.`);
  return holderIn(readFileSync(lock, 'utf8').slice(0, 1000));
};

const takeOver = (path: string): void => {
  const holder = readLock(path);
  const lock = lockOf(path);
  if (holder !== undefined && (held.has(path) || !isStale(holder))) {
    const elsewhere =
      holder.host === '' || holder.host === hostname() ? '' : ' on another machine or container';
    throw new UsageError(
      `${path} is in use by process ${holder.pid}${elsewhere}: end it, or name another file. If it is gone, remove ${lock}.`,
    );
  }
  writeFileSync(lock, ownHolder(), { mode: MODE });
};

/** One process a file: two would write over each other. The lock of a process that died is taken over. */
export const lockState = (path: string): void => {
  try {
    writeFileSync(lockOf(path), ownHolder(), { flag: 'wx', mode: MODE });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      // A full disk makes the file and does not take its content.
      rmSync(lockOf(path), { force: true });
      throw error;
    }
    takeOver(path);
  }
  held.add(path);
};

/** Gives the lock back. */
export const unlockState = (path: string): void => {
  held.delete(path);
  rmSync(lockOf(path), { force: true });
};
