import type { Config } from '../config/config.ts';
import { readPackageFile } from '../io/package.ts';
import type { Rule, Severity } from '../model/index.ts';
import { loadRuleset } from '../rules/load/index.ts';

/** A rule, as `migrate rules --format json` lists it. */
export interface RuleInfo {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly advice: string;
  readonly source: string;
  readonly fix: string;
}

/** Rules as they are listed, by id. */
export const listedRules = (all: readonly Rule[]): readonly RuleInfo[] =>
  all
    .map(({ id, severity, title, why, advice, source, fix }) => {
      return { id, severity, title, why, advice, source, fix };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The built-in rules, by id. */
export const rules = (): readonly RuleInfo[] => listedRules(loadRuleset(readPackageFile).rules);

/** Configuration that `migrate.config.ts` exports. */
export type UserConfig = Omit<Config, 'folder' | 'file'>;

/** The configuration as it is: editors complete its keys. */
export const defineConfig = (config: UserConfig): UserConfig => config;
