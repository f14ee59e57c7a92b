import type { Options } from '../config/options.ts';
import type { FixLoopResult } from '../fix/fix-loop.ts';
import { dirtyFiles } from '../io/git/dirty-files.ts';
import { writeChanges } from '../io/write.ts';
import { UsageError } from '../model/index.ts';
import type { Place, Redacted } from '../model/index.ts';
import { fixText } from '../report/fixes.ts';
import type { Fixed } from './apply-fixes.ts';
import type { Run } from './run.ts';

const refuseDirty = async (files: readonly string[], { allowDirty }: Options, cwd: string): Promise<void> => {
  if (allowDirty || files.length === 0) return;
  const dirty = await dirtyFiles(cwd, files);
  if (dirty.length === 0) return;
  throw new UsageError(
    `nothing was written: files that would be fixed have uncommitted changes: ${dirty.join(', ')}. ` +
      'Commit or stash them, or use --allow-dirty.',
  );
};

/**
 * Writes fixes to the files or to the index. Throws UsageError without writing anything if one of them is not
 * writable.
 */
export const writeFixes = async (
  { files }: FixLoopResult,
  { options, cwd, writable }: Pick<Run, 'options' | 'cwd' | 'writable'>,
): Promise<void> => {
  const changes = files.map(({ file, before, after }) => ({ path: file, before, after }));
  const isStaged = options.changes?.kind === 'staged';
  if (!isStaged)
    await refuseDirty(
      files.map(({ file }) => file),
      options,
      cwd,
    );
  const failures = isStaged
    ? await (await import('./write-staged.ts')).writeStaged(cwd, changes, writable)
    : writeChanges(cwd, changes, writable);
  if (failures.length === 0) return;
  const reasons = failures.slice(0, 3).map(({ path, reason }) => `${path} ${reason}`);
  const more = failures.length > 3 ? `; and ${failures.length - 3} more files` : '';
  throw new UsageError(`nothing was written: ${reasons.join('; ')}${more}.`);
};

/** Summary of what the fixes of a run did, and what they left and why. */
export const fixSummary = ({ settled, left: { files } }: Fixed, { diff, unsafe }: Options): Redacted => {
  // A run about some files looks at all; what keeps fixes from the others is not its business.
  const dropped = settled.dropped.filter(({ finding }) => files.isChosen(finding.file));
  const lineOf = ({ file, span }: Place): number =>
    (files.text(file) ?? '').slice(0, span.start).split('\n').length;
  return fixText({ ...settled, dropped }, { diff, unsafe, lineOf });
};
