import type { Options } from '../../config/options.ts';
import { openHistory } from '../../io/git/history.ts';
import type { GitHistory } from '../../io/git/history.ts';
import { HistoricTree } from '../../io/git/historic-tree.ts';
import { readOwners } from '../../io/owners.ts';
import type { OwnersOf } from '../../io/owners.ts';
import { repositoryRoot } from '../../io/roots.ts';
import { silentTerminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted, VersionUse } from '../../model/index.ts';
import { findingsOf } from '../../pipeline/analyse.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { say, word } from '../../redact/gate.ts';
import { redactDigest, redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import type { ProgressPoint, ProgressReport, ProgressShare } from '../../report/progress/index.ts';
import { folderNames } from '../../report/tally.ts';
import { versionUses } from '../../rules/checks/version-uses.ts';
import { isBackward, isRewritten, laterBeginning, sampledCommits } from './dates.ts';
import type { Sample } from './dates.ts';

/** Result of scanning one commit. */
interface Found {
  /** Files of calls of the legacy API, one entry a call. */
  readonly calls: readonly string[];
  readonly errors: number;
  readonly uses: readonly VersionUse[];
}

const NOTHING: Found = { calls: [], errors: 0, uses: [] };

/** Scans the tree that is in the folder now, with the configuration that it holds as data. */
const scanTree = async (tree: HistoricTree, prefix: string, options: Options): Promise<Found> => {
  const paths = options.paths.filter((path) =>
    tree.has(`${prefix}${path === '.' ? '' : path}`.replace(/\/$/, '')),
  );
  if (paths.length === 0) return NOTHING;
  const terminal = silentTerminal(`${tree.folder}/${prefix}`.replace(/\/$/, ''));
  const run = await openRun({ ...options, paths, codeConfig: 'ignore' }, terminal);
  const { findings, view } = await findingsOf(run);
  const uses = view === undefined ? [] : versionUses(view, run.ruleset.api, run.settings);
  const places = new Set(
    uses
      .filter(({ asked }) => asked === 'legacy')
      .flatMap((use) => use.places.map(({ file, span }) => `${span.start}\n${file}`)),
  );
  return {
    calls: Array.from(places, (place) => place.slice(place.indexOf('\n') + 1)),
    errors: findings.filter(({ severity }) => severity === 'error').length,
    uses,
  };
};

interface Points {
  readonly points: readonly (ProgressPoint & { readonly found: Found })[];
  readonly notes: readonly Redacted[];
}

/** Scans each commit once, and what did not change not at all. */
const pointsOf = async (
  history: GitHistory,
  samples: readonly Sample[],
  options: Options,
): Promise<Points> => {
  const tree = new HistoricTree(history);
  const points: (ProgressPoint & { readonly found: Found })[] = [];
  const notes = new Set<Redacted>();
  let found: Found | undefined;
  let last: string | undefined;
  try {
    for (const { date, time, commit } of samples) {
      const { isChanged, missing } =
        last === commit.id ? { isChanged: false, missing: 0 } : tree.show(commit.id);
      last = commit.id;
      if (missing > 0)
        notes.add(
          say`${missing} files of ${redactText(date)} are not in this partial clone: calls in them are not counted.`,
        );
      try {
        if (isChanged || found === undefined) found = await scanTree(tree, history.prefix, options);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        found = undefined;
        notes.add(say`${redactText(date)} is left out: ${redactText(error.message)}`);
        continue;
      }
      const id = redactDigest(commit.id.slice(0, 10));
      points.push({
        date: redactText(date),
        ...(time === undefined ? {} : { time: redactText(time) }),
        commit: id,
        left: found.calls.length,
        errors: found.errors,
        found,
      });
    }
  } finally {
    tree.remove();
  }
  return { points, notes: [...notes] };
};

const pointOf = ({ date, time, commit, left, errors }: ProgressPoint): ProgressPoint => ({
  date,
  ...(time !== undefined && { time }),
  commit,
  left,
  errors,
});

/** Remaining counts by a name of each file, then and now, largest first. */
const sharesOf = (
  first: readonly string[],
  last: readonly string[],
  namesOf: (file: string) => readonly Redacted[],
): readonly ProgressShare[] => {
  const count = (files: readonly string[]): ReadonlyMap<Redacted, number> => {
    const counts = new Map<Redacted, number>();
    for (const name of files.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const [before, now] = [count(first), count(last)];
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((name) => ({ name, first: before.get(name) ?? 0, left: now.get(name) ?? 0 }))
    .toSorted((a, b) => b.left - a.left || b.first - a.first || (a.name < b.name ? -1 : 1));
};

const foldersOf = (files: readonly string[]): ((file: string) => readonly Redacted[]) => {
  const nameOf = folderNames(files);
  return (file) => [redactPath(nameOf(file))];
};

const ownersOf =
  (owners: OwnersOf, prefix: string) =>
  (file: string): readonly Redacted[] => {
    const named = owners(`${prefix}${file}`);
    return named.length === 0 ? [word('(no owner)')] : named.map(redactText);
  };

const deadlinesOf = (uses: readonly VersionUse[], since: string): ProgressReport['deadlines'] => {
  const dates = new Map<string, Set<string>>();
  for (const { deletion, operation } of uses)
    if (deletion !== null && deletion >= since)
      dates.set(deletion, (dates.get(deletion) ?? new Set()).add(operation));
  return [...dates]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, operations]) => ({ date: redactText(date), operations: operations.size }));
};

