import type { Config } from './config.ts';
import { findConfig } from '../io/config.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Options } from './options.ts';
import type { Ruleset } from '../rules/load/index.ts';
import { configsOf } from './configs.ts';
import { loadRulesets } from './rulesets.ts';

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
