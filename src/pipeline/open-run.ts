import type { Options } from '../config/options.ts';
import { configureRun } from '../config/run.ts';
import { prefilterOf } from '../extract/prefilter.ts';
import { readPackageFile } from '../io/package.ts';
import { repositoryNames, repositoryRoot } from '../io/roots.ts';
import { readStdin } from '../io/terminal.ts';
import type { Terminal } from '../io/terminal.ts';
import { vocabularyOf, wordsOf } from '../rules/keywords.ts';
import { contentsFor } from './cache-policy.ts';
import type { Memory, Run } from './run.ts';
import { selectionOf } from './selection.ts';

const emptyMemory = (): Memory => ({ outcomes: new Map(), searches: new Map(), kept: new Map() });

/**
 * Reads configurations and rules, and finds the files of a run. `texts` are buffers of an editor by path relative to the
 * working directory. Throws UsageError for mistakes of the user.
 */
export const openRun = async (
  options: Options,
  terminal: Terminal,
  texts?: ReadonlyMap<string, string>,
): Promise<Run> => {
  const { cwd } = terminal;
  const selection = await selectionOf(options, terminal);
  const configuration = await configureRun(options, cwd, texts ?? selection?.texts);
  const { configs, walked, ruleset } = configuration;
  const vocabulary = vocabularyOf(ruleset);
  return {
    ...configuration,
    terminal,
    cwd,
    options,
    prefilter: prefilterOf(vocabulary),
    words: wordsOf(vocabulary),
    loadReshape: async () => (await import('./load-converter.ts')).loadReshape(readPackageFile),
    stdin: options.stdin === undefined ? undefined : await readStdin(terminal),
    selection,
    texts,
    contents: texts === undefined ? await contentsFor(options, configs.run, walked) : undefined,
    memory: texts === undefined ? undefined : emptyMemory(),
    root: repositoryRoot(cwd),
    inRepository: repositoryNames(cwd),
  };
};

/** The same run with other buffers of an editor, for the same paths: holds while nothing on disk changes. */
export const withTexts = (run: Run, texts: ReadonlyMap<string, string>): Run => ({
  ...run,
  texts,
  memory: run.memory ?? emptyMemory(),
});
