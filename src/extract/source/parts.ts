import type { FailedFile, UsesFact } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { factsOfGroups } from './group-cache.ts';
import type { GroupFacts, Search } from './group-facts.ts';
import { admitted, BEYOND, refusal } from './project/admission.ts';
import { groupsOf } from './project/groups.ts';
import type { Surroundings } from './project/workspace.ts';
import { usesElsewhere } from './uses-elsewhere.ts';

interface Parts {
  /** The files by group, with their texts. */
  readonly parts: readonly ReadonlyMap<string, string>[];
  readonly refused: readonly FailedFile[];
}

/** Parts the files into groups, and leaves out what is beyond a budget: before anything is parsed. */
export const partsOf = (
  texts: Map<string, string>,
  around: Surroundings,
  hints: Parameters<typeof groupsOf>[2],
  small: number | undefined,
): Parts => {
  const refused: FailedFile[] = [];
  const refuse = (file: string, message: string): void => {
    around.refuse(file);
    texts.delete(file);
    refused.push({ file, message });
  };
  for (const [path, text] of texts) {
    const reason = refusal(text);
    if (reason !== undefined) refuse(path, reason);
  }
  const parts = groupsOf(texts, around, hints, small).map((paths) => {
    const { within, beyond } = admitted(paths, texts);
    for (const path of beyond) refuse(path, BEYOND);
    return new Map(within.map((path) => [path, texts.get(path)!]));
  });
  return { parts, refused };
};

/** Rounds in which files turn out not to be analysable that others depend on. */
const MOST_ROUNDS = 4;

/** The facts of all groups; once more where a file of one could not be analysed that imports files of another. */
export const factsOfParts = (
  parts: Parts['parts'],
  search: Search,
  recall: ExtractInput['recall'],
): { readonly groups: readonly GroupFacts[]; readonly uses: readonly UsesFact[] } => {
  const { unseen } = search.around;
  for (let round = 1; ; round++) {
    const before = unseen.reach;
    const groups = factsOfGroups(parts, search, round === 1 ? recall : undefined);
    const uses = usesElsewhere(parts, groups, search);
    if (unseen.reach === before || round === MOST_ROUNDS) return { groups, uses };
  }
};
