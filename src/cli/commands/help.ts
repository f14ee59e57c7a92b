import yargs from 'yargs';
import type { Argv } from 'yargs';
import { toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { RawFlags } from '../../config/options.ts';
import { exempt } from '../../redact/gate.ts';
import { COMMAND_SPECS } from './flags.ts';
import type { CommandSpec } from './flags.ts';
import { EXAMPLES, FLAG_GROUPS } from './help-texts.ts';

/** Flags below their headings, and examples to copy. */
const withFlags = (command: Argv, name: string, flags: CommandSpec['flags']): Argv => {
  let parser = command.options(flags);
  for (const [title, names] of Object.entries(FLAG_GROUPS)) {
    const own = names.filter((flag) => Object.hasOwn(flags, flag));
    if (own.length > 0) parser = parser.group(own, title);
  }
  return parser.example((EXAMPLES[name] ?? []).map(([line, says]) => [line, says]));
};

/** The command line as yargs describes it; the fast path in `cli.ts` parses the same table without it. */
const described = (): Argv => {
  let parser = yargs()
    .scriptName('migrate')
    .locale('en')
    .usage('migrate <command>: finds and fixes calls of the legacy Atlas Administration API')
    .version(toolVersion().version)
    .alias('help', 'h')
    .wrap(100)
    .exitProcess(false)
    .completion('completion', 'Print a completion script for bash or zsh');
  for (const [name, { usage, describe, flags }] of Object.entries(COMMAND_SPECS)) {
    if (name !== 'completion')
      parser = parser.command(usage, describe, (command) => withFlags(command, name, flags));
  }
  return parser;
};

/** `--help` of everything or of one command, and the answers to a shell that completes. */
export const help = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  await described().parse([...args], {}, (_error, _argv, output) => {
    if (output !== '') terminal.out(exempt('reference text', `${output}\n`));
  });
  return 0;
};

/** `migrate completion`: a script for the shell's start-up file. */
export const completion = async (_flags: RawFlags, terminal: Terminal): Promise<number> =>
  help(['completion'], terminal);
