import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Tests of ten seconds and more, with these: the longest begin first, so that the last ones end together. */
const SECONDS: Readonly<Record<string, number>> = {
  'programs/programs.test.ts': 320,
  'corpus.test.ts': 74,
  'canaries/canaries.test.ts': 47,
  'capture/capture.test.ts': 35,
  'docs/commands.test.ts': 33,
  'io/no-foreign-code.test.ts': 30,
  'packaging/packaging.test.ts': 30,
  'packaging/scripts.test.ts': 28,
  'robustness/fence.test.ts': 25,
  'docs/record.test.ts': 24,
  'accounting.test.ts': 23,
  'canaries/places.test.ts': 20,
  'robustness/growth.test.ts': 15,
  'cli/cli.test.ts': 14,
  'io/fix-journal.test.ts': 12,
  'io/full-disk.test.ts': 10,
};

const secondsOf = ({ moduleId }: TestSpecification): number =>
  SECONDS[relative(root, moduleId).replaceAll('\\', '/')] ?? 0;

/** Order of test files: the longest first, then those of a project together, as they share their modules. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = new Map(files.map(({ project }, at) => [project.name, at] as const));
    return files.toSorted(
      (a, b) => secondsOf(b) - secondsOf(a) || place.get(a.project.name)! - place.get(b.project.name)!,
    );
  }
}
