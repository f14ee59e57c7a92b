import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentTerminal } from '../../src/io/terminal.ts';
import { applyFixes, scanWith } from '../../src/pipeline/apply-fixes.ts';
import type { Scan } from '../../src/pipeline/apply-fixes.ts';
import { collect } from '../../src/pipeline/collect.ts';
import { openRun, withTexts } from '../../src/pipeline/open-run.ts';
import { reportOf } from '../../src/pipeline/outcome.ts';
import type { Findings, Run } from '../../src/pipeline/run.ts';
import { withTrial } from '../../src/pipeline/with-trial.ts';
import { optionsFrom } from '../../src/config/options.ts';
import type { Files } from './run/run.ts';

/** What is said of a program: places of findings, and of what was not analysed. */
export interface Said {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly certainty: string;
  readonly safety: string | undefined;
}

/** What one run of `fix` makes of a program. */
export interface Fixed {
  readonly files: Files;
  readonly changed: boolean;
  /** What is left to say of the files as they are now. */
  readonly said: readonly Said[];
  /** Number of findings that `scan` says `fix` can fix, and of those that `fix` says it fixed. */
  readonly promised: number;
  readonly applied: number;
}

/** What `fix` makes of a program, and what a second run makes of the result. */
export interface Fixing {
  readonly fixed: Fixed;
  readonly again: Fixed;
}

export type Mode = 'safe' | 'unsafe';

/** The day that deadlines are judged by. */
const TODAY = '2026-11-21';

interface ReportLike {
  readonly findings: readonly {
    file: string;
    start: { line: number };
    rule: string;
    severity: string;
    certainty: string;
    fix: { safety: string } | null;
  }[];
  readonly failed: readonly { file: string }[];
  readonly unread?: readonly { file: string; line: number }[];
}

/** What has no finding has no certainty and no fix. */
const UNSEEN = { certainty: 'likely', safety: undefined } as const;

const saidIn = ({ findings, failed, unread = [] }: ReportLike): readonly Said[] => [
  ...findings.map(({ file, start, rule, severity, certainty, fix }) => ({
    file,
    line: start.line,
    rule,
    severity,
    certainty,
    safety: fix?.safety,
  })),
  ...failed.map(({ file }) => ({ ...UNSEEN, file, line: 0, rule: 'failed', severity: 'error' })),
  ...unread.map(({ file, line }) => ({ ...UNSEEN, file, line, rule: 'unread', severity: 'info' })),
];

/** Where programs lie while the tool looks at them; in memory where the platform offers that. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const optionsFor = (mode: Mode) => optionsFrom({ today: TODAY, unsafe: mode === 'unsafe' }, [], 'fix');

/** Scans the same texts once, however often they are asked for. */
const rememberingScans = (): Scan => {
  const known = new Map<string, Promise<Findings>>();
  return (run, files, edits) => {
    const texts = new Map([...run.texts!, ...edits]);
    const key = JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const found = known.get(key) ?? scanWith(run, files, edits);
    known.set(key, found);
    return found;
  };
};

/** One run over files of which some are not as they lie on the disk. */
const fixOnce = async (run: Run, files: Files, scan: Scan): Promise<Fixed> => {
  const collected = await collect(run);
  const { findings } = await withTrial(run, await scan(run, collected, new Map()));
  const { settled, left } = await applyFixes(run, collected, undefined, scan);
  const { report } = await reportOf(run, left);
  const after = settled.files.map((one) => [one.file, one.after] as const);
  return {
    files: new Map([...files, ...after]),
    changed: after.length > 0,
    said: saidIn(report),
    promised: findings.filter(({ fix }) => fix?.safety === 'safe' || (run.options.unsafe && fix)).length,
    applied: settled.files.reduce((sum, { applied }) => sum + applied, 0),
  };
};

/** A folder that holds a program as long as the tool looks at it. */
export class Workbench {
  private readonly folder = mkdtempSync(join(root, 'migrate-program-'));
  private lying: Files = new Map();

  private lay(files: Files): void {
    for (const path of this.lying.keys()) if (!files.has(path)) rmSync(join(this.folder, path));
    for (const [path, text] of files) {
      if (this.lying.get(path) === text) continue;
      mkdirSync(join(this.folder, dirname(path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    this.lying = files;
  }

  /**
   * `fix` as the command line does it, without writing, and what a second run makes of the result. Scans of the same texts
   * are one: the first of each run, and the last of a run with the first of the next.
   */
  async fix(files: Files, modes: readonly Mode[]): Promise<ReadonlyMap<Mode, Fixing>> {
    this.lay(files);
    const opened = await openRun(optionsFor('safe'), silentTerminal(this.folder), new Map());
    const scan = rememberingScans();
    const fixings = new Map<Mode, Fixing>();
    for (const mode of modes) {
      const run = { ...opened, options: optionsFor(mode) };
      const fixed = await fixOnce(run, files, scan);
      const changed = new Map([...fixed.files].filter(([path, text]) => files.get(path) !== text));
      const again = changed.size === 0 ? fixed : await fixOnce(withTexts(run, changed), fixed.files, scan);
      fixings.set(mode, { fixed, again });
    }
    return fixings;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
