import type { Options } from '../config/options.ts';
import { configureRun } from '../config/run.ts';
import { prefilterOf } from '../extract/prefilter.ts';
import { recoverFixes } from '../io/fix-journal.ts';
import { readPackageFile } from '../io/package.ts';
import { repositoryNames, repositoryRoot, writablePlaces } from '../io/roots.ts';
import { readStdin } from '../io/terminal.ts';
import type { Terminal } from '../io/terminal.ts';
import { say } from '../redact/gate.ts';
import { redactText } from '../redact/redact.ts';
import { vocabularyOf, wordsOf } from '../rules/keywords.ts';
import { emptyMemory } from './memory.ts';
import type { Run } from './run.ts';
import type { Config } from '../config/config.ts';
import type { Contents } from '../io/contents.ts';
import type { Walked } from '../io/walk.ts';
import type { Selection } from '../io/git/changed.ts';
import { redactPath } from '../redact/names.ts';

/** Changed files that the run is about, if restricted to them; warns about submodules. */
const selectionOf = async (options: Options, { cwd, err }: Terminal): Promise<Selection | undefined> => {
  const { changes, quiet } = options;
  const selection = changes && (await (await import('../io/git/changed.ts')).selectChanged(cwd, changes));
  if (!quiet)
    for (const path of selection?.submodules ?? [])
      err(
        say`hint: ${redactPath(path)} is a submodule: run the command inside it to see what changed there.\n`,
      );
  return selection;
};

/** A few files, and texts that lie nowhere, are scanned each time. */
const keepsResults = ({ cache, changes, stdin, fix }: Options, config: Config): boolean =>
  (cache ?? (config.cache ?? false) !== false) && changes === undefined && stdin === undefined && !fix;

/** Takes note of everything that the run reads, where its result is to be kept; `undefined` where it is not. */
const contentsFor = async (
  options: Options,
  config: Config,
  { skipped }: Walked,
): Promise<Contents | undefined> => {
  if (!keepsResults(options, config)) return undefined;
  const contents = new (await import('../io/contents.ts')).Contents();
  for (const { file, reason } of skipped) contents.add(file, Buffer.from(reason));
  return contents;
};

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
  if (texts === undefined)
    for (const done of recoverFixes(cwd)) terminal.err(say`migrate: ${redactText(done)}.\n`);
  const writable = writablePlaces(cwd, options.paths);
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
    writable,
    inRepository: repositoryNames(cwd),
  };
};

/** The same run with other editor buffers, for the same paths; valid while nothing on disk changes. */
export const withTexts = (run: Run, texts: ReadonlyMap<string, string>): Run => ({
  ...run,
  texts,
  memory: run.memory ?? emptyMemory(),
});
