import { compareText } from '../model/index.ts';
import type { SilenceCounts } from '../model/index.ts';
import type { Report, ReportedFinding, ReportedSite, ReportedUnmatched, Summary } from './report.ts';

/** A report with the name that messages give it. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

const inOrder = (a: ReportedFinding, b: ReportedFinding): number =>
  compareText(a.file, b.file) ||
  a.start.offset - b.start.offset ||
  compareText(a.rule, b.rule) ||
  a.end.offset - b.end.offset;

const byFile = (a: { readonly file: string }, b: { readonly file: string }): number =>
  compareText(a.file, b.file);

const addUp = (summaries: readonly Summary[]): Summary => {
  const sum = (value: (summary: Summary) => number): number =>
    summaries.reduce((total, summary) => total + value(summary), 0);
  return {
    discovered: sum(({ discovered }) => discovered),
    scanned: sum(({ scanned }) => scanned),
    skipped: sum(({ skipped }) => skipped),
    failed: sum(({ failed }) => failed),
    findings: sum(({ findings }) => findings),
    errors: sum(({ errors }) => errors),
    warnings: sum(({ warnings }) => warnings),
    infos: sum(({ infos }) => infos),
    fixable: { safe: sum(({ fixable }) => fixable.safe), unsafe: sum(({ fixable }) => fixable.unsafe) },
  };
};

/** Counts by reason, added up. */
const addedCounts = (all: readonly SilenceCounts[]): SilenceCounts => {
  const reasons = [...new Set(all.flatMap((counts) => Object.keys(counts) as (keyof SilenceCounts)[]))];
  return Object.fromEntries(
    reasons.toSorted().map((reason) => [reason, all.reduce((sum, counts) => sum + (counts[reason] ?? 0), 0)]),
  );
};

const filesOf = ({ findings, skipped, failed, unread = [] }: Report): ReadonlySet<string> =>
  new Set([...findings, ...skipped, ...failed, ...unread].map(({ file }) => file));

/** Conflict between two reports of one run: fields that must be equal, or must differ. */
const differing = (first: NamedReport, other: NamedReport): string | undefined => {
  const state = ({ report: { tool, target, today } }: NamedReport) => ({
    tool: `${tool.name} ${tool.version}`,
    target,
    today,
  });
  const [a, b] = [state(first), state(other)];
  const key = (['tool', 'target', 'today'] as const).find((each) => a[each] !== b[each]);
  return key && `${first.name} has ${key} ${a[key]}, ${other.name} has ${b[key]}. Run all with the same.`;
};

/** Counts of a report, recomputed from its lists: an exit code must not depend on edited numbers. */
const miscounted = ({ name, report }: NamedReport): string | undefined => {
  const { summary, findings, skipped, failed } = report;
  const of = (severity: ReportedFinding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const listed = {
    findings: findings.length,
    errors: of('error'),
    warnings: of('warning'),
    infos: of('info'),
    skipped: skipped.length,
    failed: failed.length,
    discovered: summary.scanned + skipped.length + failed.length,
  };
  const wrong = Object.entries(listed).find(([key, count]) => summary[key as keyof typeof listed] !== count);
  if (wrong === undefined) return undefined;
  const [key, count] = wrong;
  return `${name} counts ${key}: ${summary[key as keyof typeof listed]}, but lists ${count}. It was truncated or edited; create it again.`;
};

/** Maximum that `--shard` accepts. */
const MAX_SHARDS = 9999;

const isShard = ({ report: { shard } }: NamedReport): boolean =>
  shard === undefined || (shard.index >= 1 && shard.index <= shard.count && shard.count <= MAX_SHARDS);

const shardProblem = (reports: readonly NamedReport[]): string | undefined => {
  const odd = reports.find((each) => !isShard(each));
  if (odd !== undefined) return `${odd.name} is a shard that does not exist. Create it with --shard I/N.`;
  const seen = new Map<number, string>();
  const [first] = reports;
  for (const { name, report } of reports) {
    const { shard } = report;
    const count = first?.report.shard?.count;
    if (shard?.count !== count)
      return `${first!.name} and ${name} are not shards of one run: use the same --shard I/N for all, or none.`;
    if (shard === undefined) continue;
    const twin = seen.get(shard.index);
    if (twin !== undefined) return `${twin} and ${name} are both shard ${shard.index}/${shard.count}.`;
    seen.set(shard.index, name);
  }
  const count = first?.report.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !seen.has(index));
  return missing.length === 0
    ? undefined
    : `${missing.map((index) => `shard ${index}/${count}`).join(', ')} is missing.`;
};

const sharedFile = (reports: readonly NamedReport[]): string | undefined => {
  const owners = new Map<string, string>();
  for (const { name, report } of reports) {
    for (const file of filesOf(report)) {
      const owner = owners.get(file);
      if (owner !== undefined)
        return `${owner} and ${name} both report ${JSON.stringify(file)}. Run the scans from a common parent folder, so that names differ.`;
      owners.set(file, name);
    }
  }
  return undefined;
};

/** Reason why the reports are not parts of one whole, in words; `undefined` when they are. */
export const mergeProblem = (reports: readonly NamedReport[]): string | undefined => {
  const [first] = reports;
  for (const [index, report] of reports.entries()) {
    const problem = miscounted(report) ?? (index === 0 ? undefined : differing(first!, report));
    if (problem !== undefined) return problem;
  }
  return shardProblem(reports) ?? sharedFile(reports);
};

const callOrder = (a: ReportedSite | ReportedUnmatched, b: ReportedSite | ReportedUnmatched): number =>
  compareText(a.file, b.file) || a.start.offset - b.start.offset;

/** Recorded calls of shards, which are matched over the whole tree in each, next to each other. */
const mergedCalls = (reports: readonly Report[]): Pick<Report, 'calls'> => {
  const all = reports.flatMap(({ calls }) => calls ?? []);
  if (all.length === 0) return {};
  const sites = all.flatMap((calls) => calls.sites).toSorted(callOrder);
  const elsewhere = all.flatMap((calls) => calls.elsewhere).toSorted(callOrder);
  return { calls: { sites, elsewhere } };
};

/** One report of parts that have no file in common: what one run over all of their files would have reported. */
export const mergeReports = (reports: readonly Report[]): Report => {
  const { version, tool, target, today } = reports[0]!;
  return {
    version,
    tool,
    target,
    today,
    summary: addUp(reports.map(({ summary }) => summary)),
    findings: reports.flatMap(({ findings }) => findings).toSorted(inOrder),
    ...mergedCalls(reports),
    skipped: reports.flatMap(({ skipped }) => skipped).toSorted(byFile),
    failed: reports.flatMap(({ failed }) => failed).toSorted(byFile),
    unread: reports.flatMap(({ unread = [] }) => unread).toSorted((a, b) => byFile(a, b) || a.line - b.line),
    silenced: addedCounts(reports.map(({ silenced = {} }) => silenced)),
  };
};
