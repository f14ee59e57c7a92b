import { addTo } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import type { NamedReport } from '../../report/merge.ts';
import type { ProgressPoint, ProgressReport, ProgressShare } from '../../report/progress/index.ts';
import type { Report } from '../../report/report.ts';
import { deadlineOf, folderNames } from '../../report/tally.ts';

const errorsIn = ({ findings }: Report): Report['findings'] =>
  findings.filter(({ severity }) => severity === 'error');

/** The reports of each day, the earliest first. */
const byDay = (reports: readonly Report[]): readonly (readonly [Redacted, readonly Report[]])[] => {
  const days = new Map<Redacted, Report[]>();
  for (const report of reports) addTo(days, report.today, report);
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

const pointOf = ([date, reports]: readonly [Redacted, readonly Report[]]): ProgressPoint => {
  const errors = reports.reduce((sum, { summary }) => sum + summary.errors, 0);
  return { date, commit: null, left: errors, errors };
};

const filesIn = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap(errorsIn).map(({ file }) => file);

const count = (files: readonly string[], nameOf: (file: string) => string): ReadonlyMap<Redacted, number> => {
  const counts = new Map<Redacted, number>();
  for (const file of files) {
    const folder = redactPath(nameOf(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
};

const sharesOf = (first: readonly Report[], last: readonly Report[]): readonly ProgressShare[] => {
  const [old, left] = [filesIn(first), filesIn(last)];
  const nameOf = folderNames([...old, ...left]);
  const [before, now] = [count(old, nameOf), count(left, nameOf)];
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((name) => ({ name, first: before.get(name) ?? 0, left: now.get(name) ?? 0 }))
    .toSorted((a, b) => b.left - a.left || b.first - a.first || (a.name < b.name ? -1 : 1));
};

const deadlinesIn = (reports: readonly Report[]): ProgressReport['deadlines'] => {
  const dates = new Map<string, Set<string>>();
  for (const finding of reports.flatMap(({ findings }) => findings)) {
    const date = deadlineOf(finding);
    if (date !== undefined)
      dates.set(date, (dates.get(date) ?? new Set()).add(finding.operation ?? finding.fingerprint));
  }
  return [...dates]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, operations]) => ({ date: redactText(date), operations: operations.size }));
};

const ADDED = word(
  'Reports of one day are added up. They contain findings, not calls, so errors are counted. A repository without a report on a day counts as zero on that day.',
);

/** The parts of a report that reports of many days or repositories give. */
export const progressOfReports = (
  named: readonly NamedReport[],
): Omit<ProgressReport, 'version' | 'tool' | 'target' | 'today'> => {
  const days = byDay(named.map(({ report }) => report));
  const [first = [], last = []] = [days[0]?.[1], days.at(-1)?.[1]];
  return {
    unit: 'errors',
    points: days.map(pointOf),
    deadlines: deadlinesIn(last),
    folders: sharesOf(first, last),
    owners: [],
    notes: [ADDED],
  };
};
