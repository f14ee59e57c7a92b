import { isDocument } from './languages/paths.ts';
import { isCurrent } from '../extraction-cache.ts';
import type { ExtractionCache, CachedResult } from '../extraction-cache.ts';
import { importedBy } from './project/imported-by.ts';
import type { FailedFile, UsesFact, Fact, Place } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { factsOfFiles, type GroupFacts, type Search } from './group-facts.ts';
import { admitted, BEYOND, refusalOfText } from './project/parse-limits.ts';
import { groupsOf } from './project/groups.ts';
import type { Workspace } from './project/workspace.ts';
import { sharedImports } from './project/shared-addresses.ts';
import { FileFault, faultReason, innermostFault } from './syntax/file-fault.ts';

/** Maximum number of files of one group that are dropped one by one; then the whole group is. */
const MAX_FAULTS = 8;

const NOTHING: GroupFacts = {
  facts: [],
  mediaTypes: [],
  otherRequests: [],
  elsewhere: [],
  failed: [],
  broken: [],
  traces: [],
};

const failed = (paths: Iterable<string>, message: string, { candidates }: Search): readonly FailedFile[] =>
  [...paths].filter((path) => candidates.has(path)).map((file) => ({ file, message }));

/** The file of a group that makes it fail with an error that names none. */
const faultyFile = (texts: ReadonlyMap<string, string>, search: Search): string | undefined =>
  innermostFault(
    [...texts.keys()],
    (path) => void factsOfFiles(new Map([[path, texts.get(path)!]]), search),
    (path) => importedBy(search.workspace, path, texts.get(path)!),
  );

/**
 * Facts of one group of files. A file that cannot be analysed is dropped: the others are analysed without it,
 * and its uses of what it imports are unknown.
 */
const groupFacts = (texts: ReadonlyMap<string, string>, search: Search): GroupFacts => {
  const { unseen } = search.workspace;
  const left = new Map([...texts].filter(([path]) => !unseen.has(path)));
  const lost: FailedFile[] = [];
  for (let faults = 0; ; faults++) {
    try {
      const found = factsOfFiles(left, search);
      return lost.length === 0 ? found : { ...found, failed: [...lost, ...found.failed] };
    } catch (error) {
      const file = error instanceof FileFault ? error.file : faultyFile(left, search);
      if (file === undefined || unseen.has(file) || faults === MAX_FAULTS) {
        for (const path of left.keys()) search.workspace.refuse(path);
        return { ...NOTHING, failed: [...lost, ...failed(left.keys(), faultReason(error), search)] };
      }
      left.delete(file);
      search.workspace.refuse(file);
      lost.push(...failed([file], faultReason(error), search));
    }
  }
};

type Texts = ReadonlyMap<string, string>;

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const usesIn = (facts: readonly Fact[]): readonly UsesFact[] => facts.filter((fact) => fact.kind === 'uses');

/** Uses of editable values in files that import them from another group and send none of them. */
const usesElsewhere = (
  groups: readonly Texts[],
  found: readonly GroupFacts[],
  search: Search,
): readonly UsesFact[] => {
  const edited = found.flatMap(({ facts }) => usesIn(facts));
  if (groups.length < 2 || edited.length === 0) return [];
  const files = new Set(edited.map(({ file }) => file));
  const shared = new Set([...search.shared, ...files]);
  return groups.flatMap((texts, at): readonly UsesFact[] => {
    const imported = sharedImports(texts, search.workspace, shared).filter((path) => files.has(path));
    if (imported.length === 0) return [];
    const told = new Set(usesIn(found[at]!.facts).map(keyOf));
    const near = new Set(imported);
    const wanted = edited.filter((fact) => near.has(fact.file) && !told.has(keyOf(fact)));
    return wanted.length === 0 ? [] : usesIn(groupFacts(texts, { ...search, shared, wanted }).facts);
  });
};

interface KeptGroup {
  readonly found: GroupFacts;
  /** Files of the group and everything they import transitively: findings depend on these only. */
  readonly reach: ReadonlySet<string>;
  readonly addressed: boolean;
}

const CODE = /\.(?:[cm]?[jt]sx?|gs)$/;

