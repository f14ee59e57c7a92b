import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { configsOf } from './config/configs.ts';
import type { Configs } from './config/configs.ts';
import { discover } from './config/discover.ts';
import { settingsByFile } from './config/per-file.ts';
import { loadRulesets } from './config/rulesets.ts';
import type { Selection } from './io/changed.ts';
import { findConfig } from './io/config.ts';
import { progressOn } from './io/output.ts';
import { projectFinder } from './io/roots.ts';
import { readStdin } from './io/terminal.ts';
import type { Terminal } from './io/terminal.ts';
import type { Options } from './options.ts';
import { openProject } from './project.ts';
import type { Project } from './project.ts';
import type { Ruleset } from './ruleset/index.ts';
import type { Settings } from './checks/check.ts';

/** A run that is set up: what to judge by, and the files. */
export interface Job {
  readonly options: Options;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  readonly configs: Configs;
  readonly project: Project;
  /** Absolute path of the file of known findings. */
  readonly baselineFile: string | undefined;
}

const baselineFileOf = (cwd: string, options: Options, config: Config): string | undefined => {
  if (options.baseline !== undefined) return resolve(cwd, options.baseline);
  return config.baseline === undefined ? undefined : resolve(config.folder, config.baseline);
};

/** The configuration of the run; the code that checks one is loaded only where there is one. */
export const runConfig = async (options: Options, cwd: string): Promise<Config> => {
  const found = await findConfig(cwd, options.config);
  return found === undefined
    ? { folder: cwd }
    : (await import('./config/load.ts')).loadConfig(found, undefined);
};

/** The rules and the description of the service as the configuration of the working directory has them. */
export const openRuleset = async (options: Options, { cwd }: Terminal): Promise<Ruleset> => {
  const run = await runConfig(options, cwd);
  return loadRulesets(options, configsOf(cwd, run, new Map())).ruleset;
};

const selectionOf = async ({ changes }: Options, cwd: string): Promise<Selection | undefined> =>
  changes && (await import('./io/changed.ts')).selectChanged(cwd, changes);

/** Reads configurations, rules and files. Throws UsageError for mistakes of the user. */
export const openJob = async (options: Options, terminal: Terminal): Promise<Job> => {
  const { cwd } = terminal;
  const run = await runConfig(options, cwd);
  const { configs, walked } = await discover({ cwd, options, run });
  const { ruleset, rulesOf } = loadRulesets(options, configs);
  const settings = settingsByFile({ cwd, options, configs, rulesOf, projectOf: projectFinder(cwd) });
  const stdin = options.stdin === undefined ? undefined : await readStdin(terminal);
  const selection = await selectionOf(options, cwd);
  const progress = progressOn(terminal, options.quiet);
  const { note } = progress;
  const project = await openProject({
    cwd,
    options,
    configs,
    walked,
    ruleset,
    settings,
    stdin,
    selection,
    progress: note,
  });
  progress.end();
  return { options, ruleset, settings, configs, project, baselineFile: baselineFileOf(cwd, options, run) };
};
