import { targetHint } from '../rules/checks/target-hint.ts';
import { accountingOf } from './accounting.ts';
import type { Accounting } from './accounting.ts';
import { summaryFile } from './print-outcome.ts';
import { verdictOf } from './exit-code.ts';
import { baselineNote, compareWithBaseline } from './compare-baseline.ts';
import { toolVersion } from '../io/package.ts';
import { wantsColor } from '../io/terminal.ts';
import { unusedAddresses } from '../rules/checks/version-places.ts';
import { operationsIn } from '../rules/checks/fact-index.ts';
import type { Finding, OperationInfo, Redacted } from '../model/index.ts';
import type { Options, Output } from '../config/options.ts';
import { callTexts, locator, renderOutputs, ruleTexts, showFindings } from './render-report.ts';
import { joined, say, word } from '../redact/gate.ts';
import { printed } from '../report/style.ts';
import type { Shown } from './render-report.ts';
import { nextSteps } from '../report/next-steps.ts';
import type { FixesMade } from '../report/next-steps.ts';
import type { RunEvidence } from '../report/build.ts';
import type { FrameLine, Presentation, Report, ReportedFinding } from '../report/report.ts';
import { redactText } from '../redact/redact.ts';
import { summaryText } from '../report/summary.ts';
import { silencedLines, unreadText } from '../report/accounts.ts';
import { trailText } from '../report/call-trails.ts';
import type { Findings, Outcome, Run, FileSet } from './run.ts';
import type { RecordingSummary } from './recording-summary.ts';

/** True when the files of a run hold evidence of calls. */
const holdsRecordings = ({ inventory }: FileSet): boolean =>
  inventory.candidates.some(({ origin }) => origin === 'recording');

/**
 * Recorded calls, matched to call sites and findings; `undefined` without recordings, unless `--by-call` is
 * set. All files are matched; only calls in reported files are listed (`--staged`, `--shard`).
 */
const evidenceFor = async (
  { options }: Run,
  { files, findings, facts, view, recordings }: Findings,
): Promise<RunEvidence | undefined> => {
  if (!holdsRecordings(files) && !options.byCall) return undefined;
  if (view === undefined) return { calls: { sites: [], elsewhere: [] }, of: new Map() };
  const { Correlator } = await import('./correlate/index.ts');
  const { evidenceOf } = await import('./correlate/findings.ts');
  const correlation = recordings?.correlation() ?? new Correlator(view.calls).result();
  const sites = correlation.sites.filter(({ file }) => files.isChosen(file));
  const elsewhere = correlation.elsewhere.filter(({ file }) => files.isChosen(file));
  return { calls: { sites, elsewhere }, of: evidenceOf(findings, correlation, facts) };
};

/** Lines of the exchange of a finding, where they were kept. */
const excerptsOf =
  (summary: RecordingSummary) =>
  ({ file, exchange, start }: ReportedFinding): readonly FrameLine[] =>
    summary
      .excerptOf({ file, exchange: exchange ?? undefined })
      .map((text) => ({ line: start.line, text, mark: undefined }));

/** Report of findings, with the lines of code that formats for people show. */
const shownFor = async (
  { options, settings, inRepository }: Run,
  { files, findings, failed, recordings: summary }: Findings,
  evidence: RunEvidence | undefined,
  accounting: Accounting,
): Promise<Shown> => {
  const { discovered, skipped, candidates } = files.inventory;
  const { target, today } = settings;
  const recordings = new Set(
    candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path),
  );
  return showFindings(
    {
      tool: toolVersion(),
      target,
      today,
      shard: options.shard,
      discovered,
      skipped,
      failed: failed.filter(({ file }) => files.isChosen(file)),
      findings,
      inRepository,
      evidence,
      ...accounting,
    },
    files,
    recordings,
    summary && excerptsOf(summary),
  );
};

/** Findings that are not in the baseline, and their report without evidence of recordings. */
export interface Reported {
  readonly findings: readonly Finding[];
  readonly report: Report;
}

/** The report of a run, as the library and editors take it. Throws UsageError for a baseline that cannot be read. */
export const reportOf = async (run: Run, all: Findings): Promise<Reported> => {
  const findings = compareWithBaseline(run, all).fresh;
  const accounting = accountingOf(all, findings);
  const fresh = { ...all, findings };
  const { report } = await shownFor(run, fresh, await evidenceFor(run, fresh), accounting);
  return { findings, report };
};

const count = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** Number of safe fixes in the files that the run is about. */
const fixableIn = ({ findings, files }: Findings): number =>
  findings.filter(({ file, fix }) => fix?.safety === 'safe' && files.isChosen(file)).length;

