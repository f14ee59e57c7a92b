import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../model/index.ts';
import { decode, encodingOf } from './bytes.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

const bytesOf = (cwd: string, path: string): Buffer => {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`cannot read ${path}: ${REASONS[code] ?? code}. Name one file, or "-".`);
  }
};

/** The text of one file that the user named, its byte order mark included. Throws UsageError when it has none. */
export const readTextFile = (cwd: string, path: string): string => {
  const bytes = bytesOf(cwd, path);
  const found = encodingOf(bytes);
  if ('reason' in found) throw new UsageError(`cannot read ${path}: it is ${found.reason}, not text.`);
  return decode(bytes, found.encoding);
};
