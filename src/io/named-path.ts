import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { didYouMean, UsageError } from '../model/index.ts';
import { specialKind } from './special-files.ts';

/** Code of an error of the file system: `EACCES`. */
export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

const siblingsOf = (path: string): readonly string[] => {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
};

/**
 * Kind of what the user names; `other` for what cannot be reached. Throws UsageError for what does not exist, and for pipes and
 * devices.
 */
export const namedKindOf = (cwd: string, path: string): 'file' | 'folder' | 'other' => {
  const absolute = resolve(cwd, path);
  try {
    const stats = statSync(absolute);
    const special = specialKind(stats);
    if (special !== undefined)
      throw new UsageError(
        `cannot scan ${path}: it is ${special}. Name a file or folder, or "-" for standard input.`,
      );
    return stats.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'ELOOP') return 'other';
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${path} is a broken symbolic link. Name a file or folder that exists.`);
    const hint = didYouMean(basename(absolute), siblingsOf(absolute));
    throw new UsageError(
      `no such file or folder: ${path}.${hint} Name a file or folder that exists, or "." for this folder.`,
    );
  }
};
