import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from './bytes.ts';
import { hashOf } from './contents.ts';

/** First line of every file that is ours. */
const MARK = 'atlas-api-migrate result 1';

/** Folder and file in which the result of a kind of run is kept. */
export interface ResultPlace {
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
}

const pathOf = ({ folder, name }: ResultPlace): string => join(folder, `${name}.cache`);

const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

/** `ENOTDIR`: a file is where the folder should be, which writing reports. */
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

/** Reads a stored result: `undefined` if there is none, `null` for a foreign or damaged file. */
export const readStored = (place: ResultPlace): unknown => {
  let text: string;
  try {
    text = readRegular(pathOf(place)).toString('utf8');
  } catch (error) {
    return NOT_THERE.has(errorCode(error)) ? undefined : null;
  }
  const [mark, sum, ...rest] = text.split('\n');
  const body = rest.join('\n');
  if (mark !== MARK || sum !== hashOf(body)) return null;
  return JSON.parse(body) as unknown;
};

const forget = (path: string): void => {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written, nothing has to be removed.
  }
};

/** Keeps a value, whole or not at all; why it could not be kept, in a word. The folder is never committed. */
export const writeStored = (place: ResultPlace, value: unknown): string | undefined => {
  const body = JSON.stringify(value);
  const temporary = join(place.folder, `${randomBytes(8).toString('hex')}.tmp`);
  try {
    mkdirSync(place.folder, { recursive: true });
    const ignores = join(place.folder, '.gitignore');
    if (!existsSync(ignores)) writeFileSync(ignores, '*\n', { flag: 'wx' });
    writeFileSync(temporary, `${MARK}\n${hashOf(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, pathOf(place));
    return undefined;
  } catch (error) {
    forget(temporary);
    return errorCode(error);
  }
};
