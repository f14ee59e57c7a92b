import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../model/index.ts';

const PREFIX = 'migrate-run-';

/** True where a process runs, ours or another user's. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isOurs = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === process.getuid?.();
};

/** Removes what a run left that was killed. */
const removeLeftovers = (root: string): void => {
  for (const name of readdirSync(root)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid)) || !isOurs(join(root, name))) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
};

/** A folder that only this user reads, gone when the run ends; after a kill the next run removes it. */
export interface PrivateFolder {
  readonly path: string;
  /** Writes a file; its path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

const written = <T>(root: string, write: () => T): T => {
  try {
    return write();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(
      `cannot write temporary files to ${root} (${code}): set TMPDIR to a folder that can be written.`,
    );
  }
};

/** Creates a private temporary folder. Throws UsageError if that is not possible. */
export const openPrivateFolder = (): PrivateFolder => {
  const root = tmpdir();
  const path = written(root, () => {
    removeLeftovers(root);
    return mkdtempSync(join(root, `${PREFIX}${process.pid}-`));
  });
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      written(root, () => writeFileSync(file, content, { mode: 0o600, flag: 'wx' }));
      return file;
    },
    remove,
  };
};