const COUNTED = word(
  'Commits are followed along first parents, each with its own configuration (unless that is code); uncommitted changes are not counted.',
);
const SHALLOW = word(
  'This is a shallow clone: what came before its first commit is unknown. "git fetch --unshallow" fetches it.',
);
const REWRITTEN = word(
  'Most commits are much newer than their changes, as after a rebase of the history: the dates are those of the rewritten commits.',
);

const BACKWARD = word(
  'Some commits are older than the commits before them, as after a change of clocks or a merge of histories: a day shows the newest commit in the order of the history, so days can be wrong.',
);

/** What the chart cannot know of this history. */
const doubts = ({ commits, isShallow }: GitHistory, since: string | undefined): readonly Redacted[] => {
  const start = isShallow ? undefined : laterBeginning(commits, since);
  return [
    ...(isShallow ? [SHALLOW] : []),
    ...(start === undefined
      ? []
      : [say`The history begins on ${redactText(start)}: what came before is unknown.`]),
    ...(isRewritten(commits) ? [REWRITTEN] : []),
    ...(isBackward(commits) ? [BACKWARD] : []),
  ];
};

/** The parts of a report that a history gives. */
export const progressOfHistory = async (
  options: Options,
  cwd: string,
  asked: { readonly since: string | undefined; readonly every: string },
): Promise<Omit<ProgressReport, 'version' | 'tool' | 'target' | 'today'>> => {
  const history = openHistory(cwd);
  const { commits, prefix } = history;
  const samples = sampledCommits(commits, { ...asked, today: options.today });
  if (samples.length === 0) throw new UsageError('there is no commit in the period of this chart.');
  const { points, notes } = await pointsOf(history, samples, options);
  const [first, last] = [points[0]?.found ?? NOTHING, points.at(-1)?.found ?? NOTHING];
  const owners = readOwners(repositoryRoot(cwd));
  return {
    unit: 'legacy calls',
    points: points.map(pointOf),
    deadlines: deadlinesOf(last.uses, samples[0]!.date),
    folders: sharesOf(first.calls, last.calls, foldersOf([...first.calls, ...last.calls])),
    owners: owners === undefined ? [] : sharesOf(first.calls, last.calls, ownersOf(owners, prefix)),
    notes: [COUNTED, ...doubts(history, asked.since), ...notes],
  };
};
