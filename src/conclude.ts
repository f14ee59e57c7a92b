import { targetHint } from './checks/target-hint.ts';
import { verdictOf } from './gate.ts';
import { baselineNote, compareWithBaseline } from './known.ts';
import { appendOutput, writeOutputs } from './io/output.ts';
import { toolVersion } from './io/package.ts';
import { wantsColor } from './io/terminal.ts';
import type { Terminal } from './io/terminal.ts';
import type { Job } from './main.ts';
import { unusedAddresses } from './checks/uses.ts';
import type { Finding } from './model/index.ts';
import type { Options, Output } from './options.ts';
import { locator, renderOutputs, showFindings } from './present.ts';
import type { Shown, Texts } from './present.ts';
import type { Report } from './report/report.ts';
import { summaryText } from './report/summary.ts';
import { trailText } from './report/trails.ts';
import type { ScanOutcome } from './scan.ts';

/** The report of what a run found; `texts` are those that the findings speak of. */
export const shownFor = (
  { options, settings, project }: Pick<Job, 'options' | 'settings' | 'project'>,
  { findings, failed: all }: Pick<ScanOutcome, 'findings' | 'failed'>,
  texts: Texts,
): Promise<Shown> => {
  const { inRepository } = project;
  const { discovered, skipped, candidates } = project.inventory;
  const { target, today } = settings;
  const { shard } = options;
  const failed = all.filter(({ file }) => project.isMine(file));
  const recordings = new Set(
    candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path),
  );
  return showFindings(
    { tool: toolVersion(), target, today, shard, discovered, skipped, failed, findings, inRepository },
    texts,
    recordings,
  );
};

const count = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** `--quiet` hides warnings, it does not lift their gate. */
const finish = (report: Report, found: ScanOutcome, options: Options, terminal: Terminal): number => {
  const summary = { ...report.summary, warnings: count(found.findings, 'warning') };
  const verdict = verdictOf({ ...report, summary }, options);
  if (!options.quiet) terminal.err(summaryText(report, options));
  if (verdict.reason !== undefined) terminal.err(`migrate: exit ${verdict.code}: ${verdict.reason}.\n`);
  return verdict.code;
};

/** Findings that `--quiet` leaves: errors. */
const visible = (findings: readonly Finding[], quiet: boolean): readonly Finding[] =>
  quiet ? findings.filter((finding) => finding.severity === 'error') : findings;

/**
 * Writes the report of what was found to `outputs` and says on standard error how the run ended; the exit code.
 * `texts` are those that the findings speak of: files as they are on disk by now.
 */
export const conclude = async (
  job: Job,
  all: ScanOutcome,
  texts: Texts,
  terminal: Terminal,
  outputs: readonly Output[] = job.options.outputs,
): Promise<number> => {
  const { options, ruleset } = job;
  const compared = compareWithBaseline(job, all.findings);
  const found = { ...all, findings: compared.fresh };
  const shown = await shownFor(job, { ...found, findings: visible(found.findings, options.quiet) }, texts);
  const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));
  const color = wantsColor(terminal, options.color);
  writeOutputs(await renderOutputs(shown, outputs, rules, color), terminal);
  const hint = found.view && targetHint(found.view, ruleset.api, job.settings);
  if (hint !== undefined && !options.quiet) terminal.err(hint);
  const summary = outputs.some(({ format }) => format === 'github') && terminal.env['GITHUB_STEP_SUMMARY'];
  if (summary && shown.report.findings.length > 0) {
    const [text] = await renderOutputs(shown, [{ format: 'markdown', path: summary }], rules, false);
    appendOutput(summary, text!.text);
  }
  const unused = found.view === undefined ? [] : unusedAddresses(found.view);
  if (options.verbose) terminal.err(trailText(found.facts, unused, locator(texts)));
  if (!options.quiet) terminal.err(baselineNote(compared));
  return finish(shown.report, found, options, terminal);
};
