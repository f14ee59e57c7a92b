import { randomBytes } from 'node:crypto';
import { appendFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import { say, word } from '../redact/gate.ts';
import type { Terminal } from './terminal.ts';

/** A finished text and where it goes; `path` undefined is standard output. */
export interface OutputFile {
  readonly path: string | undefined;
  readonly text: Redacted;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
};

const outputReason = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return REASONS[code] ?? code;
};

/** Writes a file atomically; writes to a pipe or device directly. */
const writeWhole = (path: string, text: Redacted): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) return writeFileSync(path, text);
  const target = stats === undefined ? path : realpathSync(path);
  const temporary = join(dirname(target), `.migrate-${randomBytes(8).toString('hex')}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx', ...(stats && { mode: stats.mode & 0o777 }) });
    return renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

/** Writes reports where they go. Throws UsageError when a file cannot be written. */
export const writeOutputs = (outputs: readonly OutputFile[], terminal: Terminal): void => {
  for (const { path, text } of outputs) {
    if (path === undefined) {
      if (text !== '') terminal.out(text);
      continue;
    }
    try {
      writeWhole(resolve(terminal.cwd, path), text);
    } catch (error) {
      throw new UsageError(`cannot write ${path}: ${outputReason(error)}.`);
    }
  }
};

/** Appends to a file that others write too, such as the summary of a CI step. */
export const appendOutput = (path: string, text: Redacted): void => {
  try {
    appendFileSync(path, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`cannot write ${path} (${code}), the summary of this step.`);
  }
};

const EVERY_MS = 200;
const AFTER_MS = 800;

/** Progress counter on a terminal for long runs; not shown in the first moments, or without a terminal. */
export const progressOn = (
  terminal: Terminal,
  quiet: boolean,
): { note(files: number): void; end(): void } => {
  if (!terminal.errIsTty || quiet) return { note: () => {}, end: () => {} };
  let next = performance.now() + AFTER_MS;
  let shown = false;
  return {
    note: (files) => {
      if (performance.now() < next) return;
      next = performance.now() + EVERY_MS;
      shown = true;
      terminal.err(say`\r${files} files …`);
    },
    end: () => {
      if (shown) terminal.err(word('\r\u001B[K'));
    },
  };
};
