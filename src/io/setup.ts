import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { UsageError } from '../model/errors.ts';
import { isSymbolicLink, mergeStateOf } from './attributes.ts';
import { readRegular } from './bytes.ts';
import { askGit } from './git/process.ts';
import { realPath } from './roots.ts';
import { staysWithin } from './stays-within.ts';
import { writeChanges } from './write.ts';

/** The text of a file below `cwd`; `undefined` where there is none. */
const readText = (cwd: string, path: string): string | undefined => {
  try {
    return readRegular(join(cwd, path)).toString('utf8');
  } catch {
    return undefined;
  }
};

/** The folder `.git` that a worktree belongs to, where that one says so too: a file `.git` alone could name any repository. */
const sharedGit = (cwd: string): readonly string[] => {
  const folder = askGit(cwd, 'rev-parse', '--absolute-git-dir');
  const back = readText(folder, 'gitdir')?.trim();
  if (back === undefined || realPath(back) !== realPath(join(cwd, '.git'))) return [];
  return [realPath(join(folder, '../..'))];
};

/** True where a file that is set up is in this folder, or in the repository that it is a worktree of. */
const isOwn = (cwd: string, path: string): boolean =>
  staysWithin([realPath(cwd), ...sharedGit(cwd)], join(cwd, path));

/** Path of the hook, as git finds it; hooks are installed at the root of a repository only. */
const gitHook = (cwd: string): string | undefined => {
  if (!existsSync(join(cwd, '.git'))) return undefined;
  const path = askGit(cwd, 'rev-parse', '--git-path', 'hooks/pre-commit');
  if (path === '') return undefined;
  return (isAbsolute(path) ? relative(cwd, path) : path).split(sep).join('/');
};

const mergeOf = async (cwd: string, file: string) => {
  const state = await mergeStateOf(join(cwd, file));
  return state === undefined || state.ignored || isSymbolicLink(join(cwd, '.gitattributes'))
    ? undefined
    : { file, merge: state.merge };
};

/** Files that setting up looks at in a folder; `baseline` is the name that the known findings would have in it. */
export const projectFolder = async (cwd: string, baseline: string) => ({
  read: (path: string): string | undefined => readText(cwd, path),
  exists: (path: string): boolean => existsSync(join(cwd, path)),
  gitHook: gitHook(cwd),
  isOwn: (path: string): boolean => isOwn(cwd, path),
  baseline: await mergeOf(cwd, baseline),
  remote: askGit(cwd, 'config', '--get', 'remote.origin.url'),
});

export interface SetupFile {
  readonly path: string;
  /** Text of the existing file; `undefined`: it must not exist. */
  readonly before: string | undefined;
  readonly after: string;
  readonly executable: boolean;
}

/** Writes a new file, or one that has not changed since it was read. Throws UsageError; never overwrites another. */
export const writeSetupFile = (cwd: string, { path, before, after, executable }: SetupFile): void => {
  const absolute = join(cwd, path);
  if (!isOwn(cwd, path)) throw new UsageError(`cannot write ${path}: a link leads out of this folder.`);
  try {
    if (before === undefined) {
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, after, { flag: 'wx' });
    } else {
      const [failure] = writeChanges(cwd, [{ path, before, after }]);
      if (failure !== undefined) throw new UsageError(`${path} ${failure.reason}.`);
    }
    if (executable) chmodSync(absolute, 0o755);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`cannot write ${path} (${code}). Nothing of it was changed.`);
  }
};
