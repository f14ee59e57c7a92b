import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Bytes that files take on disk, together; entries of an archive, `archive!entry`, count as the archive, once. */
export const sizeOnDisk = (cwd: string, files: readonly string[]): number => {
  const containers = new Set(files.map((file) => file.split('!', 1)[0]!));
  return [...containers].reduce((sum, file) => sum + sizeOf(resolve(cwd, file)), 0);
};

/** Number of threads that run at the same time on this machine, as far as this process may use them. */
export const processors = (): number => availableParallelism();