/** Exit code of the run; `--quiet` hides warnings, but they still count. */
const ending = (
  report: Report,
  found: Findings,
  options: Options,
  made: { readonly fixed: FixesMade | undefined; readonly accepted: number },
): { text: Redacted; code: number } => {
  const summary = { ...report.summary, warnings: count(found.findings, 'warning') };
  const verdict = verdictOf(
    { ...report, summary },
    options,
    found.files.inventory.skipped.filter(({ isRefused }) => isRefused),
  );
  const counts = options.quiet
    ? unreadText(report, options)
    : summaryText(report, { ...options, isLeft: made.fixed !== undefined });
  const reason =
    verdict.reason === undefined ? NONE : say`migrate: exit ${verdict.code}: ${verdict.reason}.\n`;
  const isRead = options.diff || options.outputs.some(({ format }) => format === 'pretty');
  const isAsked = isRead && !options.quiet && !options.byCall && options.stdin === undefined;
  const next = isAsked ? nextSteps(report, { ...options, ...made }) : NONE;
  return { text: say`${counts}${next}${reason}`, code: verdict.code };
};

/** Operations that code or recordings call, by their names. */
const calledIn = ({ view, recordings }: Findings): ReadonlyMap<string, OperationInfo> =>
  new Map([...(view === undefined ? [] : operationsIn(view)), ...(recordings?.operations() ?? [])]);

/** Operations that are to be changed: those of findings, or all where a finding is about no single one. */
const calledBy = (found: Findings): ReadonlyMap<string, OperationInfo> => {
  const errors = found.findings.filter(({ severity }) => severity === 'error');
  const named = new Set(errors.map(({ operation }) => operation));
  const all = [...calledIn(found)];
  return new Map(named.has(undefined) ? all : all.filter(([operation]) => named.has(operation)));
};

const NONE = word('');

const NO_RECORDING = word(
  'hint: the scanned files contain no recording, so no call was counted: also name a HAR file, an access log or a trace.\n',
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

/** Renders each output of a run, and the summary of a CI step where there is one to write. */
const renderAll = async (
  { options, terminal, ruleset, root }: Run,
  shown: Shown & Pick<Presentation, 'progress'>,
): Promise<Pick<Outcome, 'outputs' | 'summary'> & { readonly notices: readonly Redacted[] }> => {
  const rules = ruleTexts(ruleset.rules);
  const notices: Redacted[] = [];
  const notice = (text: Redacted): void => void notices.push(say`hint: ${text}\n`);
  const showsCalls =
    shown.report.findings.length > 0 && options.outputs.some(({ format }) => format === 'pretty');
  const screen = {
    ...(showsCalls && { calls: callTexts(ruleset.api) }),
    width: terminal.columns,
    verbose: options.verbose,
  };
  const render = (wanted: readonly Output[], color: boolean) =>
    renderOutputs({ ...shown, notice, ...screen }, wanted, {
      rules,
      color,
      byCall: options.byCall,
      repository: { sourceUrl: options.sourceUrl, root },
    });
  const summarised =
    options.outputs.some(({ format }) => format === 'github') &&
    summaryFile(terminal) !== undefined &&
    shown.report.findings.length > 0;
  const [summary] = summarised ? await render([{ format: 'markdown', path: undefined }], false) : [];
  const outputs = await render(options.outputs, wantsColor(terminal, options.color));
  return { outputs, summary: summary?.text, notices };
};

/** Parts of a report besides its findings. */
interface OutcomeContext {
  readonly fixed?: FixesMade | undefined;
  readonly progress?: Presentation['progress'];
}

/** Outcome of a run: its output, with texts as they are on disk now. */
export const outcome = async (
  run: Run,
  all: Findings,
  { fixed, progress }: OutcomeContext = {},
): Promise<Outcome> => {
  const { options, ruleset } = run;
  const { files } = all;
  const compared = compareWithBaseline(run, all);
  const found = { ...all, findings: compared.fresh };
  const reported = { ...found, findings: visible(found.findings, options.quiet) };
  const accounting = accountingOf(all, compared.fresh);
  const shown = await shownFor(run, reported, await evidenceFor(run, reported), accounting);
  const { outputs, summary, notices } = await renderAll(run, { ...shown, progress });
  const hint = targetHint(calledBy(reported), ruleset.api, run.settings);
  const unused = found.view === undefined ? [] : unusedAddresses(found.view);
  const accepted = fixableIn(all) - fixableIn(found);
  const end = withProblems(ending(shown.report, found, options, { fixed, accepted }), run.problems);
  const notes = [
    ...notices,
    options.byCall && !options.quiet && !holdsRecordings(files) ? NO_RECORDING : NONE,
    options.quiet || hint === undefined ? NONE : redactText(hint),
    options.verbose ? trailText(found.facts, unused, locator(files)) : NONE,
    options.quiet ? NONE : baselineNote(compared),
    options.verbose ? silencedLines(accounting, locator(files)) : NONE,
    end.text,
  ];
  return { outputs, summary, notes: joined(notes), code: end.code };
};
