import { baselineFileOf } from '../config/baseline-file.ts';
import type { Configs } from '../config/configs.ts';
import { discover } from '../config/discover.ts';
import { settingsByFile } from '../config/per-file.ts';
import { loadRulesets } from '../config/rulesets.ts';
import { runConfig } from '../config/run.ts';
import type { Contents } from '../io/contents.ts';
import { progressOn } from '../io/output.ts';
import { projectFinder } from '../io/roots.ts';
import { readStdin } from '../io/terminal.ts';
import type { Terminal } from '../io/terminal.ts';
import type { Options } from '../config/options.ts';
import { contentsFor } from './cache-policy.ts';
import { openProject } from './project.ts';
import { selectionOf } from './selection.ts';
import type { Project } from './project.ts';
import type { Ruleset } from '../rules/load/index.ts';
import type { Settings } from '../rules/checks/check.ts';

/** A run that is set up: what to judge by, and the files. */
export interface Job {
  readonly options: Options;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  readonly configs: Configs;
  readonly project: Project;
  /** What is wrong with configurations of nested folders, whose files are skipped: the run ends with 2. */
  readonly problems: readonly string[];
  /** Absolute path of the file of known findings. */
  readonly baselineFile: string | undefined;
  /** Everything that was read, where results are kept for the next run. */
  readonly contents: Contents | undefined;
}

/**
 * Reads configurations, rules and files; `texts` stand for files as an editor holds them, by their paths relative to
 * the working directory. Throws UsageError for mistakes of the user.
 */
export const openJob = async (
  options: Options,
  terminal: Terminal,
  texts?: ReadonlyMap<string, string>,
): Promise<Job> => {
  const { cwd } = terminal;
  const run = await runConfig(options, cwd);
  const selection = await selectionOf(options, terminal);
  const changed = texts ?? selection?.texts;
  const { configs, walked, problems } = await discover({ cwd, options, run, texts: changed });
  const { ruleset, rulesOf } = loadRulesets(options, configs);
  const settings = settingsByFile({ cwd, options, configs, rulesOf, projectOf: projectFinder(cwd), walked });
  const stdin = options.stdin === undefined ? undefined : await readStdin(terminal);
  const contents = texts === undefined ? await contentsFor(options, run, walked) : undefined;
  const progress = progressOn(terminal, options.quiet);
  const project = await openProject({
    cwd,
    options,
    configs,
    walked,
    ruleset,
    settings,
    stdin,
    selection,
    texts,
    contents,
    progress: progress.note,
  });
  progress.end();
  const baselineFile = baselineFileOf(cwd, options, run);
  return { options, ruleset, settings, configs, project, problems, baselineFile, contents };
};
