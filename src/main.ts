import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { findConfig } from './io/config.ts';
import { progressOn } from './io/output.ts';
import { readPackageFile, readRulePack } from './io/package.ts';
import { projectFinder } from './io/roots.ts';
import { readStdin } from './io/terminal.ts';
import type { Terminal } from './io/terminal.ts';
import type { Options } from './options.ts';
import { openProject, rulePackPaths } from './project.ts';
import type { Project } from './project.ts';
import { extendApi, loadRuleset } from './ruleset/index.ts';
import type { Ruleset } from './ruleset/index.ts';
import { settingsFrom } from './settings.ts';
import type { Settings } from './checks/check.ts';

/** A run that is set up: what to judge by, and the files. */
export interface Job {
  readonly options: Options;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  readonly project: Project;
  /** Absolute path of the file of known findings. */
  readonly baselineFile: string | undefined;
}

/** The rules with the products and hosts of flags and configuration. */
const rulesetFor = (options: Options, config: Config): Ruleset => {
  const { rules, api } = loadRuleset(readPackageFile, rulePackPaths(config).map(readRulePack));
  const products = options.products.length > 0 ? options.products : (config.products ?? api.products);
  return { rules, api: extendApi(api, { products, hosts: [...api.hosts, ...(config.hosts ?? [])] }) };
};

const baselineFileOf = (cwd: string, options: Options, config: Config): string | undefined => {
  if (options.baseline !== undefined) return resolve(cwd, options.baseline);
  return config.baseline === undefined ? undefined : resolve(config.folder, config.baseline);
};

/** Reads configuration, rules and files. Throws UsageError for mistakes of the user. */
export const openJob = async (options: Options, terminal: Terminal): Promise<Job> => {
  const { cwd } = terminal;
  const found = await findConfig(cwd, options.config);
  const config = found === undefined ? { folder: cwd } : (await import('./config.ts')).checkConfig(found);
  const ruleset = rulesetFor(options, config);
  const known = ruleset.rules.map((rule) => rule.id);
  const settings = settingsFrom(options, config, known, projectFinder(cwd));
  const stdin = options.stdin === undefined ? undefined : await readStdin(terminal);
  const { changes } = options;
  const selection = changes && (await (await import('./io/changed.ts')).selectChanged(cwd, changes));
  const progress = progressOn(terminal, options.quiet);
  const project = openProject({
    cwd,
    options,
    config,
    ruleset,
    settings,
    stdin,
    selection,
    progress: progress.note,
  });
  progress.end();
  return { options, ruleset, settings, project, baselineFile: baselineFileOf(cwd, options, config) };
};
