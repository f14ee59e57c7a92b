import { closeSync, existsSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

/** A list of texts in a file that is whole after each of them. State: the open file. */
export class RecordingFile {
  readonly #path: string;
  readonly #file: number;
  readonly #tail: Redacted;
  #end: number;
  #count = 0;

  /** Begins the file: `head`, the items with commas between them, `tail`. Throws UsageError where it cannot be written. */
  constructor(cwd: string, path: string, head: Redacted, tail: Redacted) {
    this.#path = path;
    this.#tail = tail;
    this.#end = Buffer.byteLength(head);
    const target = resolve(cwd, path);
    const isNew = !existsSync(target);
    try {
      this.#file = openSync(target, 'w', 0o600);
      writeSync(this.#file, head + tail, 0);
    } catch (error) {
      if (isNew) rmSync(target, { force: true });
      throw new UsageError(`cannot write ${path} (${reasonOf(error)}): name another file with -o.`);
    }
  }

  get count(): number {
    return this.#count;
  }

  /** Adds an item. Throws UsageError where the disk does not take it; what was there before stays readable. */
  add(item: Redacted): void {
    const text = `${this.#count === 0 ? '\n' : ',\n'}${item}`;
    const bytes = Buffer.from(text + this.#tail);
    try {
      for (let at = 0; at < bytes.length;)
        at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at);
    } catch (error) {
      this.#takeBack();
      throw new UsageError(
        `cannot write ${this.#path} (${reasonOf(error)}): its first ${this.#count} calls are there.`,
      );
    }
    this.#end += Buffer.byteLength(text);
    this.#count += 1;
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#file, this.#end);
      writeSync(this.#file, this.#tail, this.#end);
    } catch {
      // The reason that it could not be written is the one to tell.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
