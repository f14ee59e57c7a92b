import { evidenceFor, holdsRecordings } from './evidence.ts';
import { targetHint } from './checks/target-hint.ts';
import { say, summaryFile } from './conclusion.ts';
import type { Conclusion } from './conclusion.ts';
import { verdictOf } from './gate.ts';
import { baselineNote, compareWithBaseline } from './known.ts';
import { toolVersion } from './io/package.ts';
import { wantsColor } from './io/terminal.ts';
import type { Terminal } from './io/terminal.ts';
import type { Job } from './main.ts';
import { unusedAddresses } from './checks/uses.ts';
import type { Finding } from './model/index.ts';
import type { Options, Output } from './options.ts';
import { locator, renderOutputs, showFindings } from './present.ts';
import type { Shown, Texts } from './present.ts';
import type { RunEvidence } from './report/build.ts';
import type { Report } from './report/report.ts';
import { summaryText } from './report/summary.ts';
import { trailText } from './report/trails.ts';
import type { ScanOutcome } from './scan.ts';

/** The report of what a run found; `texts` are those that the findings speak of. */
export const shownFor = async (
  { options, settings, project }: Pick<Job, 'options' | 'settings' | 'project'>,
  { findings, failed: all, facts, view }: Pick<ScanOutcome, 'findings' | 'failed'> & Partial<ScanOutcome>,
  texts: Texts,
  evidence?: RunEvidence,
): Promise<Shown> => {
  const { inRepository } = project;
  const { discovered, skipped, candidates } = project.inventory;
  const { target, today } = settings;
  const { shard } = options;
  const failed = all.filter(({ file }) => project.isChosen(file));
  const recordings = new Set(
    candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path),
  );
  const excerpt = options.excerpts
    ? (await import('./excerpts.ts')).excerptsIn(facts ?? [], view)
    : undefined;
  return showFindings(
    {
      tool: toolVersion(),
      target,
      today,
      shard,
      discovered,
      skipped,
      failed,
      findings,
      inRepository,
      evidence,
    },
    texts,
    recordings,
    excerpt,
  );
};

const count = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** How the run ends; `--quiet` hides warnings, it does not lift their gate. */
const ending = (report: Report, found: ScanOutcome, options: Options): { text: string; code: number } => {
  const summary = { ...report.summary, warnings: count(found.findings, 'warning') };
  const verdict = verdictOf({ ...report, summary }, options);
  const counts = options.quiet ? '' : summaryText(report, options);
  const reason = verdict.reason === undefined ? '' : `migrate: exit ${verdict.code}: ${verdict.reason}.\n`;
  return { text: counts + reason, code: verdict.code };
};

const NO_RECORDING =
  'hint: no recording is among the files, so that no call is seen: name a HAR file, an access log or a trace beside the sources.\n';

/** Findings that `--quiet` leaves: errors. */
const visible = (findings: readonly Finding[], quiet: boolean): readonly Finding[] =>
  quiet ? findings.filter((finding) => finding.severity === 'error') : findings;

/**
 * What the run says of what was found. `texts` are those that the findings speak of: files as they are on disk by now.
 */
export const conclusionOf = async (
  job: Job,
  all: ScanOutcome,
  texts: Texts,
  terminal: Terminal,
  outputs: readonly Output[] = job.options.outputs,
): Promise<Conclusion> => {
  const { options, ruleset } = job;
  const compared = compareWithBaseline(job, all.findings, all.failed);
  const found = { ...all, findings: compared.fresh };
  const reported = { ...found, findings: visible(found.findings, options.quiet) };
  const shown = await shownFor(job, reported, texts, await evidenceFor(job, reported));
  const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));
  const notices: string[] = [];
  const notice = (text: string): void => void notices.push(`hint: ${text}\n`);
  const render = (wanted: readonly Output[], color: boolean) =>
    renderOutputs({ ...shown, notice }, wanted, rules, color, options.byCall);
  const summarised =
    outputs.some(({ format }) => format === 'github') &&
    summaryFile(terminal) !== undefined &&
    shown.report.findings.length > 0;
  const [summary] = summarised ? await render([{ format: 'markdown', path: undefined }], false) : [];
  const hint = found.view && targetHint(found.view, ruleset.api, job.settings);
  const unused = found.view === undefined ? [] : unusedAddresses(found.view);
  const end = ending(shown.report, found, options);
  const rendered = await render(outputs, wantsColor(terminal, options.color));
  const notes = [
    ...notices,
    options.byCall && !options.quiet && !holdsRecordings(job) ? NO_RECORDING : '',
    options.quiet ? '' : (hint ?? ''),
    options.verbose ? trailText(found.facts, unused, locator(texts)) : '',
    options.quiet ? '' : baselineNote(compared),
    end.text,
  ];
  return {
    outputs: rendered,
    summary: summary?.text,
    notes: notes.join(''),
    code: end.code,
  };
};

/** Writes the report of what was found and says on standard error how the run ended; the exit code. */
export const conclude = async (...run: Parameters<typeof conclusionOf>): Promise<number> =>
  say(await conclusionOf(...run), run[3]);
