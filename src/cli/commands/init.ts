import { DEFAULT_BASELINE } from '../../config/baseline-file.ts';
import { mergingStep } from '../init/attributes.ts';
import { hookStep } from '../init/hook.ts';
import { pipelineStep } from '../init/pipeline.ts';
import { type InitStep, type ProjectFolder, created, packageManager } from '../init/project.ts';
import { CONFIG_NAMES } from '../../io/config.ts';
import { projectFolder, writeSetupFile } from '../../io/setup.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError, type Redacted } from '../../model/index.ts';
import { flag, type RawFlags } from '../../config/options.ts';
import { exempt, say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';

/** A configuration that editors complete: the defaults, and the baseline where one is there already. */
const configStep = (folder: ProjectFolder, names: readonly string[]): InitStep => {
  const part = 'configuration';
  const there = names.find((name) => folder.exists(name));
  if (there !== undefined) return { kind: 'done', part, path: there };
  if (/^\s*"migrate"\s*:\s*\{/m.test(folder.read('package.json') ?? ''))
    return { kind: 'done', part, path: 'package.json' };
  const schema = './node_modules/@atlas-api-migrate/cli/rules/schema/config.schema.json';
  const baseline = folder.exists(DEFAULT_BASELINE) ? { baseline: DEFAULT_BASELINE } : {};
  const settings = { $schema: schema, target: '2023-02-01', ...baseline, ignore: [], rules: {} };
  const text = JSON.stringify(settings, undefined, 2);
  return created(part, 'migrate.config.json', `${text}\n`);
};

/** How a project with findings starts to use the hook. */
const adoption = (folder: ProjectFolder): Redacted =>
  say`Existing findings fail the hook and CI. To accept them and fail on new ones only:
  ${redactText(packageManager(folder).run)} atlas-api-migrate baseline  # saves them to ${word(DEFAULT_BASELINE)}; commit that file
  "baseline": "${word(DEFAULT_BASELINE)}"  # add this to the configuration\n`;

type Ask = (question: Redacted) => Promise<boolean>;

/** `--yes` confirms every prompt; a script without it gets an error instead of a prompt. */
const askerFor = (flags: RawFlags, terminal: Terminal): Ask => {
  if (flag(flags, 'yes')) return () => Promise.resolve(true);
  const { ask } = terminal;
  if (ask !== undefined)
    return async (question) => /^(?:y|yes)?$/i.test((await ask(say`${question} [Y/n] `)).trim());
  throw new UsageError('init asks before it writes, and this is not a terminal: use "migrate init --yes".');
};

const perform = async (step: InitStep, ask: Ask, terminal: Terminal): Promise<void> => {
  const [part, path] = [redactText(step.part), redactPath(step.path)];
  const name = say`${part}: ${path}`;
  if (step.kind === 'done') return terminal.err(say`${name} is already present, skipped.\n`);
  if (step.kind === 'manual')
    return terminal.err(
      say`${name} ${word(step.isOutside === true ? 'is outside of this repository' : 'exists')}. Add this by hand:\n${exempt('reference text', step.snippet)}`,
    );
  const verb = word(step.before === undefined ? 'Write' : 'Add to');
  if (!(await ask(say`${part}: ${verb} ${path}?`))) return undefined;
  writeSetupFile(terminal.cwd, step);
  terminal.err(say`${part}: ${word(step.before === undefined ? 'wrote' : 'added to')} ${path}.\n`);
  if (step.note !== undefined) terminal.err(say`${exempt('reference text', step.note)}\n`);
};

/** `migrate init`: a configuration, a hook and a pipeline, each after asking. Never overwrites; twice is once. */
export const initCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const [extra] = flags['paths'] as readonly string[];
  if (extra !== undefined)
    throw new UsageError(`"migrate init" takes no argument: run it in ${JSON.stringify(extra)}.`);
  const ask = askerFor(flags, terminal);
  const folder = await projectFolder(terminal.cwd, DEFAULT_BASELINE);
  const hook = hookStep(folder);
  const steps = [configStep(folder, CONFIG_NAMES), hook, pipelineStep(folder), mergingStep(folder)];
  for (const step of steps) if (step !== undefined) await perform(step, ask, terminal);
  if (hook === undefined)
    terminal.err(word('hook: skipped, because this is not the root of a git repository.\n'));
  if (!(folder.read('package.json') ?? '').includes('"@atlas-api-migrate/cli"'))
    terminal.err(
      word(
        'Hook and CI need the package: npm install --save-dev @atlas-api-migrate/cli\nThen commit package.json and package-lock.json.\n',
      ),
    );
  if (!folder.exists(DEFAULT_BASELINE)) terminal.err(adoption(folder));
  return 0;
};
