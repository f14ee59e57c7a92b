import { editedBy } from '../fix/fix-groups.ts';
import { isSelfContained, partsOfRequest, requestsIn } from '../rules/request-parts.ts';
import type { Findings, Run } from './run.ts';

/**
 * True where safe fixes edit what several requests are made of, or touch each other: of a request that its own call site
 * writes, the checks tell what becomes of it.
 */
const mayBeRejected = ({ findings, facts }: Findings): boolean => {
  const isEdited = editedBy(findings, 'safe');
  return (
    isEdited === undefined ||
    requestsIn(facts).some((fact) => partsOfRequest(fact).some(isEdited) && !isSelfContained(fact))
  );
};

/**
 * Findings of a scan with what a trial of their safe fixes shows, in memory: `scan` promises what `fix` does. Nothing is
 * loaded for it where no trial is necessary.
 */
export const withTrial = async (run: Run, found: Findings): Promise<Findings> => {
  if (!mayBeRejected(found)) return found;
  return (await import('./apply-fixes.ts')).tryFixes(run, found);
};
