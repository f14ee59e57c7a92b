import type { Finding } from '../model/index.ts';
import type { Report } from '../report/report.ts';
import { collect } from './collect.ts';
import { extract } from './extract.ts';
import { judge } from './judge.ts';
import { reportOf } from './outcome.ts';
import type { FileSet, Findings, Run } from './run.ts';

/** Findings of a run: files are collected, extracted and judged. */
export const findingsOf = async (run: Run): Promise<Findings> =>
  judge(run, await extract(run, await collect(run)));

/** Files of a run and its findings, also as they may be shown. */
export interface Analysis {
  readonly run: Run;
  readonly files: FileSet;
  readonly findings: readonly Finding[];
  readonly report: Report;
}

/** Analyses the files of a run. */
export const analyse = async (run: Run): Promise<Analysis> => {
  const found = await findingsOf(run);
  return { run, files: found.files, ...(await reportOf(run, found)) };
};
