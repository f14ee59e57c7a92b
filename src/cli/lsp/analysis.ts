import { projectFinder } from '../../io/roots.ts';
import { silentTerminal } from '../../io/terminal.ts';
import { fileExists } from '../../io/text-file.ts';
import { openRun } from '../../pipeline/open-run.ts';
import type { Run } from '../../pipeline/run.ts';
import type { Options } from '../../config/options.ts';
import type { DocumentPlace } from './places.ts';

/**
 * The path to scan for a document: the folder of its project, since a fix may need all files that call through a base,
 * and never more than the workspace. Outside of a workspace it is scanned alone.
 */
export const scanPathOf = ({ cwd, file, inWorkspace }: DocumentPlace): string => {
  if (!inWorkspace) return file;
  const project = projectFinder(cwd)(file);
  return project === '' || project.startsWith('..') ? '.' : project;
};

/** A run for `scope` below `cwd` with these texts, by their paths relative to `cwd`. */
export const openScope = async (
  options: Options,
  cwd: string,
  scope: string,
  texts: ReadonlyMap<string, string>,
): Promise<Run> => {
  const paths = fileExists(cwd, scope) ? [scope] : [];
  return openRun({ ...options, paths }, silentTerminal(cwd), texts);
};
