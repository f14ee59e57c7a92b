import { diffArrays } from 'diff';
import { mergeLines } from '../fix/merge-lines.ts';
import type { CompareLines } from '../fix/merge-lines.ts';
import { repositoryIndex } from '../io/git/changed.ts';
import type { IndexAccess, IndexEntry } from '../io/git/index-entries.ts';
import { readDiskText } from '../io/text-file.ts';
import { deferringSignals } from '../io/signals.ts';
import { writeChanges } from '../io/write.ts';
import type { TextChange, WriteFailure } from '../io/write.ts';

const compare: CompareLines = (before, after) => diffArrays([...before], [...after]);

/** Changes of one staged file: of its entry in the index, and of the file if it exists. */
interface Plan {
  readonly path: string;
  readonly name: string;
  readonly old: IndexEntry;
  readonly after: string;
  readonly onDisk: TextChange | undefined;
}

const planFor = (
  index: IndexAccess,
  cwd: string,
  { path, before, after }: TextChange,
): Plan | WriteFailure => {
  const name = index.nameOf(path);
  const old = index.entry(name);
  if (old === undefined || !old.mode.startsWith('100'))
    return { path, reason: 'is not staged as a file, or has conflicts' };
  if (index.object(name, before, false) !== old.object)
    return { path, reason: 'has another encoding or other line ends in the index than a fix could keep' };
  const disk = readDiskText(cwd, path);
  if (disk === undefined) return { path, name, old, after, onDisk: undefined };
  const merged = disk === before ? after : mergeLines(before, disk, after, compare);
  if (merged === undefined)
    return {
      path,
      reason: 'has unstaged changes on or beside lines that a fix changes: stage or stash them',
    };
  return { path, name, old, after, onDisk: { path, before: disk, after: merged } };
};

const isFailure = (plan: Plan | WriteFailure): plan is WriteFailure => 'reason' in plan;

/** Writes the files, then the index; puts the files back where git cannot write the index. */
const writeBoth = (
  cwd: string,
  onDisk: readonly TextChange[],
  places: readonly string[],
  replaceIndex: () => void,
): readonly WriteFailure[] => {
  const unwritten = writeChanges(cwd, onDisk, places);
  if (unwritten.length > 0) return unwritten;
  try {
    replaceIndex();
    return [];
  } catch (error) {
    const back = onDisk.map(({ path, before, after }) => ({ path, before: after, after: before }));
    const { stderr } = error as { stderr?: unknown };
    const said = String(stderr ?? error)
      .trim()
      .split('\n')[0];
    return [
      ...writeChanges(cwd, back, places),
      { path: 'the index', reason: `cannot be written: ${said?.replace(/\.$/, '')}` },
    ];
  }
};

/**
 * Writes fixes of staged texts to the index and to the files: unstaged changes stay unstaged. All files are
 * written or none; returns the problems.
 */
export const writeStaged = async (
  cwd: string,
  changes: readonly TextChange[],
  places: readonly string[],
): Promise<readonly WriteFailure[]> => {
  if (changes.length === 0) return [];
  const index = await repositoryIndex(cwd);
  const plans = changes.map((change) => planFor(index, cwd, change));
  const failures = plans.filter(isFailure);
  if (failures.length > 0) return failures;
  const ready = plans.filter((plan): plan is Plan => !isFailure(plan));
  const entries = new Map(
    ready.map(({ name, old, after }) => [name, { mode: old.mode, object: index.object(name, after, true) }]),
  );
  const onDisk = ready.flatMap((plan) => plan.onDisk ?? []);
  return deferringSignals(() => writeBoth(cwd, onDisk, places, () => index.replace(entries)));
};
