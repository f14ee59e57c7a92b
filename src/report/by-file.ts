import type { ReportedFinding } from './report.ts';

/** Findings by file, in their order. */
export const byFile = (
  findings: readonly ReportedFinding[],
): ReadonlyMap<string, readonly ReportedFinding[]> => {
  const files = new Map<string, ReportedFinding[]>();
  for (const finding of findings) {
    const known = files.get(finding.file);
    if (known === undefined) files.set(finding.file, [finding]);
    else known.push(finding);
  }
  return files;
};
