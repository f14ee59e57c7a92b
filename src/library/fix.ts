import { unifiedDiff } from '../fix/diff.ts';
import { dirtyFiles } from '../io/git/dirty-files.ts';
import { silentTerminal } from '../io/terminal.ts';
import { writeChanges } from '../io/write.ts';
import { UsageError } from '../model/index.ts';
import { applyFixes } from '../pipeline/apply-fixes.ts';
import { collect } from '../pipeline/collect.ts';
import { openRun } from '../pipeline/open-run.ts';
import { reportOf } from '../pipeline/outcome.ts';
import type { Run } from '../pipeline/run.ts';
import type { Report } from '../report/report.ts';
import { optionsOf } from './request.ts';
import type { ScanRequest } from './scan-request.ts';

/** Options of a fix. */
export interface FixRequest extends ScanRequest {
  /** Also apply fixes that need review. */
  readonly unsafe?: boolean;
  /** Write the files; without it the new texts are returned only. */
  readonly write?: boolean;
  /** Write files that have uncommitted changes too. */
  readonly allowDirty?: boolean;
}

/** A file as it was and as the fixes leave it. */
export interface FixedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Result of fixes. */
export interface FixResult {
  readonly files: readonly FixedFile[];
  /** The same changes as a patch that `git apply` takes. */
  readonly diff: string;
  /** Findings that are left. */
  readonly report: Report;
}

const writeAll = async (files: readonly FixedFile[], run: Run, allowDirty: boolean): Promise<void> => {
  const names = files.map(({ file }) => file);
  const dirty = allowDirty || names.length === 0 ? [] : await dirtyFiles(run.cwd, names);
  if (dirty.length > 0)
    throw new UsageError(
      `nothing was written: files have uncommitted changes: ${dirty.join(', ')}. Commit them, or set allowDirty.`,
    );
  const [failure] = writeChanges(
    run.cwd,
    files.map(({ file, ...texts }) => ({ path: file, ...texts })),
    run.writable,
  );
  if (failure !== undefined) throw new UsageError(`nothing was written: ${failure.path} ${failure.reason}.`);
};

/**
 * Applies fixes as `migrate fix` does and returns the new texts; writes them with `write: true`. Throws `UsageError`, also
 * where a file to write has uncommitted changes.
 */
export const fix = async (request: FixRequest = {}): Promise<FixResult> => {
  const { cwd = process.cwd(), unsafe = false, write = false, allowDirty = false, ...rest } = request;
  const run = await openRun(optionsOf(rest, 'fix', { unsafe }), silentTerminal(cwd));
  const { settled, left } = await applyFixes(run, await collect(run));
  const files = settled.files.map(({ file, before, after }) => ({ file, before, after }));
  if (write) await writeAll(files, run, allowDirty);
  const diffs = await Promise.all(files.map(({ file, before, after }) => unifiedDiff(file, before, after)));
  return { files, diff: diffs.join(''), report: (await reportOf(run, left)).report };
};
