import type { Report, ReportedFinding } from './report.ts';

/** Findings that share a key, and how many of them. */
export interface Tally {
  readonly name: string;
  readonly count: number;
}

const tally = (names: readonly (string | undefined)[]): readonly Tally[] => {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count }));
};

const mostFirst = (tallies: readonly Tally[]): readonly Tally[] =>
  tallies.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));

/** Steps of a path that lead out of the working directory; they say nothing of who owns a file. */
const OUTWARD = /^(?:\.\.\/)*/;

/** The folder of a file as far as two levels: what one team or package usually owns. */
export const folderOf = (file: string): string => {
  const [out = ''] = OUTWARD.exec(file) ?? [];
  const steps = file.slice(out.length).split('/').slice(0, -1);
  return (out + steps.slice(0, 2).join('/')).replace(/\/$/, '') || '.';
};

/** The day behind which a finding breaks, where it is known. */
export const deadlineOf = ({ data }: ReportedFinding): string | undefined => {
  const day = data['deletion'] ?? data['deadline'];
  return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
};

/** What is left to do: by rule and by folder, most first; by deadline, nearest first. */
export const tallies = ({ findings }: Report) => ({
  rules: mostFirst(tally(findings.map(({ rule }) => rule))),
  folders: mostFirst(tally(findings.map(({ file }) => folderOf(file)))),
  deadlines: tally(findings.map(deadlineOf)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
});

/** `1 error`, `2 errors`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
