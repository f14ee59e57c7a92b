import yargsParser from 'yargs-parser';
import { flagNames, FLAG_TYPES } from './commands/flags.ts';
import { toolVersion } from '../io/package.ts';
import { processTerminal } from '../io/terminal.ts';
import type { Terminal } from '../io/terminal.ts';
import { didYouMean, UsageError } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import type { RawFlags } from '../config/options.ts';
import { exempt, rendered, say } from '../redact/gate.ts';
import { redactText } from '../redact/redact.ts';
import { disarmed, printed, tamed } from '../report/style.ts';

interface Call {
  readonly command: string;
  readonly flags: RawFlags;
}

type Run = (flags: RawFlags, terminal: Terminal) => Promise<number>;

/** Commands, loaded when they run. To add one: a file in `commands/`, a line here and one in `commands/flags.ts`. */
const COMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  scan: async () => (await import('./commands/scan.ts')).scanCommand,
  fix: async () => (await import('./commands/fix.ts')).fixCommand,
  baseline: async () => (await import('./commands/baseline.ts')).baselineCommand,
  rules: async () => (await import('./commands/rules.ts')).rulesCommand,
  versions: async () => (await import('./commands/versions.ts')).versionsCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  convert: async () => (await import('./commands/convert.ts')).convertCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  lsp: async () => (await import('./commands/lsp.ts')).lspCommand,
  mcp: async () => (await import('./mcp/command.ts')).mcpCommand,
  progress: async () => (await import('./commands/progress.ts')).progress,
  init: async () => (await import('./commands/init.ts')).initCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  record: async () => (await import('./commands/record.ts')).recordCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  completion: async () => (await import('./commands/help.ts')).completion,
};

/** The parser alone starts ten times faster than yargs, which is loaded for help and completion only. */
const PARSING = {
  'greedy-arrays': false,
  'parse-positional-numbers': false,
  'parse-numbers': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'strip-aliased': true,
  'populate--': true,
};

const refuseUnknownFlags = (command: string, flags: RawFlags): void => {
  const known = flagNames(command);
  for (const name of Object.keys(flags)) {
    if (name === 'paths' || known.includes(name)) continue;
    const dashes = name.length === 1 ? '-' : '--';
    const near = name.length === 1 ? '' : didYouMean(name, known).replace(/"(.+)"/, '"--$1"');
    throw new UsageError(`unknown flag ${dashes}${name}.${near} "migrate ${command} --help" lists them.`);
  }
};

const commandProblem = (word: string): UsageError => {
  const names = Object.keys(COMMANDS);
  const isPath = /[./\\]/.test(word);
  const hint = isPath ? ` Did you mean "migrate scan ${word}"?` : didYouMean(word, names);
  return new UsageError(`unknown command "${word}".${hint} Commands: ${names.join(', ')}.`);
};

const LIST = '--files-from';

/** A lone `-` means standard input; the parser would drop it. After `--` it is a name. */
const withStdin = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--');
  return args.flatMap((arg, index) => {
    if (end !== -1 && index >= end) return [arg];
    if (arg === LIST && args[index + 1] === '-') return [`${LIST}=-`];
    if (arg !== '-') return [arg];
    return args[index - 1] === LIST ? [] : ['--stdin'];
  });
};

const parse = (args: readonly string[]): Call & { readonly words: readonly string[] } => {
  const {
    _: words,
    '--': behind,
    ...flags
  } = yargsParser([...withStdin(args)], { ...FLAG_TYPES, configuration: PARSING });
  const [command = '', ...paths] = words.map(String);
  return {
    command,
    words: words.map(String),
    flags: { ...flags, paths: [...paths, ...(behind ?? []).map(String)] },
  };
};

/** Flags that the surroundings give: the day of a test, and MIGRATE_NO_CODE_CONFIG. */
const defaultsOf = ({ today, env }: Terminal): Partial<RawFlags> => ({
  ...(today === undefined ? {} : { today }),
  ...(env['MIGRATE_NO_CODE_CONFIG'] ? { 'code-config': false } : {}),
});

const runCall = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  const [first, ...others] = args;
  if (first === 'help') return runCall([...others, '--help'], terminal);
  const { command, flags, words } = parse(args);
  if (flags['help'] === true || flags['get-yargs-completions'] !== undefined) {
    const { help } = await import('./commands/help.ts');
    return help(args, terminal);
  }
  if (flags['version'] === true) {
    terminal.out(say`${exempt('reference text', toolVersion().version)}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (load === undefined && words[0] === undefined) {
    await (await import('./commands/help.ts')).help(['--help'], terminal);
    throw new UsageError('name a command, for instance "migrate scan .".');
  }
  if (load === undefined) throw commandProblem(words[0]!);
  refuseUnknownFlags(command, flags);
  const run = await load();
  return run({ ...defaultsOf(terminal), ...flags }, terminal);
};

const reportCrash = async (error: unknown, terminal: Terminal): Promise<void> => {
  const { crashText } = await import('../redact/crash.ts');
  terminal.err(
    say`${crashText(error)}\nmigrate: internal error, which is a bug: please report the lines above.\n`,
  );
};

const disarm = (text: Redacted): string => disarmed(tamed(text));

/** Runs the command line on the arguments after the program's name; the exit code (contract §3). */
export const run = async (args: readonly string[], given: Terminal = processTerminal()): Promise<number> => {
  const terminal: Terminal = { ...given, err: (text) => given.err(rendered(disarm, text)) };
  try {
    return await runCall(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.err(say`migrate: ${printed(redactText(error.message))}\n`);
    else await reportCrash(error, terminal);
    return 2;
  }
};
