import { resolve } from 'node:path';
import type { Settings } from '../rules/checks/check.ts';
import type { Config, Override } from './config.ts';
import { patternMatcher } from '../io/ignores.ts';
import type { Walked } from '../io/walk.ts';
import type { Rule } from '../model/index.ts';
import type { Options } from './options.ts';
import { refuseUnknownRules, settingsFrom } from './settings.ts';
import type { Configs } from './configs.ts';

export interface SettingsInput {
  readonly cwd: string;
  readonly options: Options;
  readonly configs: Configs;
  /** The rules of a configuration: its rule packs may replace built-in ones. */
  readonly rulesOf: (config: Config) => readonly Rule[];
  readonly projectOf: (file: string) => string;
  /** The files of the run. */
  readonly walked?: Walked;
}

/** Numbers of the overrides that apply to a file: files with equal lists have equal settings. */
const overridesFor = ({ folder, overrides = [] }: Config): ((path: string) => readonly number[]) => {
  const matchers = overrides.map(({ files }) =>
    [files].flat().map((pattern) => patternMatcher(folder, pattern)),
  );
  return (path) =>
    matchers.flatMap((patterns, index) => (patterns.some((matches) => matches(path)) ? [index] : []));
};

const overridden = (config: Config, { files: _files, ...override }: Override): Config => ({
  ...config,
  ...override,
  ...(override.rules && { rules: { ...config.rules, ...override.rules } }),
});

/** Settings of each file from one configuration, computed once for each combination of overrides; `all` are the rules of any. */
const settingsOf = (
  input: SettingsInput,
  config: Config,
  all: readonly string[],
): ((path: string) => Settings) => {
  const { options, projectOf } = input;
  const rules = input.rulesOf(config);
  const ids = rules.map(({ id }) => id);
  const applying = overridesFor(config);
  const known = new Map<string, Settings>();
  return (path) => {
    const numbers = applying(path);
    const key = numbers.join();
    let settings = known.get(key);
    if (settings === undefined) {
      const effective = numbers.reduce((so, number) => overridden(so, config.overrides![number]!), config);
      settings = { ...settingsFrom(options, effective, ids, projectOf, all), rules };
      known.set(key, settings);
    }
    return settings;
  };
};

/** Named files and standard input are scanned without related files. */
const aloneIn = ({ options, walked }: SettingsInput): ((file: string) => boolean) => {
  const named = new Set((walked?.files ?? []).flatMap((file) => (file.named ? [file.path] : [])));
  return (file) => options.stdin !== undefined || named.has(file);
};

/**
 * The settings of a run, and of each file where configurations or overrides differ. Throws UsageError for a rule that
 * does not exist, in whichever configuration or flag.
 */
export const settingsByFile = (input: SettingsInput): Settings => {
  const { cwd, configs } = input;
  const rules = new Set(configs.all.map(input.rulesOf));
  const all = [...new Set([...rules].flatMap((each) => each.map(({ id }) => id)))];
  const ofConfig = new Map(configs.all.map((config) => [config, settingsOf(input, config, all)]));
  for (const config of configs.all)
    for (const override of config.overrides ?? [])
      refuseUnknownRules(
        Object.keys(override.rules ?? {}),
        input.rulesOf(config).map(({ id }) => id),
        `${config.file}, key "overrides"`,
      );
  const everywhere = [...ofConfig].map(([{ folder }, settings]) => settings(folder));
  const run = { ...everywhere[0]!, isAlone: aloneIn(input) };
  if (configs.all.every(({ overrides = [] }) => overrides.length === 0) && everywhere.length === 1)
    return run;
  return { ...run, of: (file) => ofConfig.get(configs.of(file))!(resolve(cwd, file)) };
};
