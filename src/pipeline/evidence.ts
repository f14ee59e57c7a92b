import type { RunEvidence } from '../report/build.ts';
import type { FileSet, Findings, Run } from './run.ts';

/** True when the files of a run hold evidence of calls. */
export const holdsRecordings = ({ inventory }: FileSet): boolean =>
  inventory.candidates.some(({ origin }) => origin === 'recording');

/**
 * What the recordings of a run tell of its calls and findings; `undefined` where there are none, unless `--by-call`
 * asks. All files are matched; calls are told of those that are reported (`--staged`, `--shard`).
 */
export const evidenceFor = async (
  { options }: Run,
  { files, findings, facts, view, recordings }: Findings,
): Promise<RunEvidence | undefined> => {
  if (!holdsRecordings(files) && !options.byCall) return undefined;
  if (view === undefined) return { calls: { sites: [], elsewhere: [] }, of: new Map() };
  const { Correlator } = await import('./correlate/index.ts');
  const { evidenceOf } = await import('./correlate/findings.ts');
  const correlation = recordings?.correlation() ?? new Correlator(view.calls).result();
  const sites = correlation.sites.filter(({ file }) => files.isChosen(file));
  const elsewhere = correlation.elsewhere.filter(({ file }) => files.isChosen(file));
  return { calls: { sites, elsewhere }, of: evidenceOf(findings, correlation, facts) };
};
