import { applyFixes, scanWith } from '../../src/pipeline/apply-fixes.ts';
import { collect } from '../../src/pipeline/collect.ts';
import { openRun } from '../../src/pipeline/open-run.ts';
import { reportOf } from '../../src/pipeline/outcome.ts';
import { optionsFrom } from '../../src/config/options.ts';
import type { Report } from '../../src/report/report.ts';
import type { Idiom, Label } from './idioms.ts';

/** What the tool makes of an idiom. */
export interface Outcome {
  readonly reported: readonly Label[];
  /** Files that the fix changes, as it leaves them. */
  readonly fixed: ReadonlyMap<string, string>;
  /** Why the fix cannot be trusted whatever it wrote: it did not come to rest, or a file did not parse. */
  readonly troubles: readonly string[];
}

/** The date that deadlines are judged by. */
const TODAY = '2026-11-21';

const terminalIn = (cwd: string) => ({
  cwd,
  env: {},
  outIsTty: false,
  errIsTty: false,
  out: () => {},
  err: () => {},
  stdin: () => Promise.resolve(Buffer.alloc(0)),
});

const labelsOf = ({ findings }: Report): readonly Label[] =>
  findings.map(({ file, start, rule, severity, fix }) => ({
    file,
    line: start.line,
    rule,
    severity,
    fix: fix?.safety ?? null,
  }));

/** Scans an idiom and fixes it in memory, the way the command line does. */
export const runIdiom = async ({ folder, fix }: Idiom): Promise<Outcome> => {
  const flags = { today: TODAY, unsafe: fix === 'unsafe' };
  const run = await openRun(optionsFrom(flags, [], 'fix'), terminalIn(folder));
  const files = await collect(run);
  const first = await scanWith(run, files, new Map());
  const { report } = await reportOf(run, first);
  const { settled, left } = await applyFixes(run, files, undefined, (again, of, edits) =>
    edits.size === 0 ? Promise.resolve(first) : scanWith(again, of, edits),
  );
  return {
    reported: labelsOf(report),
    fixed: new Map(settled.files.map(({ file, after }) => [file, after])),
    troubles: [
      ...report.failed.map(({ file, message }) => `${file}: ${message}`),
      ...left.failed.map(({ file, message }) => `after the fix ${file}: ${message}`),
    ],
  };
};
