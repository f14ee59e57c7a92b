import { groupBy } from '../../../model/index.ts';
import type { Fact, Place, TextUse, UsesFact } from '../../../model/index.ts';

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}:${span.end}`;

const inOrder = ({ at: a }: TextUse, { at: b }: TextUse): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.span.start - b.span.start || a.span.end - b.span.end;

/** Merges the uses of one text from all groups of files, in order of position. */
const unitedUses = (facts: readonly UsesFact[]): UsesFact => {
  const uses = facts.flatMap((fact) => fact.uses);
  const united = new Map(uses.map((use) => [`${use.as} ${keyOf(use.at)}`, use]));
  return { ...facts[0]!, uses: [...united.values()].toSorted(inOrder) };
};

/** Facts with one fact about the uses of each text in place of one per group of files. */
export const withJoinedUses = (facts: readonly Fact[]): readonly Fact[] => {
  const byText = groupBy(
    facts.filter((fact) => fact.kind === 'uses'),
    keyOf,
  );
  if (byText.size === 0) return facts;
  const others = facts.filter(({ kind }) => kind !== 'uses');
  const texts = [...byText.keys()].toSorted();
  return [...others, ...texts.map((text) => unitedUses(byText.get(text)!))];
};

/** Facts with further uses of texts. */
export const withMoreUses = (facts: readonly Fact[], uses: readonly UsesFact[]): readonly Fact[] =>
  uses.length === 0 ? facts : withJoinedUses([...facts, ...uses]);
