import { searchOthers } from '../io/others.ts';
import type { FoundInOthers, SearchOptions } from '../io/others.ts';
import type { Inventory } from '../io/inventory.ts';
import type { Walked } from '../io/walk.ts';
import { legacyTexts } from '../rules/keywords.ts';
import type { Ruleset } from '../rules/load/index.ts';

/** The files of a run, and what their texts are compared with. */
interface OthersInput extends Pick<SearchOptions, 'cwd' | 'contents' | 'given'> {
  readonly walked: Walked;
  readonly ruleset: Ruleset;
}

/** What stands in files that are not analysed. */
export const lookAtOthers = (
  { cwd, walked, ruleset, contents, given }: OthersInput,
  { notAnalysed }: Pick<Inventory, 'notAnalysed'>,
): FoundInOthers =>
  searchOthers([...(walked.others ?? []), ...notAnalysed], {
    cwd,
    texts: legacyTexts(ruleset.api),
    given,
    contents,
  });
