import { checkNamed } from './registry.ts';
import type { Rule, Vocabulary } from '../model/index.ts';
import type { Ruleset } from './load/index.ts';

export { legacyTexts } from './api/legacy-texts.ts';

const merged = (all: readonly Vocabulary[], kind: keyof Vocabulary): readonly string[] => [
  ...new Set(all.flatMap((vocabulary) => vocabulary[kind] ?? [])),
];

/** The words without which none of the rules can fire: a file that holds none of them need not be parsed. */
export const vocabularyOf = ({ api, rules }: Ruleset): Vocabulary => {
  const all = rules.map((rule: Rule) => checkNamed(rule.check).vocabulary(rule.options as never, api));
  return {
    addresses: merged(all, 'addresses'),
    distinctive: merged(all, 'distinctive'),
    common: merged(all, 'common'),
    successors: merged(all, 'successors'),
    telling: merged(all, 'telling'),
    paths: merged(all, 'paths'),
    comments: merged(all, 'comments'),
  };
};

/** The words of a vocabulary, as extractors look for them. */
export const wordsOf = ({ distinctive, common, successors, telling = [], addresses }: Vocabulary) => ({
  names: [...distinctive, ...common],
  successors,
  telling,
  words: addresses,
});
