import { UsageError } from '../../model/index.ts';
import { gitBytesSync, gitOutputSync } from './process.ts';

/** A commit of the history; times are seconds since the epoch. */
export interface Commit {
  readonly id: string;
  /** Time of the commit, or of its rebase. */
  readonly time: number;
  /** Time when its change was written. */
  readonly written: number;
}

/** A file of a commit. */
export interface HistoricFile {
  readonly path: string;
  /** Id of its content. */
  readonly blob: string;
  readonly size: number;
}

/** The history of the checked-out branch, read from the repository's objects: no checkout, no network. */
export interface GitHistory {
  /** The newest first, along first parents. */
  readonly commits: readonly Commit[];
  /** True where older commits were not fetched. */
  readonly isShallow: boolean;
  /** Working directory relative to the repository root: `packages/a/`, or empty. */
  readonly prefix: string;
  files(commit: string): readonly HistoricFile[];
  /** Contents by id; those that the repository does not have are left out. */
  contents(blobs: readonly HistoricFile[]): ReadonlyMap<string, Buffer>;
}

const reasonOf = (error: unknown): string => {
  const { code, stderr } = error as { code?: unknown; stderr?: unknown };
  if (code === 'ENOENT') return 'git is not installed';
  const said = String(stderr ?? '');
  if (/not a git repository/.test(said)) return 'this folder is not in a git repository';
  return said.trim().split('\n')[0]?.replace(/\.$/, '') || 'git failed';
};

const INSTEAD = '"migrate progress --from reports/*.json" draws the chart from saved reports.';

const asked = (cwd: string, ...args: readonly string[]): string => {
  try {
    return gitOutputSync({ cwd, args });
  } catch (error) {
    throw new UsageError(`there is no history to read: ${reasonOf(error)}. ${INSTEAD}`);
  }
};

/** Maximum number of commits read. */
const MAX_COMMITS = 200_000;

const commitsIn = (root: string): readonly Commit[] => {
  try {
    gitOutputSync({ cwd: root, args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] });
  } catch {
    throw new UsageError(`there is no history to read: this repository has no commit yet. ${INSTEAD}`);
  }
  const format = ['--first-parent', '--format=%H %ct %at', `--max-count=${MAX_COMMITS}`];
  return asked(root, 'log', '--no-show-signature', ...format, 'HEAD', '--')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', time, written] = line.split(' ');
      return { id, time: Number(time), written: Number(written) };
    });
};

/** Steps of a path that a checkout would refuse too. */
const OUTWARD = /^\.{0,2}$|^\.git$|[\\\p{Cc}]/iu;

const isPlain = (path: string): boolean => !path.split('/').some((step) => OUTWARD.test(step));

const ENTRY = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]+)$/;

const filesOf = (root: string, commit: string): readonly HistoricFile[] =>
  asked(root, 'ls-tree', '-r', '-l', '-z', '--full-tree', commit)
    .split('\0')
    .flatMap((row) => {
      const [, blob, size, path] = ENTRY.exec(row) ?? [];
      return blob === undefined || path === undefined || !isPlain(path)
        ? []
        : [{ path, blob, size: Number(size) }];
    });

/** Bytes that one call of git may print. */
const MAX_BYTES = 64 * 1024 * 1024;

const portions = (blobs: readonly HistoricFile[]): readonly (readonly HistoricFile[])[] => {
  const all: HistoricFile[][] = [];
  let room = 0;
  for (const blob of blobs) {
    if (room < blob.size || all.length === 0) {
      all.push([]);
      room = MAX_BYTES;
    }
    room -= blob.size + 100;
    all.at(-1)!.push(blob);
  }
  return all;
};

/** Parses the output of `git cat-file --batch`: a line `<id> blob <size>`, the content, a line end. */
const batched = (output: Buffer): ReadonlyMap<string, Buffer> => {
  const contents = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) break;
    const [id = '', kind, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    contents.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
};

const contentsOf = (root: string, blobs: readonly HistoricFile[]): ReadonlyMap<string, Buffer> => {
  const all = new Map<string, Buffer>();
  for (const portion of portions(blobs)) {
    const input = portion.map(({ blob }) => `${blob}\n`).join('');
    for (const [id, content] of batched(gitBytesSync({ cwd: root, args: ['cat-file', '--batch'] }, input)))
      all.set(id, content);
  }
  return all;
};

/** Opens the history of a folder's repository. Throws UsageError with the reason if there is none. */
export const openHistory = (cwd: string): GitHistory => {
  const root = asked(cwd, 'rev-parse', '--show-toplevel').replace(/\r?\n$/, '');
  return {
    commits: commitsIn(root),
    isShallow: asked(root, 'rev-parse', '--is-shallow-repository').trim() === 'true',
    prefix: asked(cwd, 'rev-parse', '--show-prefix').replace(/\r?\n$/, ''),
    files: (commit) => filesOf(root, commit),
    contents: (blobs) => contentsOf(root, blobs),
  };
};
