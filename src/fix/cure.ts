import type { Finding } from '../model/index.ts';
import { editSetOf, type Fixable, isFixable, keyOf, type Unit } from './units.ts';

const countByKey = (findings: readonly Finding[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of findings.filter(isFixable)) {
    const key = keyOf(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Units with a finding that still stands where it was, while no other that reads alike went away. */
export const uncured = (
  units: readonly Unit[],
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Unit[] => {
  const edits = editSetOf(units);
  const [counts, left] = [countByKey(before), countByKey(after)];
  const places = new Set(after.filter(isFixable).map((each) => `${each.span.start} ${keyOf(each)}`));
  const stands = (finding: Fixable): boolean => {
    const key = keyOf(finding);
    if ((left.get(key) ?? 0) < (counts.get(key) ?? 0)) return false;
    return edits.startsAfter(finding).some((start) => places.has(`${start} ${key}`));
  };
  return units.filter(({ findings }) => findings.some(stands));
};
