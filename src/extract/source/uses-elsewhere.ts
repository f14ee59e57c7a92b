import type { Fact, Place, UsesFact } from '../../model/index.ts';
import type { GroupFacts, Search } from './group-facts.ts';
import { groupFacts } from './group-fence.ts';
import { sharedImports } from './project/shared-addresses.ts';

type Texts = ReadonlyMap<string, string>;

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const usesIn = (facts: readonly Fact[]): readonly UsesFact[] => facts.filter((fact) => fact.kind === 'uses');

/**
 * Uses of what may be edited by files that send nothing of it: they import it from files of another group, and
 * nothing in their own facts asked where it goes.
 */
export const usesElsewhere = (
  groups: readonly Texts[],
  found: readonly GroupFacts[],
  search: Search,
): readonly UsesFact[] => {
  const edited = found.flatMap(({ facts }) => usesIn(facts));
  if (groups.length < 2 || edited.length === 0) return [];
  const files = new Set(edited.map(({ file }) => file));
  const shared = new Set([...search.shared, ...files]);
  return groups.flatMap((texts, at): readonly UsesFact[] => {
    const imported = sharedImports(texts, search.around, shared).filter((path) => files.has(path));
    if (imported.length === 0) return [];
    const told = new Set(usesIn(found[at]!.facts).map(keyOf));
    const near = new Set(imported);
    const wanted = edited.filter((fact) => near.has(fact.file) && !told.has(keyOf(fact)));
    return wanted.length === 0 ? [] : usesIn(groupFacts(texts, { ...search, shared, wanted }).facts);
  });
};
