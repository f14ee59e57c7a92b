import { resolve } from 'node:path';
import { isSourceName } from '../extract/forms/detect.ts';
import { isInFolder, isProject, repositoryRoot } from './roots.ts';
import { walkFiles } from './walk.ts';
import type { Patterns } from './walk.ts';

const nothing = (folder: string): Patterns => ({ folder, ignore: [], include: [] });

/**
 * Source files of the working directory that a run on some paths is not about; none where that is no project, or where
 * the paths lie in another repository.
 * A URL that is edited may be used in them, so that a fix has to see them, and may not change them.
 */
export const sourcesOutside = (cwd: string, sources: readonly string[]): readonly string[] => {
  if (!isProject(cwd)) return [];
  const root = repositoryRoot(cwd);
  if (!sources.some((path) => isInFolder(root, resolve(cwd, path)))) return [];
  const known = new Set(sources);
  const all = walkFiles({ cwd, paths: ['.'], gitignore: true, ignore: [], patterns: nothing });
  return all.files.map(({ path }) => path).filter((path) => isSourceName(path) && !known.has(path));
};
