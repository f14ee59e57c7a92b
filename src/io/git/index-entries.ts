import { realpathSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { gitOutputSync } from './process.ts';

/** Entry of a file in the index. */
export interface IndexEntry {
  readonly mode: string;
  readonly object: string;
}

/** The index of a repository, for one command: reads entries and replaces them, all at once. */
export interface IndexAccess {
  /** A path relative to the working directory as git names it. */
  readonly nameOf: (path: string) => string;
  /** `undefined` where the file is not staged, or has conflicts. */
  readonly entry: (name: string) => IndexEntry | undefined;
  /** The object that git makes of a text, with the line ends of the file; filter programs are not run. `keep` stores it. */
  readonly object: (name: string, text: string, keep: boolean) => string;
  /** Replaces entries; throws without a change if git cannot. */
  readonly replace: (entries: ReadonlyMap<string, IndexEntry>) => void;
}

/** `git commit <paths>` commits from its own index, and its entries do not stay staged. */
const refusePartialCommit = (index: string | undefined): void => {
  if (index !== undefined && basename(index).startsWith('next-index-'))
    throw new UsageError(
      'fix --staged cannot stage in "git commit <paths>", which commits from an index of its own. Stage the files and commit without paths.',
    );
};

/** Opens the index of the repository of `cwd`; `index` is the path from a hook's environment. */
export const openIndex = (cwd: string, root: string, index: NodeJS.ProcessEnv): IndexAccess => {
  refusePartialCommit(index['GIT_INDEX_FILE']);
  const git = (input: string, ...args: readonly string[]): string =>
    gitOutputSync({ cwd: root, args, index, literal: true }, input);
  const top = realpathSync(root);
  return {
    nameOf: (path) =>
      relative(top, join(realpathSync(cwd), relative(cwd, resolve(cwd, path))))
        .split(sep)
        .join('/'),
    entry: (name) => {
      const rows = git('', 'ls-files', '--stage', '-z', '--', name).split('\0').filter(Boolean);
      const [, mode, object, stage] = /^(\d+) ([0-9a-f]+) (\d)\t/.exec(rows[0] ?? '') ?? [];
      if (rows.length !== 1 || stage !== '0' || mode === undefined || object === undefined) return undefined;
      return { mode, object };
    },
    object: (name, text, keep) =>
      git(text, 'hash-object', ...(keep ? ['-w'] : []), '--stdin', `--path=${name}`).trim(),
    replace: (entries) => {
      const rows = Array.from(entries, ([name, { mode, object }]) => `${mode} ${object}\t${name}\0`);
      git(rows.join(''), 'update-index', '-z', '--index-info');
    },
  };
};
