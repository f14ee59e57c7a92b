import { realPath } from '../roots.ts';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { gitOutput } from './process.ts';

/** Paths of one call stay below what the shortest command line of a platform takes. */
const ARGUMENTS = 20_000;

const rootOf = (folder: string, known: Map<string, string | undefined>): string | undefined => {
  const cached = known.get(folder);
  if (cached !== undefined || known.has(folder)) return cached;
  const above = dirname(folder);
  const root = existsSync(join(folder, '.git'))
    ? folder
    : above === folder
      ? undefined
      : rootOf(above, known);
  known.set(folder, root);
  return root;
};

/** The files by repository, each with its path inside it. Files outside any repository are left out. */
const byRepository = (cwd: string, files: readonly string[]): Map<string, Map<string, string>> => {
  const roots = new Map<string, string | undefined>();
  const repositories = new Map<string, Map<string, string>>();
  for (const file of files) {
    const path = realPath(resolve(cwd, file));
    const root = rootOf(dirname(path), roots);
    if (root === undefined) continue;
    const inside = repositories.get(root) ?? new Map<string, string>();
    inside.set(relative(root, path).split(sep).join('/'), file);
    repositories.set(root, inside);
  }
  return repositories;
};

const chunks = (paths: readonly string[]): readonly (readonly string[])[] => {
  const result: string[][] = [];
  let length = ARGUMENTS;
  for (const path of paths) {
    length += path.length + 1;
    if (length > ARGUMENTS) {
      result.push([]);
      length = path.length;
    }
    result.at(-1)!.push(path);
  }
  return result;
};

/** Paths that `git status --porcelain -z` names: `XY path`, and the old path of a rename as an entry of its own. */
const pathsOf = (status: string): readonly string[] => {
  const paths: string[] = [];
  const entries = status.split('\0');
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at]!;
    if (entry.length > 3) paths.push(entry.slice(3));
    if (/[RC]/.test(entry.slice(0, 2))) at += 1;
  }
  return paths;
};

const status = async (root: string, paths: readonly string[]): Promise<string> => {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--', ...paths];
  try {
    return (await gitOutput({ cwd: root, args, literal: true })).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    const said = String((error as { stderr?: unknown }).stderr ?? '').trim();
    throw new UsageError(
      `git cannot say whether files in ${root} have uncommitted changes: ${said.split('\n')[0]}; ` +
        'repair the repository or pass --allow-dirty',
    );
  }
};

/**
 * Selects the files (relative to `cwd`, or absolute) with uncommitted changes, including untracked ones, in
 * the given order. Files outside a repository have none, nor have any without git. Throws a `UsageError` if
 * git refuses the repository.
 */
export const dirtyFiles = async (cwd: string, files: readonly string[]): Promise<readonly string[]> => {
  const dirty = new Set<string | undefined>();
  for (const [root, inside] of byRepository(cwd, files))
    for (const paths of chunks([...inside.keys()]))
      for (const path of pathsOf(await status(root, paths))) dirty.add(inside.get(path));
  return files.filter((file) => dirty.has(file));
};

/** True when git knows a file below the folder (absolute); false outside a repository and without git. */
export const isTracked = async (folder: string): Promise<boolean> => {
  try {
    return (await gitOutput({ cwd: folder, args: ['ls-files', '--', '.'] })).length > 0;
  } catch {
    return false;
  }
};
