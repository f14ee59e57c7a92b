import { projectFinder } from '../io/roots.ts';
import type { Walked } from '../io/walk.ts';
import type { ConfiguredClient } from '../model/index.ts';
import type { Settings } from '../rules/checks/check.ts';
import { baselineFileOf } from './baseline-file.ts';
import { configuredClients } from './clients.ts';
import type { Config } from './config.ts';
import { findConfig } from '../io/config.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Options } from './options.ts';
import type { Ruleset } from '../rules/load/index.ts';
import { configsOf } from './configs.ts';
import type { Configs } from './configs.ts';
import { discover } from './discover.ts';
import { operationsByFile, silencedPointers } from './documents.ts';
import { settingsByFile } from './per-file.ts';
import { loadRulesets } from './rulesets.ts';
import { isInShard } from './shard.ts';

/** The configuration of the run; the code that checks one is loaded only where there is one. */
export const runConfig = async (options: Options, cwd: string): Promise<Config> => {
  const found = await findConfig(cwd, options.config, options.codeConfig);
  if (found === undefined) return { folder: cwd };
  const { loadConfig } = await import('./load.ts');
  const compile = found.uncompiled && (await import('./typescript.ts')).compiledConfig;
  return loadConfig(compile === undefined ? found : await compile(found), undefined);
};

/** The rules and the description of the service as the configuration of the working directory has them. */
export const openRuleset = async (options: Options, { cwd }: Terminal): Promise<Ruleset> => {
  const run = await runConfig(options, cwd);
  return loadRulesets(options, configsOf(cwd, run, new Map())).ruleset;
};

/** Files, configurations and rules of a run. */
export interface RunConfiguration {
  readonly configs: Configs;
  /** Files that were found; unused for standard input. */
  readonly walked: Walked;
  /** Problems in configurations of nested folders, whose files are skipped: the run ends with 2. */
  readonly problems: readonly string[];
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  /** HTTP clients that the configurations describe. */
  readonly clients: readonly ConfiguredClient[];
  /** Operation that a configuration assigns to a payload file. */
  readonly operationOf: (file: string) => string | undefined;
  /** JSON pointers of a document that a configuration silences. */
  readonly silencedAt: (file: string) => readonly string[];
  /** True for files of the shard that the run reports; without `--shard` for all. */
  readonly inShard: (file: string) => boolean;
  /** Absolute path of the baseline. */
  readonly baselineFile: string | undefined;
}

/**
 * Finds the files of a run, with the configuration and rules of each. `texts` replace files on disk, by path.
 * Throws UsageError for user errors.
 */
export const configureRun = async (
  options: Options,
  cwd: string,
  texts: ReadonlyMap<string, string> | undefined,
): Promise<RunConfiguration> => {
  const run = await runConfig(options, cwd);
  const { configs, walked, problems } = await discover({ cwd, options, run, texts });
  const { ruleset, rulesOf } = loadRulesets(options, configs);
  return {
    configs,
    walked,
    problems,
    ruleset,
    settings: settingsByFile({ cwd, options, configs, rulesOf, projectOf: projectFinder(cwd), walked }),
    clients: configuredClients(cwd, configs),
    operationOf: operationsByFile(cwd, configs),
    silencedAt: silencedPointers(cwd, configs, options),
    inShard: options.shard === undefined ? () => true : isInShard(options.shard),
    baselineFile: baselineFileOf(cwd, options, run),
  };
};
