import { choice, list, optionsFrom, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { DEFAULT_TARGET } from '../../config/settings.ts';
import { writeOutputs } from '../../io/output.ts';
import { toolVersion } from '../../io/package.ts';
import { wantsColor } from '../../io/terminal.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import { rendered } from '../../redact/gate.ts';
import { progressJson, progressMarkdown, progressText } from '../../report/progress/index.ts';
import type { ProgressReport } from '../../report/progress/index.ts';
import { progressHtml, progressSvg } from '../../report/progress/chart.ts';
import { headOf } from '../../report/report-head.ts';
import { daysIn } from '../progress/dates.ts';
import { readReports } from './read-reports.ts';

const FORMATS = ['pretty', 'svg', 'html', 'markdown', 'json'] as const;

type Render = (report: ProgressReport) => string;

const rendererFor = (format: (typeof FORMATS)[number], color: boolean, width: number | undefined): Render =>
  ({
    pretty: progressText(color, width),
    svg: progressSvg,
    html: progressHtml,
    markdown: progressMarkdown,
    json: progressJson,
  })[format];

const outputOf = (flags: RawFlags): string | undefined => {
  const [path, second] = list(flags, 'output-file');
  if (second !== undefined) throw new UsageError('"migrate progress" writes one file: give -o once.');
  return path;
};

/** Files after `--from`, including the positional ones that follow: shells expand a pattern to several. */
const reportsIn = (flags: RawFlags): readonly string[] => {
  const given = list(flags, 'from');
  return given.length === 0 ? [] : [...given, ...(flags['paths'] as readonly string[])];
};

/**
 * `migrate progress`: how many legacy calls the commits of the repository had, with the sunset dates of the versions that
 * are called; with `--from`, the errors of kept reports. Exit 0 whatever is left.
 */
export const progress = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const { format: given, 'output-file': _, since, every: __, from: ___, paths, ...others } = flags;
  const format = choice(text({ format: given }, 'format') ?? 'pretty', 'format', FORMATS);
  const path = outputOf(flags);
  const reports = reportsIn(flags);
  const options = optionsFrom(
    { ...others, cache: false },
    reports.length > 0 ? [] : (paths as string[]),
    'scan',
  );
  const every = text(flags, 'every') ?? '2w';
  daysIn(every);
  const parts =
    reports.length > 0
      ? (await import('../progress/from-reports.ts')).progressOfReports(readReports(reports, terminal))
      : await (
          await import('../progress/from-history.ts')
        ).progressOfHistory(options, terminal.cwd, {
          since: text({ since }, 'since'),
          every,
        });
  const head = headOf({
    tool: toolVersion(),
    target: options.target ?? DEFAULT_TARGET,
    today: options.today,
  });
  const color = path === undefined && wantsColor(terminal, options.color);
  const width = path === undefined ? terminal.columns : undefined;
  writeOutputs(
    [{ path, text: rendered(rendererFor(format, color, width), { version: 1, ...head, ...parts }) }],
    terminal,
  );
  return 0;
};
