import { isDay, UsageError } from '../../model/index.ts';
import type { Commit } from '../../io/git/history.ts';

const DAY_MS = 86_400_000;

/** More points show no more, and each costs a scan. */
const MAX_POINTS = 200;

const DAYS = { d: 1, w: 7, m: 30 } as const;

/** `2w`, `10d`, `1m` in days. Throws UsageError for anything else. */
export const daysIn = (every: string): number => {
  const [, count, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(every) ?? [];
  if (count === undefined)
    throw new UsageError(`--every takes a number of days, weeks or months, not "${every}": --every 2w`);
  return Number(count) * DAYS[unit as keyof typeof DAYS];
};

/** A day of the history, and the commit that stood then. */
export interface Sample {
  readonly date: string;
  /** `14:05`, UTC: where several commits of one day are shown. */
  readonly time?: string;
  readonly commit: Commit;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The newest commit that was there when a day ended. */
const commitOn = (date: string, commits: readonly Commit[]): Commit | undefined => {
  const end = (Date.parse(`${date}T00:00:00Z`) + DAY_MS) / 1000;
  return commits.find(({ time }) => time < end);
};

/** Commits of one day that are shown. */
const MAX_PER_DAY = 20;

const minute = ({ time }: Commit): number => Math.floor(time / 60);

/** Commits since a time one by one, the first and the last among them: for a history of hours. */
const eachCommit = (commits: readonly Commit[], from: number, to: number): readonly Sample[] => {
  const own = commits
    .filter(({ time }) => time * 1000 >= from && time * 1000 < to + DAY_MS)
    .toReversed()
    // Commits of one minute would be points of one name: the last one is shown.
    .filter((commit, at, all) => at === all.length - 1 || minute(commit) !== minute(all[at + 1]!));
  const step = Math.max(1, (own.length - 1) / (MAX_PER_DAY - 1));
  const count = Math.min(own.length, MAX_PER_DAY);
  return Array.from({ length: count }, (_, at) => own[Math.round(at * step)]!).map((commit) => ({
    date: dayOf(commit.time * 1000),
    time: new Date(commit.time * 1000).toISOString().slice(11, 16),
    commit,
  }));
};

/** The day that a chart begins on where none is given: that of the oldest commit, at most a year ago. */
const beginning = (today: string, commits: readonly Commit[]): string => {
  const oldest = Math.min(...commits.slice(-1000).map(({ time }) => time)) * 1000;
  const year = Date.parse(`${today}T00:00:00Z`) - 365 * DAY_MS;
  return dayOf(Math.min(Math.max(oldest, year), Date.parse(`${today}T00:00:00Z`)));
};

/** True where a commit is older than its parent, by more than clocks differ: a changed clock, or a history put together anew. */
export const isBackward = (commits: readonly Commit[], tolerance = DAY_MS / 1000): boolean =>
  commits.some(({ time }, at) => time + tolerance < (commits[at + 1]?.time ?? time));

/** Day of the oldest commit where the chart would begin before it. */
export const laterBeginning = (commits: readonly Commit[], since: string | undefined): string | undefined => {
  if (since === undefined) return undefined;
  const oldest = dayOf(commits.reduce((least, { time }) => Math.min(least, time), Infinity) * 1000);
  return oldest > since ? oldest : undefined;
};

/** The commits to look at: one each so many days, and today's. Throws UsageError for too many. */
export const sampledCommits = (
  commits: readonly Commit[],
  {
    since,
    every,
    today,
  }: { readonly since: string | undefined; readonly every: string; readonly today: string },
): readonly Sample[] => {
  const step = daysIn(every);
  if (since !== undefined && !isDay(since)) throw new UsageError(`--since takes a date, not "${since}".`);
  const from = Date.parse(`${since ?? beginning(today, commits)}T00:00:00Z`);
  const to = Date.parse(`${today}T00:00:00Z`);
  if (from > to) throw new UsageError(`--since ${since} is after the date of the chart, ${today}.`);
  const count = Math.floor((to - from) / (step * DAY_MS)) + 1;
  if (count > MAX_POINTS)
    throw new UsageError(
      `this would be ${count} points, more than ${MAX_POINTS}: use a later --since or a longer --every.`,
    );
  const days = Array.from({ length: count }, (_, at) => dayOf(from + at * step * DAY_MS));
  if (days.at(-1) !== today) days.push(today);
  const samples = days.flatMap((date) => {
    // Clocks differ: where all commits are of days to come, the newest one is today's.
    const commit = commitOn(date, commits) ?? (days.length === 1 ? commits[0] : undefined);
    return commit === undefined ? [] : [{ date, commit }];
  });
  // Days that all show one commit show no change: then its day is shown in more detail.
  const isOne = new Set(samples.map(({ commit }) => commit.id)).size === 1;
  const each = isOne && !isBackward(commits, 0) ? eachCommit(commits, from, to) : [];
  return each.length > 1 ? each : samples;
};

const REWRITTEN_S = 30 * 86_400;

/** True where many commits were made again long after their changes were written. */
export const isRewritten = (commits: readonly Commit[]): boolean => {
  const late = commits.filter(({ time, written }) => time - written > REWRITTEN_S);
  return late.length > 2 && late.length * 2 > commits.length;
};
