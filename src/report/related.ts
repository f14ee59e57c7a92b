import type { Redacted } from '../model/index.ts';
import type { Position, Report, ReportedFinding } from './report.ts';

/** Related location of a finding, with the reason. */
export interface RelatedPlace {
  readonly file: Redacted;
  readonly start: Pick<Position, 'line' | 'column'>;
  readonly text: string;
}

/** Maximum number of related locations of one group. */
const MAX_COUNT = 20;

const groupsOf = ({ findings }: Report): ReadonlyMap<string, readonly ReportedFinding[]> => {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of findings) {
    const group = finding.fix?.group;
    if (group === undefined) continue;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [finding]);
    else if (known.length <= MAX_COUNT) known.push(finding);
  }
  return groups;
};

/** Recorded calls of a finding, or call sites that may have made a recorded call. */
const evidence = ({ seen, sites = [] }: ReportedFinding): readonly RelatedPlace[] => [
  ...(seen?.places ?? []).map(({ file, start }) => ({ file, start, text: 'A recorded call.' })),
  ...sites.map(({ file, start }) => ({ file, start, text: 'This line makes such calls.' })),
];

/** Why a fix is unsafe, and what to check by hand, where that is. */
const notes = ({ fix, blocked }: ReportedFinding): readonly RelatedPlace[] =>
  [fix?.reason ?? [], fix?.assumes ?? [], blocked ?? []]
    .flat()
    .map(({ file, line, text }) => ({ file, start: { line, column: 1 }, text }));

/** Locations related to each finding: recorded calls, and findings whose fixes are applied together with its own. */
export const relatedPlaces = (report: Report): ((finding: ReportedFinding) => readonly RelatedPlace[]) => {
  const groups = groupsOf(report);
  return (finding) => {
    const group = groups.get(finding.fix?.group ?? '') ?? [];
    const others = group.filter((other) => other !== finding).slice(0, MAX_COUNT);
    const together = others.map(({ file, start, rule }) => ({
      file,
      start,
      text: `Fixed together with this: ${rule}.`,
    }));
    return [...evidence(finding), ...notes(finding), ...together];
  };
};
