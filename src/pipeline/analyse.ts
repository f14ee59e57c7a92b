import type { Finding } from '../model/index.ts';
import type { Report } from '../report/report.ts';
import { collect, withCodeAround } from './collect.ts';
import { extract } from './extract.ts';
import { judge } from './judge.ts';
import { reportOf } from './outcome.ts';
import type { FileSet, Findings, Run } from './run.ts';
import { withTrial } from './with-trial.ts';

const judged = async (run: Run, files: FileSet): Promise<Findings> => judge(run, await extract(run, files));

/** Findings of a run: files are collected, extracted and judged. */
export const findingsOf = async (run: Run): Promise<Findings> => judged(run, await collect(run));

/**
 * Findings of a run on these files, their fixes as `fix` would find them: where a part of the working directory has one
 * that is safe, the code around it is read too.
 */
export const findingsWithFixes = async (run: Run, files: FileSet): Promise<Findings> => {
  const found = await judged(run, files);
  const promises = found.findings.some(({ fix }) => fix?.safety === 'safe');
  if (!promises) return found;
  const all = withCodeAround(run, files);
  return withTrial(run, all === undefined ? found : await judged(run, all));
};

/** Files of a run and its findings, also as they may be shown. */
export interface Analysis {
  readonly run: Run;
  readonly files: FileSet;
  readonly findings: readonly Finding[];
  readonly report: Report;
}

/** Analyses the files of a run. */
export const analyse = async (run: Run): Promise<Analysis> => {
  const found = await findingsWithFixes(run, await collect(run));
  return { run, files: found.files, ...(await reportOf(run, found)) };
};
