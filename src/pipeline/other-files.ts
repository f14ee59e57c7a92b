import { searchOthers } from '../io/others.ts';
import type { Unread } from '../model/index.ts';
import { legacyTexts } from '../rules/keywords.ts';
import { givenTexts } from './given-texts.ts';
import type { Project, ProjectInput } from './project.ts';

/** Texts that can be addresses of the legacy API in files of the run that are not analysed; an editor asks for none. */
export const unreadIn = (input: ProjectInput, { inventory, isChosen }: Project): readonly Unread[] => {
  const { cwd, walked, ruleset, contents, texts } = input;
  if (texts !== undefined) return [];
  const files = [...(walked.others ?? []), ...inventory.notAnalysed].filter(({ path }) => isChosen(path));
  return searchOthers(files, { cwd, texts: legacyTexts(ruleset.api), given: givenTexts(input), contents });
};
