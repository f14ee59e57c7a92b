import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentTerminal } from '../../src/io/terminal.ts';
import { applyFixes } from '../../src/pipeline/apply-fixes.ts';
import { collect } from '../../src/pipeline/collect.ts';
import { openRun } from '../../src/pipeline/open-run.ts';
import { reportOf } from '../../src/pipeline/outcome.ts';
import { optionsFrom } from '../../src/config/options.ts';
import type { Files } from './run/run.ts';

/** What is said of a program: places of findings, and of what was not analysed. */
export interface Said {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
  readonly safety: string | undefined;
}

/** What one run of `fix` makes of a program. */
export interface Fixed {
  readonly files: Files;
  readonly changed: boolean;
  /** What is left to say of the files as they are now. */
  readonly said: readonly Said[];
}

/** The day that deadlines are judged by. */
const TODAY = '2026-11-21';

interface ReportLike {
  readonly findings: readonly {
    file: string;
    start: { line: number };
    rule: string;
    severity: string;
    fix: { safety: string } | null;
  }[];
  readonly failed: readonly { file: string }[];
  readonly unread?: readonly { file: string; line: number }[];
}

const saidIn = ({ findings, failed, unread = [] }: ReportLike): readonly Said[] => [
  ...findings.map(({ file, start, rule, severity, fix }) => ({
    file,
    line: start.line,
    rule,
    severity,
    safety: fix?.safety,
  })),
  ...failed.map(({ file }) => ({ file, line: 0, rule: 'failed', severity: 'error', safety: undefined })),
  ...unread.map(({ file, line }) => ({ file, line, rule: 'unread', severity: 'info', safety: undefined })),
];

/** Where programs lie while the tool looks at them; in memory where the platform offers that. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const folderOf = (at: number): string => `p${at}`;

/** A folder that holds programs, each in a folder of its own, as long as the tool looks at them. */
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

  /** `fix` as the command line does it, without writing, for programs that have nothing to do with each other. */
  async fix(programs: readonly Files[], mode: 'safe' | 'unsafe'): Promise<readonly Fixed[]> {
    if (programs.length === 0) return [];
    const inFolders = programs.flatMap((files, at) =>
      Array.from(files, ([path, text]) => [`${folderOf(at)}/${path}`, apart(text, at)] as const),
    );
    this.lay(new Map(inFolders));
    const options = optionsFrom({ today: TODAY, unsafe: mode === 'unsafe' }, [], 'fix');
    const run = await openRun(options, silentTerminal(this.folder));
    const { settled, left } = await applyFixes(run, await collect(run));
    const { report } = await reportOf(run, left);
    const said = saidIn(report);
    return programs.map((files, at) => {
      const own = `${folderOf(at)}/`;
      const after = settled.files
        .filter(({ file }) => file.startsWith(own))
        .map((one) => [one.file.slice(own.length), together(one.after, at)] as const);
      return {
        files: new Map([...files, ...after]),
        changed: after.length > 0,
        said: said
          .filter(({ file }) => file.startsWith(own))
          .map((one) => ({ ...one, file: one.file.slice(own.length) })),
      };
    });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Packages of one name in one tree would be one package. */
const apart = (text: string, at: number): string => text.replaceAll('@acme/', `@acme${at}/`);
const together = (text: string, at: number): string => text.replaceAll(`@acme${at}/`, '@acme/');
