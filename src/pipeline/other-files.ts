import { isCodeName } from '../extract/forms/not-analysed.ts';
import { searchOthers, textsWith } from '../io/other-files.ts';
import type { NotAnalysed, SearchOptions } from '../io/other-files.ts';
import type { Inventory } from '../io/inventory.ts';
import type { Walked } from '../io/walk.ts';
import { legacyTexts } from '../rules/keywords.ts';
import type { Others, TextsWith } from './other-texts.ts';
import { textsOfVariables } from './variable-uses.ts';
import type { Ruleset } from '../rules/load/index.ts';

/** The files of a run, and what their texts are compared with. */
interface OthersInput extends Pick<SearchOptions, 'cwd' | 'contents' | 'given'> {
  readonly walked: Walked;
  readonly ruleset: Ruleset;
}

/** Files whose texts run, or start what runs, and are not followed: scripts, settings of containers, other languages. */
const unfollowed = (walked: Walked, others: readonly NotAnalysed[]): readonly NotAnalysed[] => [
  ...walked.files.filter(({ path }) => /\.(?:sh|ya?ml)$|(?:^|\/)package\.json$/i.test(path)),
  ...others.filter(({ path }) => isCodeName(path)),
];

/** Looks for words in files that are not followed, once for the same words. */
const remembering = (find: TextsWith): TextsWith => {
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (words) => {
    const key = words.join(' ');
    const found = known.get(key) ?? find(words);
    known.set(key, found);
    return found;
  };
};

/** Searches files that are not analysed. */
export const searchOtherFiles = (
  { cwd, walked, ruleset, contents, given }: OthersInput,
  { notAnalysed, candidates }: Pick<Inventory, 'notAnalysed' | 'candidates'>,
  addresses: RegExp,
): Others => {
  const files = [...(walked.others ?? []), ...notAnalysed];
  const found = searchOthers(files, { cwd, texts: legacyTexts(ruleset.api), given, contents });
  const options = { cwd, given, contents };
  const find = remembering((words) => textsWith(unfollowed(walked, files), words, options));
  // What decides about a fix has to be known before checking whether a kept result is still valid.
  textsOfVariables(candidates, addresses, find);
  return { ...found, textsWith: find };
};
