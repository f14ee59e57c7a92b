import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { gitOutput } from './git/process.ts';

/** Merge driver of a file in git. */
export interface MergeState {
  /** Absolute root of the repository. */
  readonly root: string;
  /** The file as git names it. */
  readonly name: string;
  /** `union`, `unspecified`, … */
  readonly merge: string;
  /** True for a file that git ignores. */
  readonly ignored: boolean;
}

const gitIn = async (cwd: string, ...args: readonly string[]): Promise<string> =>
  (await gitOutput({ cwd, args })).toString('utf8');

const isIgnored = (cwd: string, name: string): Promise<boolean> =>
  gitIn(cwd, 'check-ignore', '-q', '--', name).then(
    () => true,
    () => false,
  );

/**
 * Merge driver that git uses for a file (absolute path), which need not be there; `undefined` outside a repository
 * and without git.
 */
export const mergeStateOf = async (path: string): Promise<MergeState | undefined> => {
  try {
    const folder = realpathSync(dirname(path));
    const root = realpathSync((await gitIn(folder, 'rev-parse', '--show-toplevel')).replace(/\r?\n$/, ''));
    const own = basename(path);
    const [, , merge = 'unspecified'] = (await gitIn(folder, 'check-attr', '-z', 'merge', '--', own)).split(
      '\0',
    );
    const name = relative(root, join(folder, own)).split(sep).join('/');
    return { root, name, merge, ignored: await isIgnored(folder, own) };
  } catch {
    return undefined;
  }
};

/** True for a link, which git does not follow to read attributes. */
export const isSymbolicLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
