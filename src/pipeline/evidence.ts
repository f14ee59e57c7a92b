import type { Job } from './open-run.ts';
import type { Finding } from '../model/index.ts';
import type { RunEvidence } from '../report/build.ts';
import type { ScanOutcome } from './scan.ts';

/** True when the files of a run hold evidence of calls. */
export const holdsRecordings = ({ project }: Pick<Job, 'project'>): boolean =>
  project.inventory.candidates.some(({ origin }) => origin === 'recording');

/**
 * What the recordings of a run tell of its calls and findings; `undefined` where there are none, unless `--by-call`
 * asks. All files are matched; calls are told of those that are reported (`--staged`, `--shard`).
 */
export const evidenceFor = async (
  job: Pick<Job, 'project' | 'options'>,
  {
    findings,
    facts,
    view,
    witness,
  }: Pick<ScanOutcome, 'facts' | 'view' | 'witness'> & {
    readonly findings: readonly Finding[];
  },
): Promise<RunEvidence | undefined> => {
  if (!holdsRecordings(job) && !job.options.byCall) return undefined;
  if (view === undefined) return { calls: { sites: [], elsewhere: [] }, of: new Map() };
  const { Correlator } = await import('./correlate/index.ts');
  const { evidenceOf } = await import('./correlate/findings.ts');
  const { isChosen } = job.project;
  const correlation = witness?.correlation() ?? new Correlator(view.calls).result();
  const sites = correlation.sites.filter(({ file }) => isChosen(file));
  const elsewhere = correlation.elsewhere.filter(({ file }) => isChosen(file));
  return { calls: { sites, elsewhere }, of: evidenceOf(findings, correlation, facts) };
};
