import { silentTerminal } from './io/terminal.ts';
import { collect } from './pipeline/collect.ts';
import { extract } from './pipeline/extract.ts';
import { judge } from './pipeline/judge.ts';
import { openRun } from './pipeline/open-run.ts';
import { reportOf } from './pipeline/outcome.ts';
import { optionsFrom } from './config/options.ts';
import type { Report } from './report/report.ts';

export { UsageError } from './model/index.ts';
export type { Report, ReportedFinding, ReportedFix, Position, Summary } from './report/report.ts';

/** What to scan; what is left out has the default of the command line. */
export interface ScanRequest {
  /** Absolute; paths and reported files are relative to it. Default: the working directory. */
  readonly cwd?: string;
  readonly paths?: readonly string[];
  /** A configuration file, or `false` for none. */
  readonly config?: string | false;
  /** `yyyy-mm-dd` */
  readonly target?: string;
  /** `yyyy-mm-dd` */
  readonly today?: string;
}

/**
 * Scans files and returns the report that `migrate scan --format json` prints. Writes nothing. Throws `UsageError`
 * for a path that does not exist or a configuration that is not valid.
 */
export const scan = async (request: ScanRequest = {}): Promise<Report> => {
  const { cwd = process.cwd(), paths = [], ...flags } = request;
  const run = await openRun(optionsFrom(flags, paths, 'scan'), silentTerminal(cwd));
  const { report } = await reportOf(run, await judge(run, await extract(run, await collect(run))));
  return report;
};
