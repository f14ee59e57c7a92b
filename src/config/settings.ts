import type { Settings } from '../rules/checks/check.ts';
import type { Config } from './config.ts';
import { didYouMean, shownName, UsageError } from '../model/index.ts';
import type { Severity } from '../model/index.ts';
import type { Options } from './options.ts';

/** Default target version. */
export const DEFAULT_TARGET = '2023-02-01';

/** Throws UsageError for an id that no rule has; `where` it was given. */
export const refuseUnknownRules = (
  given: Iterable<string>,
  known: readonly string[],
  where: string,
): void => {
  for (const id of given) {
    if (known.includes(id)) continue;
    const hint = didYouMean(id, known);
    throw new UsageError(`${where}: there is no rule "${shownName(id)}".${hint} "migrate rules" lists them.`);
  }
};

const enabledRules = (
  options: Options,
  levels: ReadonlyMap<string, Severity | 'off'>,
  known: readonly string[],
  { reportUnusedSuppressions }: Config,
) => {
  const chosen = options.rules.length > 0 ? options.rules : known;
  const off = new Set([...levels].filter(([, level]) => level === 'off').map(([id]) => id));
  if (reportUnusedSuppressions === false) off.add('unused-suppression');
  const enabled = chosen.filter((id) => !off.has(id) && !options.ignoredRules.includes(id));
  return enabled.length === known.length ? undefined : new Set(enabled);
};

/**
 * Settings of the rules, from flags and configuration; flags win. `known` are the ids of the rules that the
 * configuration has, `all` those that flags may name. Throws UsageError for an id that no rule has.
 */
export const settingsFrom = (
  options: Options,
  config: Config,
  known: readonly string[],
  projectOf: (file: string) => string,
  all: readonly string[] = known,
): Settings => {
  refuseUnknownRules(
    Object.keys(config.rules ?? {}),
    known,
    `${config.file ?? 'configuration'}, key "rules"`,
  );
  refuseUnknownRules(options.rules, all, '--rule');
  refuseUnknownRules(options.ignoredRules, all, '--ignore-rule');
  refuseUnknownRules(options.severities.keys(), all, '--severity');
  const levels = new Map([...Object.entries(config.rules ?? {}), ...options.severities]);
  const severities = [...levels].filter((entry): entry is [string, Severity] => entry[1] !== 'off');
  return {
    target: options.target ?? config.target ?? DEFAULT_TARGET,
    today: options.today,
    failWithin: options.failWithin,
    enabled: enabledRules(options, levels, known, config),
    severities: new Map(severities),
    requireReason: config.requireSuppressionReason ?? false,
    projectOf,
  };
};
