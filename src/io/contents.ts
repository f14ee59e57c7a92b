import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileChunks } from './bytes.ts';
import { isReadable } from './roots.ts';

/** SHA-256, as hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const hashOfFile = (path: string): string => {
  const hash = createHash('sha256');
  for (const piece of fileChunks(path)) hash.update(piece);
  return hash.digest('hex');
};

/** Content of a file when it was read: its hash, or `null` if it does not exist or may not be read. */
export type FileState = string | null;

/** The state of a file; `path` is relative to `cwd`. */
export const fileStateOf = (cwd: string, roots: readonly string[], path: string): FileState => {
  const absolute = resolve(cwd, path);
  try {
    return statSync(absolute).isFile() && isReadable(absolute, roots) ? hashOfFile(absolute) : null;
  } catch {
    return null;
  }
};

/**
 * Record of all files that a run has read: an unchanged record implies an unchanged result. Modification
 * times are not used.
 */
export class Contents {
  readonly #hash = createHash('sha256');
  readonly #walked = new Set<string>();
  readonly #asked = new Set<string>();
  #isComplete = true;

  /** Takes in a walked file, by what was read of it; where `rest` names it, by the whole of it. */
  add(path: string, bytes: Uint8Array, rest?: string): void {
    this.#walked.add(path);
    this.#hash.update(`${path}\0${rest === undefined ? bytes.length : 'whole'}\0`);
    if (rest === undefined) this.#hash.update(bytes);
    else this.#hash.update(hashOfFile(rest));
  }

  /** Records a requested file, existing or not. */
  ask(path: string): void {
    if (!this.#walked.has(path)) this.#asked.add(path);
  }

  /** Takes note that the run depends on files that are not recorded. */
  forget(): void {
    this.#isComplete = false;
  }

  /** False where an unchanged record does not imply an unchanged result. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Hash of the walked files, in their order, with their names. */
  walked(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Requested files beside the walked ones: ignored settings, missing files. */
  asked(): readonly string[] {
    return [...this.#asked];
  }
}
