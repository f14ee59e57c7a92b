import type { Finding, Fix, Place, Safety } from '../model/index.ts';
import { EditSet, type FileEdit } from './edit-set.ts';

/** A finding that brings a fix. */
export type Fixable = Finding & { readonly fix: Fix };

/** True when the finding has a fix with edits. */
export const isFixable = (finding: Finding): finding is Fixable =>
  finding.fix !== undefined && finding.fix.edits.length > 0;

/** Fixes that apply together or not at all: one fix, or all fixes of a group. */
export interface FixGroup {
  readonly findings: readonly Fixable[];
}

/**
 * Fix groups in the order of their first finding. Findings with the same group key are one group, across
 * files.
 */
export const fixGroupsOf = (findings: readonly Finding[]): readonly FixGroup[] => {
  const units: { findings: Fixable[] }[] = [];
  const groups = new Map<string, { findings: Fixable[] }>();
  for (const finding of findings.filter(isFixable)) {
    const { fix } = finding;
    const known = fix.group === undefined ? undefined : groups.get(fix.group);
    const unit = known ?? { findings: [] };
    unit.findings.push(finding);
    if (known !== undefined) continue;
    units.push(unit);
    if (fix.group !== undefined) groups.set(fix.group, unit);
  }
  return units;
};

/** True when every fix of the unit may be applied at this level of trust. */
export const isAllowed = (unit: FixGroup, safety: Safety): boolean =>
  safety === 'unsafe' || unit.findings.every(({ fix }) => fix.safety === 'safe');

/** Every edit of the unit with its file. */
export const editsOf = (unit: FixGroup): readonly FileEdit[] =>
  unit.findings.flatMap(({ file, fix }) => fix.edits.map((edit) => ({ file, edit })));

/** The edits of units that do not touch each other. */
export const editSetOf = (units: readonly FixGroup[]): EditSet => {
  const edits = new EditSet();
  for (const unit of units) for (const each of editsOf(unit)) edits.add(each);
  return edits;
};

/** Test for places that the fixes of a scan edit, at this level of trust; `undefined` where they touch each other. */
export const editedBy = (
  findings: readonly Finding[],
  safety: Safety,
): ((place: Place) => boolean) | undefined => {
  const edits = new EditSet();
  for (const each of fixGroupsOf(findings)
    .filter((unit) => isAllowed(unit, safety))
    .flatMap(editsOf)) {
    if (!edits.accepts(each)) return undefined;
    edits.add(each);
  }
  return (place) => edits.touches(place);
};

/** Findings that the units fix, counted by file. */
export const findingsByFile = (units: readonly FixGroup[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { file } of units.flatMap(({ findings }) => findings))
    counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
};

/** Files that the unit would change. */
export const filesOf = (unit: FixGroup): readonly string[] => [
  ...new Set(unit.findings.map(({ file }) => file)),
];

/**
 * Key of a finding across passes, while offsets move: two findings of one rule at locations that read
 * alike are one to it.
 */
export const fixKey = ({ rule, file, anchor, fix }: Fixable): string =>
  JSON.stringify([rule, file, anchor, fix.title, fix.edits.map(({ text }) => text)]);

/** Key under which it is remembered why a fix was not applied: a safe one is apart from an unsafe one that reads alike. */
export const obstacleKey = (finding: Fixable): string => `${finding.fix.safety} ${fixKey(finding)}`;
