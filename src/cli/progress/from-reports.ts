import { groupBy } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { say, separated, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import type { NamedReport } from '../../report/merge.ts';
import type { ProgressPoint, ProgressReport, ProgressShare } from '../../report/progress/index.ts';
import type { Report } from '../../report/report.ts';
import { deadlineOf, folderNames } from '../../report/tally.ts';

/** A date in the name of a report, with the time and the separator beside it. */
const DATE = /\d{4}(?:-\d{2}-\d{2}|\d{4})(?:[T_-]\d{2}[:-]?\d{2}(?:[:-]?\d{2})?Z?)?[-_./]?/;

/** Name of the repository whose reports differ in their date only; `undefined` where the name has no date. */
const repositoryOf = ({ name }: NamedReport): string | undefined => {
  if (!DATE.test(name)) return undefined;
  const stem = name.replace(DATE, '').replace(/[-_./]*(?:json)?$/, '');
  return stem === '' ? '.' : stem;
};

/** What is known of all repositories on a day: the last report of each one, and the reports whose names tell of none. */
interface Day {
  readonly date: Redacted;
  /** By repository. */
  readonly last: ReadonlyMap<string, Report>;
  readonly others: readonly Report[];
}

/** The days on which there are reports, the earliest first. */
const daysOf = (named: readonly NamedReport[]): readonly Day[] => {
  const last = new Map<string, Report>();
  return [...groupBy(named, ({ report }) => report.today)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, reports]) => {
      const others: Report[] = [];
      for (const each of reports) {
        const repository = repositoryOf(each);
        if (repository === undefined) others.push(each.report);
        else last.set(repository, each.report);
      }
      return { date, last: new Map(last), others };
    });
};

const reportsOf = ({ last, others }: Day): readonly Report[] => [...last.values(), ...others];

const pointOf = (day: Day): ProgressPoint => {
  const errors = reportsOf(day).reduce((sum, { summary }) => sum + summary.errors, 0);
  return { date: day.date, commit: null, left: errors, errors };
};

const filesWithErrors = ({ findings }: Report): readonly string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ file }) => file);

/** Files of the errors of a day, below the name of their repository where there are several. */
const filesIn = ({ last, others }: Day, several: boolean): readonly string[] => [
  ...[...last].flatMap(([repository, report]) =>
    filesWithErrors(report).map((file) => (several ? `${repository.split('/').at(-1)!}/${file}` : file)),
  ),
  ...others.flatMap(filesWithErrors),
];

const count = (files: readonly string[], nameOf: (file: string) => string): ReadonlyMap<Redacted, number> => {
  const counts = new Map<Redacted, number>();
  for (const file of files) {
    const folder = redactPath(nameOf(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
};

const sharesOf = (first: Day, last: Day): readonly ProgressShare[] => {
  const several = last.last.size + last.others.length > 1;
  const [old, left] = [filesIn(first, several), filesIn(last, several)];
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
  'Reports of one day are added up. They contain findings, not calls, so errors are counted.',
);

const UNDATED = word(
  'Some names of reports have no date: which repository they are of is unknown, and they count on their own day only. Name them "<repository>-<date>.json".',
);

/** Repositories whose last report is older than the newest of all: their present number is not known. */
const staleNote = ({ last, date }: Day): readonly Redacted[] => {
  const stale = [...last].filter(([, { today }]) => today < date);
  if (stale.length === 0) return [];
  const shown = stale
    .slice(0, STALE_SHOWN)
    .map(([repository, { today }]) => say`${redactPath(repository)} (${today})`);
  const more = stale.length > STALE_SHOWN ? say` and ${stale.length - STALE_SHOWN} more` : word('');
  return [say`No report of ${date}, so counted as in the last one: ${separated(shown)}${more}.`];
};

/** Maximum number of repositories that a note names. */
const STALE_SHOWN = 5;

/**
 * The parts of a report that reports of many days and repositories give. A report is of the repository that its name tells
 * without the date; until the next report of it, its number is that of its last one.
 */
export const progressOfReports = (
  named: readonly NamedReport[],
): Omit<ProgressReport, 'version' | 'tool' | 'target' | 'today'> => {
  const days = daysOf(named);
  const [first, last] = [days[0]!, days.at(-1)!];
  return {
    unit: 'errors',
    points: days.map(pointOf),
    deadlines: deadlinesIn(reportsOf(last)),
    folders: sharesOf(first, last),
    owners: [],
    notes: [
      ADDED,
      ...staleNote(last),
      ...(days.some(({ others }) => others.length > 0) && days.length > 1 ? [UNDATED] : []),
    ],
  };
};
