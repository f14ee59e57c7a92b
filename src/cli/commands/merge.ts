import { verdictOf } from '../../pipeline/exit-code.ts';
import { writeOutputs } from '../../io/output.ts';
import { readPackageFile } from '../../io/package.ts';
import { repositoryNames, repositoryRoot } from '../../io/roots.ts';
import { readStdin, wantsColor } from '../../io/terminal.ts';
import type { Terminal } from '../../io/terminal.ts';
import { fileExists } from '../../io/text-file.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { callTexts, renderOutputs, ruleTexts, shownNames } from '../../pipeline/render-report.ts';
import { say } from '../../redact/gate.ts';
import { mergeProblem, mergeReports } from '../../report/merge.ts';
import type { NamedReport } from '../../report/merge.ts';
import type { Report } from '../../report/report.ts';
import { summaryText } from '../../report/summary.ts';
import { loadRuleset } from '../../rules/load/index.ts';
import { readReports, reportIn } from './read-reports.ts';

const read = async (flags: RawFlags, terminal: Terminal): Promise<readonly NamedReport[]> => {
  const paths = flags['paths'] as readonly string[];
  const piped = flags['stdin'] === true ? [reportIn('standard input', await readStdin(terminal))] : [];
  const reports = [...readReports(paths, terminal), ...piped];
  if (reports.length === 0)
    throw new UsageError('name the reports to merge: migrate merge shard-1.json shard-2.json');
  return reports;
};

/** True where every file with a finding is below the working directory: the reports are of this repository. */
const isHere = ({ findings }: Report, cwd: string): boolean =>
  [...new Set(findings.map(({ file }) => file))].every((file) => fileExists(cwd, file));

/** `migrate merge <reports..>`: JSON reports of parts as the report of the whole, in any format; gates as `scan`. */
export const mergeCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const { paths: _paths, stdin: _stdin, ...others } = flags;
  const options = optionsFrom({ format: 'json', ...others }, [], 'scan');
  const reports = await read(flags, terminal);
  const problem = mergeProblem(reports);
  if (problem !== undefined) throw new UsageError(`cannot merge: ${problem}`);
  const report = mergeReports(reports.map((each) => each.report));
  const ruleset = loadRuleset(readPackageFile);
  const rules = ruleTexts(ruleset.rules);
  const shown = {
    report,
    frame: () => [],
    inRepository: shownNames(repositoryNames(terminal.cwd)),
    measured: () => undefined,
    calls: callTexts(ruleset.api),
    width: terminal.columns,
    verbose: options.verbose,
    notice: (text: Redacted) => terminal.err(say`hint: ${text}\n`),
  };
  writeOutputs(
    await renderOutputs(shown, options.outputs, {
      rules,
      color: wantsColor(terminal, options.color),
      repository: isHere(report, terminal.cwd)
        ? { sourceUrl: options.sourceUrl, root: repositoryRoot(terminal.cwd) }
        : undefined,
    }),
    terminal,
  );
  if (!options.quiet) terminal.err(summaryText(report, options));
  const verdict = verdictOf(report, options);
  if (verdict.reason !== undefined) terminal.err(say`migrate: exit ${verdict.code}: ${verdict.reason}.\n`);
  return verdict.code;
};
