import { silentTerminal } from '../io/terminal.ts';
import { analyse } from '../pipeline/analyse.ts';
import { openRun } from '../pipeline/open-run.ts';
import type { Report, ReportedFinding } from '../report/report.ts';
import { optionsOf } from './request.ts';
import type { ScanRequest } from './scan-request.ts';

/**
 * Scans files and returns the report that `migrate scan --format json` prints. Writes nothing. Throws `UsageError`
 * for a path that does not exist or a configuration that is not valid.
 */
export const scan = async (request: ScanRequest = {}): Promise<Report> => {
  const { cwd = process.cwd() } = request;
  return (await analyse(await openRun(optionsOf(request, 'scan'), silentTerminal(cwd)))).report;
};

/** Text to lint, with options: a text that need not be on disk. */
export interface LintRequest extends Omit<ScanRequest, 'paths'> {
  /** Path of the text, relative to `cwd`: its name says what it is, and its imports are read from there. */
  readonly file: string;
}

/** The findings in one text, as `scan` reports them; files that it imports are read, and nothing is written. */
export const lintText = async (
  text: string,
  { file, ...request }: LintRequest,
): Promise<readonly ReportedFinding[]> => {
  const { cwd = process.cwd() } = request;
  const terminal = { ...silentTerminal(cwd), stdin: () => Promise.resolve(Buffer.from(text)) };
  const options = { ...optionsOf(request, 'scan'), stdin: file };
  const { report } = await analyse(await openRun(options, terminal));
  return report.findings.filter((finding) => finding.file === file);
};
