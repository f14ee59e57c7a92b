import type { TakeFacts } from '../../extract/extractor.ts';
import { processors, sizeOnDisk } from '../../io/sizes.ts';
import { groupBy } from '../../model/index.ts';
import type { FailedFile, SourceFile } from '../../model/index.ts';
import { withoutTables } from '../../rules/load/index.ts';
import { sequenceAreas } from '../../rules/sequences.ts';
import type { FileSet, RecordedFacts, Terms } from '../run.ts';
import type { ThreadSetup } from './messages.ts';

/** Where the bundle has `thread.ts`. */
const SCRIPT = new URL('./recording-thread.cjs', import.meta.url);

/** Bytes of recordings from which a second thread saves more time than it takes to start. */
const MIN_BYTES = 64 * 1024 * 1024;

/**
 * Number of threads that read these recordings: what `--threads` asks for, else one for each processor where they are
 * large. 1 where texts may replace files, as in an editor, and in a selection of changes.
 */
export const threadsFor = (
  { options: { threads, stdin, changes } }: Terms,
  { cache, hostOptions: { cwd } }: FileSet,
  recordings: readonly SourceFile[],
): number => {
  const mayBeReplaced = stdin !== undefined || changes !== undefined || cache !== undefined;
  if (mayBeReplaced) return 1;
  const paths = recordings.map(({ path }) => path);
  const wanted = threads ?? (sizeOnDisk(cwd, paths) < MIN_BYTES ? 1 : processors());
  return Math.min(wanted, recordings.length);
};

const setupFor = (
  { ruleset, prefilter, words }: Terms,
  { hostOptions: { cwd, roots, packed } }: FileSet,
): ThreadSetup => ({
  disk: { cwd, roots, ...(packed && { packed }) },
  words: words.words,
  addresses: prefilter.addresses,
  api: withoutTables(ruleset.api),
  sequences: sequenceAreas(ruleset),
});

/** Recordings of a run, and how one thread reads them. */
interface Recordings {
  readonly terms: Terms;
  readonly files: FileSet;
  readonly recordings: readonly SourceFile[];
  readonly take: TakeFacts;
  readonly alone: RecordedFacts['read'];
}

/** In the order in which one thread reads them: format by format. */
const inOrder = (recordings: readonly SourceFile[]): readonly SourceFile[] =>
  [...groupBy(recordings, ({ form }) => form).values()].flat();

/** Reads recordings, in several threads where that pays. The facts are the same, and in the same order. */
export const readInThreads = async ({
  terms,
  files,
  recordings,
  take,
  alone,
}: Recordings): Promise<{ readonly failed: readonly FailedFile[] }> => {
  const count = threadsFor(terms, files, recordings);
  if (count === 1) return alone(recordings, take);
  const { readWithPool } = await import('./pool.ts');
  const failed = await readWithPool({
    files: inOrder(recordings),
    count,
    script: SCRIPT,
    take,
    setup: setupFor(terms, files),
    request: (path) => files.hostOptions.contents?.ask(path),
    alone: async (file) => (await alone([file], take)).failed,
  });
  return { failed };
};
