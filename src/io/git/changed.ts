import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { decodeBytes, encodingOf } from '../bytes.ts';
import { gitOutput } from './process.ts';
import { openIndex } from './index-entries.ts';
import type { IndexAccess } from './index-entries.ts';
import { walkOf } from '../../extract/forms/detect.ts';
import { shownPath } from '../walk.ts';

/** Changes that a run is about: those in the index, those not committed, or those since a commit. */
export type Changes =
  | { readonly kind: 'staged' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'since'; readonly ref: string };

/** Files that changed, relative to the working directory. */
export interface Selection {
  readonly files: ReadonlySet<string>;
  /** Texts of the index, where the work tree has another one; of files that did not change too. */
  readonly texts: ReadonlyMap<string, string>;
  /** Changed submodules, whose own changes are another repository's. */
  readonly submodules: readonly string[];
}

/** The tree without a file, which is what came before the first commit, by the hash that the repository uses. */
const EMPTY_TREES: Readonly<Record<string, string>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** Reason why git failed, and what to do about it. */
const reasonOf = (code: unknown, stderr: string): string => {
  if (code === 'ENOENT') return 'git is not installed. Install it, or name paths instead.';
  if (/not a git repository/.test(stderr))
    return 'this folder is not in a git repository. Name paths instead.';
  if (/must be run in a work tree/.test(stderr)) return 'this repository has no work tree (it is bare).';
  return `${stderr.trim().split('\n')[0]?.replace(/\.$/, '')}.`;
};

/** Git for one folder; a failure is the user's, in the words of git. */
const gitIn =
  (folder: string, index: NodeJS.ProcessEnv = {}) =>
  async (...args: readonly string[]): Promise<string> => {
    try {
      return (await gitOutput({ cwd: folder, index, args })).toString('utf8');
    } catch (error) {
      const { code, stderr } = error as { code?: unknown; stderr?: unknown };
      throw new UsageError(`cannot determine what changed: ${reasonOf(code, String(stderr ?? ''))}`);
    }
  };

/** `git commit <paths>` uses its own index, which the hook gets in its environment. */
const hookIndex = async (root: string): Promise<NodeJS.ProcessEnv> => {
  const index = process.env['GIT_INDEX_FILE'];
  if (index === undefined) return {};
  const folder = (await gitIn(root)('rev-parse', '--absolute-git-dir')).trim();
  return dirname(resolve(root, index)) === folder ? { GIT_INDEX_FILE: resolve(root, index) } : {};
};

const rootOf = async (cwd: string): Promise<string> =>
  (await gitIn(cwd)('rev-parse', '--show-toplevel')).replace(/\r?\n$/, '');

type Git = ReturnType<typeof gitIn>;

const namesIn = (output: string): readonly string[] => output.split('\0').filter((name) => name !== '');

/** Names that exist on the newer side: deleted files are not scanned. */
const diff = async (git: Git, ...what: readonly string[]): Promise<readonly string[]> =>
  namesIn(await git('diff', '--name-only', '-z', '--no-renames', '--diff-filter=d', ...what, '--'));

const commitOf = async (git: Git, ref: string): Promise<string> => {
  if (ref.startsWith('-')) throw new UsageError(`--since takes a commit, branch or tag, not "${ref}".`);
  const shown = JSON.stringify(ref);
  if ((await orEmpty(git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`))) === '')
    throw new UsageError(
      `--since: there is no commit, branch or tag ${shown} here. Fetch it first; a shallow clone has only its last commits.`,
    );
  const base = await orEmpty(git('merge-base', ref, 'HEAD'));
  if (base !== '') return base;
  throw new UsageError(
    `--since: ${shown} and HEAD have no common ancestor here. In a shallow clone, "git fetch --unshallow" fetches the history.`,
  );
};

const orEmpty = async (answer: Promise<string>): Promise<string> => (await answer.catch(() => '')).trim();

const head = async (git: Git): Promise<string> => {
  if ((await orEmpty(git('rev-parse', '--verify', '--quiet', 'HEAD'))) !== '') return 'HEAD';
  const format = await orEmpty(git('rev-parse', '--show-object-format'));
  return EMPTY_TREES[format] ?? EMPTY_TREES['sha1']!;
};

const inWorkTree = async (git: Git, changes: Changes): Promise<readonly string[]> => {
  const base = changes.kind === 'since' ? await commitOf(git, changes.ref) : await head(git);
  const untracked = await git('ls-files', '--others', '--exclude-standard', '--full-name', '-z');
  return [...(await diff(git, base)), ...namesIn(untracked)];
};

/** A file with conflicts, or a binary file, has no text in the index: it is read from disk. */
const textInIndex = async (
  root: string,
  index: NodeJS.ProcessEnv,
  name: string,
): Promise<string | undefined> => {
  try {
    const args = ['cat-file', '--filters', `--path=${name}`, `:${name}`];
    const bytes = await gitOutput({ cwd: root, index, args });
    const found = encodingOf(bytes);
    return 'reason' in found ? undefined : decodeBytes(bytes, found.encoding);
  } catch {
    return undefined;
  }
};

/** Staged texts of files with further unstaged changes, with the line endings that git writes to disk. */
const indexTexts = async (
  root: string,
  index: NodeJS.ProcessEnv,
  staged: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const git = gitIn(root, index);
  const unstaged = namesIn(await git('diff', '--name-only', '-z', '--no-renames', '--'));
  // A sparse checkout leaves files out, which count as unchanged.
  const absent = [...staged].filter((name) => !existsSync(join(root, name)));
  const texts = new Map<string, string>();
  for (const name of new Set([...unstaged, ...absent])) {
    if (walkOf(basename(name)) === 'no' && !staged.has(name)) continue;
    const text = await textInIndex(root, index, name);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
};

/** The index of the repository, to be changed. */
export const repositoryIndex = async (cwd: string): Promise<IndexAccess> => {
  const root = await rootOf(cwd);
  return openIndex(cwd, root, await hookIndex(root));
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The files that changed. Throws UsageError outside a repository, or where the commit is not known. */
export const selectChanged = async (cwd: string, changes: Changes): Promise<Selection> => {
  const root = await rootOf(cwd);
  const index = await hookIndex(root);
  const git = gitIn(root, index);
  const names = new Set(
    changes.kind === 'staged' ? await diff(git, '--cached') : await inWorkTree(git, changes),
  );
  const texts = changes.kind === 'staged' ? await indexTexts(root, index, names) : new Map<string, string>();
  const shown = (name: string): string => shownPath(cwd, join(root, name));
  return {
    files: new Set([...names].map(shown)),
    submodules: [...names].map(shown).filter((path) => isFolder(resolve(cwd, path))),
    texts: new Map([...texts].map(([name, text]) => [shown(name), text])),
  };
};
