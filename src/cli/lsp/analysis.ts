import { projectFinder } from '../../io/roots.ts';
import { silentTerminal } from '../../io/terminal.ts';
import { fileExists } from '../../io/text-file.ts';
import { collect } from '../../pipeline/collect.ts';
import { extract } from '../../pipeline/extract.ts';
import { judge } from '../../pipeline/judge.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { reportOf } from '../../pipeline/outcome.ts';
import type { FileSet, Run } from '../../pipeline/run.ts';
import type { Finding } from '../../model/index.ts';
import type { Options } from '../../config/options.ts';
import type { ReportedFinding } from '../../report/report.ts';
import type { DocumentPlace } from './places.ts';

/** Findings of the project of some documents, with the texts that an editor holds in place of the files'. */
export interface Analysis {
  readonly run: Run;
  readonly files: FileSet;
  readonly findings: readonly Finding[];
  /** The same findings, as they may be shown. */
  readonly reported: readonly ReportedFinding[];
}

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

/** Analyses the files of a run. */
export const analyse = async (run: Run): Promise<Analysis> => {
  const files = await collect(run);
  const { findings, report } = await reportOf(run, await judge(run, await extract(run, files)));
  return { run, files, findings, reported: report.findings };
};
