import type { Report, ReportedFinding } from './report.ts';

/**
 * Remedy of a finding: by a fix, by a fix of a run that includes more files (`blocked`), by hand, or not at all,
 * because recordings are never edited (`recorded`).
 */
export const remedyOf = ({ fix, blocked, exchange }: ReportedFinding): Remedy => {
  if (fix !== null) return fix.safety;
  if (blocked !== undefined) return 'blocked';
  return exchange === null ? 'hand' : 'recorded';
};

/** Numbers of findings by remedy. */
type Sums = Readonly<Record<Remedy, number>>;
export type Remedy = 'safe' | 'unsafe' | 'blocked' | 'hand' | 'recorded';

/** Findings that share a key: how many, and how many of them go away in which way. */
export interface Tally extends Sums {
  readonly name: string;
  readonly count: number;
}

const EMPTY: Omit<Tally, 'name'> = { count: 0, safe: 0, unsafe: 0, blocked: 0, hand: 0, recorded: 0 };

const plus = (sums: Omit<Tally, 'name'>, finding: ReportedFinding): Omit<Tally, 'name'> => {
  const remedy = remedyOf(finding);
  return { ...sums, count: sums.count + 1, [remedy]: sums[remedy] + 1 };
};

/** All findings in one tally. */
export const sumOf = (findings: readonly ReportedFinding[]): Omit<Tally, 'name'> =>
  findings.reduce(plus, EMPTY);

/** Tallies as one: what is beyond the rows of a table. */
export const joinedTally = (name: string, tallies: readonly Tally[]): Tally => {
  const sums = { ...EMPTY };
  for (const each of tallies)
    for (const key of Object.keys(EMPTY) as (keyof typeof EMPTY)[]) sums[key] += each[key];
  return { name, ...sums };
};

const tally = (
  findings: readonly ReportedFinding[],
  keysOf: (finding: ReportedFinding) => readonly string[],
): readonly Tally[] => {
  const counts = new Map<string, Omit<Tally, 'name'>>();
  for (const finding of findings)
    for (const name of keysOf(finding)) counts.set(name, plus(counts.get(name) ?? EMPTY, finding));
  return Array.from(counts, ([name, sums]) => ({ name, ...sums }));
};

const mostFirst = (tallies: readonly Tally[]): readonly Tally[] =>
  tallies.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));

/** Path steps out of the working directory, which do not identify an owner. */
const OUTWARD = /^(?:\.\.\/)*/;

/** The folder of a file as far as some levels. */
const folderOf = (file: string, levels: number): string => {
  const [out = ''] = OUTWARD.exec(file) ?? [];
  const steps = file.slice(out.length).split('/').slice(0, -1);
  return (out + steps.slice(0, levels).join('/')).replace(/\/$/, '') || '.';
};

/** What one team or package usually owns. */
const LEVELS = 2;

/**
 * The name of a file's folder beside these files: two levels of it, or more where only deeper ones differ, such as all
 * below `packages/api/`.
 */
export const folderNames = (files: readonly string[]): ((file: string) => string) => {
  const named = (levels: number): ReadonlySet<string> => new Set(files.map((file) => folderOf(file, levels)));
  const deepest = files.reduce((most, file) => Math.max(most, file.split('/').length), LEVELS);
  let levels = LEVELS;
  while (levels < deepest && named(levels).size === 1) levels++;
  const found = named(levels).size > 1 ? levels : LEVELS;
  return (file) => folderOf(file, found);
};

/** Date from which the call of a finding fails, if known. */
export const deadlineOf = ({ data }: ReportedFinding): string | undefined => {
  const day = data['deletion'] ?? data['deadline'];
  return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
};

/** Remaining findings: by rule and by folder, most first; by deadline, nearest first. */
export const tallies = ({ findings }: Report) => {
  const nameOf = folderNames(findings.map(({ file }) => file));
  return {
    rules: mostFirst(tally(findings, ({ rule }) => [rule])),
    folders: mostFirst(tally(findings, ({ file }) => [nameOf(file)])),
    deadlines: tally(findings, (finding) => [deadlineOf(finding) ?? []].flat()).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
  };
};

/** Findings by owner of their files, most first; a file may have several owners. */
export const byOwner = (
  findings: readonly ReportedFinding[],
  ownersOf: (finding: ReportedFinding) => readonly string[],
): readonly Tally[] => mostFirst(tally(findings, ownersOf));

/** `1 error`, `2 errors`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const DAY_MS = 86_400_000;

/** `in 222 days`, `12 days ago`: a day seen from another one. */
export const daysAway = (today: string, day: string): string => {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};
