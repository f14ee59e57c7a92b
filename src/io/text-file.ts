import { closeSync, existsSync, lstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { shownName, UsageError } from '../model/index.ts';
import { decodeBytes, encodingOf, readBounded, readRegular } from './bytes.ts';
import { isOpenPipe, specialKind } from './special-files.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ENOTREG: 'it is not a regular file',
  EFBIG: 'it is too large',
};

/** Bytes of a pipe that a shell opened, up to the limit of a file. */
const bytesOfPipe = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    return readBounded(file);
  } finally {
    closeSync(file);
  }
};

const bytesOf = (cwd: string, path: string): Buffer => {
  const absolute = resolve(cwd, path);
  try {
    const stats = statSync(absolute);
    if (isOpenPipe(absolute, stats)) return bytesOfPipe(absolute);
    const special = specialKind(stats);
    if (special !== undefined) throw new UsageError(`cannot read ${path}: it is ${special}.`);
    return readRegular(absolute);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`cannot read ${path}: ${REASONS[code] ?? code}.`);
  }
};

/** The text of one file that the user named, its byte order mark included. A pipe is read only where a shell opened it: any other may never end. Throws UsageError when it has none. */
export const readTextFile = (cwd: string, path: string): string => {
  const bytes = bytesOf(cwd, path);
  const found = encodingOf(bytes);
  if ('reason' in found) throw new UsageError(`cannot read ${path}: it is ${found.reason}, not text.`);
  return decodeBytes(bytes, found.encoding);
};

/** The bytes of a list of names, which zero characters may part. Throws UsageError where there is none. */
export const readListFile = bytesOf;

/** Throws UsageError for the first name in a list that no file has: what a line of another file holds may be a secret. */
export const checkListed = (cwd: string, list: string, names: readonly string[]): void => {
  for (const [at, name] of names.entries()) {
    if (isThere(resolve(cwd, name))) continue;
    throw new UsageError(
      `${list}: name ${at + 1}: no such file or folder: "${shownName(name)}". A list has one path in each line.`,
    );
  }
};

/** True where a file, folder or link is, or may be. */
const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

/** The text of a file of our own, or `undefined` where it does not exist. Throws UsageError when it cannot be read. */
export const readIfThere = (path: string): string | undefined => {
  try {
    return readRegular(path).toString('utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`cannot read ${path}: ${REASONS[code] ?? code}.`);
  }
};

/** Text of a file; `undefined` if it does not exist or is binary. */
export const readDiskText = (cwd: string, path: string): string | undefined => {
  try {
    const bytes = readRegular(resolve(cwd, path));
    const found = encodingOf(bytes);
    return 'reason' in found ? undefined : decodeBytes(bytes, found.encoding);
  } catch {
    return undefined;
  }
};

export const fileExists = (folder: string, path: string): boolean => existsSync(resolve(folder, path));
