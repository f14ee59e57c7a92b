import { ruleFiles } from '../../generated/rule-files.ts';
import type { Api, Rule } from '../../model/index.ts';
import { loadApi } from './api.ts';
import type { ReadFile } from './api.ts';
import { withExtensions } from './extension.ts';
import { extensionIn, mergeRules } from './rules.ts';
import type { RuleFile } from './rules.ts';

export { extendApi, withoutTables } from './api.ts';

/** API description and rules. */
export interface Ruleset {
  readonly api: Api;
  readonly rules: readonly Rule[];
}

/**
 * The built-in rules and description, and the user's rule packs. `read` reads a file of this package by its path
 * relative to the package's root (`rules/api/api.json`); it is called again later for tables that are read late.
 * A pack's rule replaces a built-in one of the same id, and its rows those of the description. Throws `UsageError` for a pack that is not valid.
 */
export const loadRuleset = (read: ReadFile, packs: readonly RuleFile[] = []): Ruleset => {
  const builtIn = ruleFiles.map((name) => ({ file: `rules/${name}`, text: read(`rules/${name}`) }));
  const rules = mergeRules(builtIn, packs);
  return { api: withExtensions(loadApi(read), packs.map(extensionIn)), rules };
};
