import { evidenceFor, holdsRecordings } from './evidence.ts';
import { targetHint } from '../rules/checks/target-hint.ts';
import { accountingOf } from './accounting.ts';
import type { Accounting } from './accounting.ts';
import { announce, summaryFile } from './outcome.ts';
import type { Conclusion } from './outcome.ts';
import { verdictOf } from './exit-code.ts';
import { baselineNote, compareWithBaseline } from './compare-baseline.ts';
import { toolVersion } from '../io/package.ts';
import { wantsColor } from '../io/terminal.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Job } from './open-run.ts';
import { unusedAddresses } from '../rules/checks/uses.ts';
import { operationsIn } from '../rules/checks/fact-index.ts';
import type { Finding, OperationInfo, Redacted } from '../model/index.ts';
import type { Options, Output } from '../config/options.ts';
import { locator, renderOutputs, ruleTexts, showFindings } from './render-report.ts';
import { joined, say, word } from '../redact/gate.ts';
import { printed } from '../report/style.ts';
import type { Shown, Texts } from './render-report.ts';
import type { RunEvidence } from '../report/build.ts';
import type { FrameLine, Report, ReportedFinding } from '../report/report.ts';
import { redactText } from '../redact/redact.ts';
import { summaryText } from '../report/summary.ts';
import { silencedLines, unreadText } from '../report/accounts.ts';
import { trailText } from '../report/trails.ts';
import type { ScanOutcome } from './scan.ts';
import type { Witness } from './recording-summary.ts';

/** Lines of the exchange of a finding, where they were kept. */
const excerptsOf =
  (witness: Witness) =>
  ({ file, exchange, start }: ReportedFinding): readonly FrameLine[] =>
    witness
      .excerptOf({ file, exchange: exchange ?? undefined })
      .map((text) => ({ line: start.line, text, mark: undefined }));

/** The report of what a run found; `texts` are those that the findings speak of. */
export const shownFor = async (
  job: Pick<Job, 'options' | 'settings' | 'project'>,
  found: Pick<ScanOutcome, 'findings' | 'failed' | 'witness' | 'accounts'>,
  texts: Texts,
  evidence?: RunEvidence,
  accounting: Accounting = accountingOf(job, found, texts),
): Promise<Shown> => {
  const { options, settings, project } = job;
  const { findings, failed: all, witness } = found;
  const { inRepository } = project;
  const { discovered, skipped, candidates } = project.inventory;
  const { target, today } = settings;
  const { shard } = options;
  const failed = all.filter(({ file }) => project.isChosen(file));
  const recordings = new Set(
    candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path),
  );
  const excerpt = witness && excerptsOf(witness);
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
      ...accounting,
    },
    texts,
    recordings,
    excerpt,
  );
};

const count = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** How the run ends; `--quiet` hides warnings, it does not lift their gate. */
const ending = (report: Report, found: ScanOutcome, options: Options): { text: Redacted; code: number } => {
  const summary = { ...report.summary, warnings: count(found.findings, 'warning') };
  const verdict = verdictOf({ ...report, summary }, options);
  const counts = options.quiet ? unreadText(report, options) : summaryText(report, options);
  const reason =
    verdict.reason === undefined ? NONE : say`migrate: exit ${verdict.code}: ${verdict.reason}.\n`;
  return { text: say`${counts}${reason}`, code: verdict.code };
};

/** Operations that code or recordings call, by their names. */
const calledIn = ({ view, witness }: ScanOutcome): ReadonlyMap<string, OperationInfo> =>
  new Map([...(view === undefined ? [] : operationsIn(view)), ...(witness?.operations() ?? [])]);

const NONE = word('');

const NO_RECORDING = word(
  'hint: no recording is among the files, so that no call is seen: name a HAR file, an access log or a trace beside the sources.\n',
);

/** Findings that `--quiet` leaves: errors. */
const visible = (findings: readonly Finding[], quiet: boolean): readonly Finding[] =>
  quiet ? findings.filter((finding) => finding.severity === 'error') : findings;

/** A configuration that cannot be used fails the run, which reports everything else first. */
const withProblems = (
  end: ReturnType<typeof ending>,
  problems: readonly string[],
): ReturnType<typeof ending> =>
  problems.length === 0
    ? end
    : {
        code: 2,
        text: joined([
          end.text,
          ...problems.map((problem) => say`migrate: ${printed(redactText(problem))}\n`),
        ]),
      };

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
  const accounting = accountingOf(job, all, texts, compared.fresh);
  const shown = await shownFor(job, reported, texts, await evidenceFor(job, reported), accounting);
  const rules = ruleTexts(ruleset.rules);
  const notices: Redacted[] = [];
  const notice = (text: Redacted): void => void notices.push(say`hint: ${text}\n`);
  const render = (wanted: readonly Output[], color: boolean) =>
    renderOutputs({ ...shown, notice }, wanted, rules, color, options.byCall);
  const summarised =
    outputs.some(({ format }) => format === 'github') &&
    summaryFile(terminal) !== undefined &&
    shown.report.findings.length > 0;
  const [summary] = summarised ? await render([{ format: 'markdown', path: undefined }], false) : [];
  const hint = targetHint(calledIn(found), ruleset.api, job.settings);
  const unused = found.view === undefined ? [] : unusedAddresses(found.view);
  const end = withProblems(ending(shown.report, found, options), job.problems);
  const rendered = await render(outputs, wantsColor(terminal, options.color));
  const notes = [
    ...notices,
    options.byCall && !options.quiet && !holdsRecordings(job) ? NO_RECORDING : NONE,
    options.quiet || hint === undefined ? NONE : redactText(hint),
    options.verbose ? trailText(found.facts, unused, locator(texts)) : NONE,
    options.quiet ? NONE : baselineNote(compared),
    options.verbose ? silencedLines(accounting, locator(texts)) : NONE,
    end.text,
  ];
  return {
    outputs: rendered,
    summary: summary?.text,
    notes: joined(notes),
    code: end.code,
  };
};

/** Writes the report of what was found and says on standard error how the run ended; the exit code. */
export const conclude = async (...run: Parameters<typeof conclusionOf>): Promise<number> =>
  announce(await conclusionOf(...run), run[3]);