const reachOf = (texts: Texts, workspace: Workspace): ReadonlySet<string> => {
  const seen = new Set([...texts.keys(), ...workspace.replaced.files()]);
  const open = [...seen];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const text = isDocument(path) ? '' : (texts.get(path) ?? workspace.host.read(path) ?? '');
    for (const imported of importedBy(workspace, path, text)) {
      if (seen.has(imported)) continue;
      seen.add(imported);
      open.push(imported);
    }
  }
  return seen;
};

const keyOfGroup = (texts: Texts): string => `group\n${[...texts.keys()].join('\n')}`;

/** Facts of a group; reused from an earlier scan where no file it depends on has changed. */
const keptFacts = (texts: Texts, search: Search, cache: ExtractionCache): GroupFacts => {
  const known = cache.kept.get(keyOfGroup(texts)) as CachedResult<KeptGroup> | undefined;
  // Settings may be read by any code.
  const matters = (path: string): boolean => !CODE.test(path) || known!.value.reach.has(path);
  const { addressed, workspace } = search;
  if (known?.value.addressed === addressed && isCurrent(known, cache, matters)) return known.value.found;
  const value = { found: groupFacts(texts, search), reach: reachOf(texts, workspace), addressed };
  cache.kept.set(keyOfGroup(texts), { value, texts: cache.texts });
  return value.found;
};

type Hooks = Pick<ExtractInput, 'cache' | 'afterGroup'>;

const factsOfEach = (
  groups: readonly Texts[],
  search: Search,
  { afterGroup }: Hooks,
): readonly GroupFacts[] =>
  groups.map((texts) => {
    const found = groupFacts(texts, search);
    if (groups.length > 1) afterGroup?.();
    return found;
  });

/** Facts of the groups in order; unchanged ones are taken from `cache`. */
const factsOfGroups = (groups: readonly Texts[], search: Search, hooks: Hooks): readonly GroupFacts[] => {
  const { cache } = hooks;
  if (cache === undefined || search.asked !== undefined) return factsOfEach(groups, search, hooks);
  return groups.map((texts) => keptFacts(texts, search, cache));
};

/** Removes all groups but these from the cache. */
export const keepOnly = (
  groups: readonly Texts[],
  { cache, asked }: Pick<ExtractInput, 'cache' | 'asked'>,
): void => {
  if (cache === undefined || asked !== undefined) return;
  const current = new Set(groups.map(keyOfGroup));
  for (const key of cache.kept.keys())
    if (key.startsWith('group\n') && !current.has(key)) cache.kept.delete(key);
};

interface Parts {
  /** Files by group, with their texts. */
  readonly parts: readonly ReadonlyMap<string, string>[];
  readonly refused: readonly FailedFile[];
}

/** Partitions the files into groups, and drops what exceeds the budget, before anything is parsed. */
export const partition = (
  texts: Map<string, string>,
  workspace: Workspace,
  hints: Parameters<typeof groupsOf>[2],
  small: number | undefined,
): Parts => {
  const refused: FailedFile[] = [];
  const refuse = (file: string, message: string): void => {
    workspace.refuse(file);
    texts.delete(file);
    refused.push({ file, message });
  };
  for (const [path, text] of texts) {
    const reason = refusalOfText(text);
    if (reason !== undefined) refuse(path, reason);
  }
  const parts = groupsOf(texts, workspace, hints, small).map((paths) => {
    const { within, beyond } = admitted(paths, texts);
    for (const path of beyond) refuse(path, BEYOND);
    return new Map(within.map((path) => [path, texts.get(path)!]));
  });
  return { parts, refused };
};

/** Maximum number of rounds in which a failed file that others depend on triggers a rescan. */
const MAX_ROUNDS = 4;

/** Facts of all groups; repeated where a file fails that imports files of another group. */
export const factsOfParts = (
  parts: Parts['parts'],
  search: Search,
  hooks: Hooks,
): { readonly groups: readonly GroupFacts[]; readonly uses: readonly UsesFact[] } => {
  const { unseen } = search.workspace;
  for (let round = 1; ; round++) {
    const before = unseen.reach;
    const groups = factsOfGroups(parts, search, round === 1 ? hooks : { ...hooks, cache: undefined });
    const uses = usesElsewhere(parts, groups, search);
    if (unseen.reach === before || round === MAX_ROUNDS) return { groups, uses };
  }
};
