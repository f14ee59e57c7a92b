import { shownFor } from '../../pipeline/build-outcome.ts';
import { projectFinder } from '../../io/roots.ts';
import { silentTerminal } from '../../io/terminal.ts';
import { fileExists } from '../../io/text-file.ts';
import { compareWithBaseline } from '../../pipeline/compare-baseline.ts';
import { openJob } from '../../pipeline/open-run.ts';
import type { Job } from '../../pipeline/open-run.ts';
import type { Finding } from '../../model/index.ts';
import type { Options } from '../../config/options.ts';
import type { ReportedFinding } from '../../report/report.ts';
import type { DocumentPlace } from './places.ts';

/** What is found in the project of some documents, with the texts that an editor holds in place of the files'. */
export interface Analysis {
  readonly job: Job;
  readonly findings: readonly Finding[];
  /** The same findings, as they may be shown. */
  readonly reported: readonly ReportedFinding[];
}

/**
 * The path to scan for a document: the folder of its project, since a fix may need all files that call through a base,
 * and never more than the workspace. Outside of a workspace it is scanned alone.
 */
export const scopeOf = ({ cwd, file, inWorkspace }: DocumentPlace): string => {
  if (!inWorkspace) return file;
  const project = projectFinder(cwd)(file);
  return project === '' || project.startsWith('..') ? '.' : project;
};

/** A job for `scope` below `cwd` with these texts, by their paths relative to `cwd`. */
export const openScope = async (
  options: Options,
  cwd: string,
  scope: string,
  texts: ReadonlyMap<string, string>,
): Promise<Job> => {
  const paths = fileExists(cwd, scope) ? [scope] : [];
  return openJob({ ...options, paths }, silentTerminal(cwd), texts);
};

/** The same job with other texts, where nothing else changed. */
export const withTexts = async (job: Job, texts: ReadonlyMap<string, string>): Promise<Job> => ({
  ...job,
  project: await job.project.withTexts(texts),
});

/** What is found in the files of a job. */
export const analyse = async (job: Job): Promise<Analysis> => {
  const found = await job.project.scan(new Map());
  const findings = compareWithBaseline(job, found.findings, found.failed).fresh;
  const { report } = await shownFor(job, { ...found, findings }, job.project);
  return { job, findings, reported: report.findings };
};
