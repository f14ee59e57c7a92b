import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { shownPath } from './walk.ts';

const nearestFolderWith = (names: readonly string[], from: string): string | undefined => {
  for (let at = from; ; at = dirname(at)) {
    if (names.some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return undefined;
  }
};

/** Path with its links resolved; the path itself where nothing is there. */
export const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** The repository that holds a folder, or the folder itself outside any. */
const repositoryOf = (folder: string): string => realPath(nearestFolderWith(['.git'], folder) ?? folder);

/**
 * The folders that a scan may read from: the repository of the working directory and those of the named paths.
 * Absolute, links resolved.
 */
export const readableRoots = (cwd: string, paths: readonly string[]): readonly string[] => {
  const named = paths
    .map((path) => resolve(cwd, path))
    .map((path) => repositoryOf(dirname(path + sep + 'x')));
  return [...new Set([repositoryOf(cwd), ...named])];
};

/** True when an absolute path lies in one of the roots and in no `node_modules`, its links resolved. */
export const isReadable = (path: string, roots: readonly string[]): boolean => {
  if (path.split(sep).includes('node_modules')) return false;
  const target = realPath(path);
  return roots.some((root) => target.startsWith(root.endsWith(sep) ? root : root + sep));
};

const isBelow = (root: string, target: string): boolean =>
  target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);

/** Locations that a run may write to, as they are when it starts: the trees that it reads, and paths that the user names. */
export const writablePlaces = (cwd: string, paths: readonly string[]): readonly string[] => [
  ...new Set([...readableRoots(cwd, paths), ...paths.map((path) => realPath(resolve(cwd, path)))]),
];

/** True for a path, links resolved, that is in one of these paths. */
export const isInPlaces = (places: readonly string[], target: string): boolean =>
  places.some((place) => isBelow(place, target));

/** True when a path lies in a folder or is that folder, links resolved. */
export const isInFolder = (folder: string, path: string): boolean => {
  const [root, target] = [realPath(folder), realPath(resolve(folder, path))];
  return isBelow(root, target);
};

/** Folder of the project a file belongs to: of its nearest `package.json` or repository root, else the top. */
export const projectFinder = (cwd: string): ((file: string) => string) => {
  const byFolder = new Map<string, string>();
  const byFile = new Map<string, string>();
  const find = (file: string): string => {
    const folder = dirname(resolve(cwd, file));
    const project =
      byFolder.get(folder) ?? shownPath(cwd, nearestFolderWith(['package.json', '.git'], folder) ?? cwd);
    byFolder.set(folder, project);
    return project;
  };
  return (file) => {
    const project = byFile.get(file) ?? find(file);
    byFile.set(file, project);
    return project;
  };
};

/**
 * Names of files as their repository has them: relative to its root, links resolved, forward slashes. A file outside
 * any repository, or in another one than the working directory, is named relative to the working directory.
 */
export const repositoryNames = (cwd: string): ((file: string) => string) => {
  const folder = realPath(cwd);
  const root = repositoryOf(folder);
  const known = new Map<string, string>();
  return (file) => {
    let name = known.get(file);
    if (name === undefined) {
      const path = realPath(resolve(folder, file));
      name = shownPath(path.startsWith(root + sep) ? root : folder, path);
      known.set(file, name);
    }
    return name;
  };
};

/** True for a folder (absolute) in a repository or a package. */
export const isProject = (folder: string): boolean =>
  nearestFolderWith(['.git', 'package.json'], folder) !== undefined;

/** The repository of the working directory, or the working directory outside any; links resolved. */
export const repositoryRoot = (cwd: string): string => repositoryOf(realPath(cwd));

/** Absolute root of the repository that holds a path, or the folder of the path outside any; links as written. */
export const enclosingRepository = (path: string): string =>
  nearestFolderWith(['.git'], path) ?? dirname(path);

/** A path and the folders above it, up to and without `top`, from the inside out. */
export const foldersUpTo = (path: string, top: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = path; at !== top && dirname(at) !== at; at = dirname(at)) folders.push(at);
  return folders;
};
