import type { Fact } from '../../model/index.ts';

/** Facts of each kind, found once per list of facts. */
const byKind = new WeakMap<readonly Fact[], Map<Fact['kind'], readonly Fact[]>>();

/** The facts of one kind. */
export const factsOfKind = <K extends Fact['kind']>(
  facts: readonly Fact[],
  kind: K,
): readonly Extract<Fact, { kind: K }>[] => {
  const known = byKind.get(facts) ?? new Map<Fact['kind'], readonly Fact[]>();
  byKind.set(facts, known);
  const found = known.get(kind) ?? facts.filter((fact) => fact.kind === kind);
  known.set(kind, found);
  return found as readonly Extract<Fact, { kind: K }>[];
};
