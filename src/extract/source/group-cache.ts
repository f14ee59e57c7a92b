import { isCurrent } from '../recall.ts';
import type { Recall, Remembered } from '../recall.ts';
import type { GroupFacts, Search } from './group-facts.ts';
import { groupFacts } from './group-fence.ts';
import { importedBy } from './project/imported-by.ts';
import type { Surroundings } from './project/workspace.ts';

type Texts = ReadonlyMap<string, string>;

interface KeptGroup {
  readonly found: GroupFacts;
  /** The files of the group and all that they import, at any distance: what is found depends on these only. */
  readonly reach: ReadonlySet<string>;
  readonly addressed: boolean;
}

const CODE = /\.[cm]?[jt]sx?$/;

const reachOf = (texts: Texts, around: Surroundings): ReadonlySet<string> => {
  const seen = new Set(texts.keys());
  const open = [...seen];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const text = path.endsWith('.json') ? '' : (texts.get(path) ?? around.host.read(path) ?? '');
    for (const imported of importedBy(around, path, text)) {
      if (seen.has(imported)) continue;
      seen.add(imported);
      open.push(imported);
    }
  }
  return seen;
};

const keyOf = (texts: Texts): string => `group\n${[...texts.keys()].join('\n')}`;

/** The facts of a group; those of an earlier scan where no file changed that it depends on. */
const keptFacts = (texts: Texts, search: Search, recall: Recall): GroupFacts => {
  const known = recall.kept.get(keyOf(texts)) as Remembered<KeptGroup> | undefined;
  // Settings may be read by any code.
  const matters = (path: string): boolean => !CODE.test(path) || known!.value.reach.has(path);
  const { addressed, around } = search;
  if (known?.value.addressed === addressed && isCurrent(known, recall, matters)) return known.value.found;
  const value = { found: groupFacts(texts, search), reach: reachOf(texts, around), addressed };
  recall.kept.set(keyOf(texts), { value, texts: recall.texts });
  return value.found;
};

/** The facts of groups, one after the other; those that stand are taken from `recall`, which forgets all other groups. */
export const factsOfGroups = (
  groups: readonly Texts[],
  search: Search,
  recall: Recall | undefined,
): readonly GroupFacts[] => {
  if (recall === undefined || search.asked !== undefined)
    return groups.map((texts) => groupFacts(texts, search));
  const found = groups.map((texts) => keptFacts(texts, search, recall));
  const current = new Set(groups.map(keyOf));
  for (const key of recall.kept.keys())
    if (key.startsWith('group\n') && !current.has(key)) recall.kept.delete(key);
  return found;
};
