import yargs from 'yargs';
import type { Argv, Options as YargsOption } from 'yargs';
import { toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { RawFlags } from '../../config/options.ts';
import { exempt } from '../../redact/gate.ts';
import { COMMAND_SPECS } from './flags.ts';
import type { CommandSpec } from './flags.ts';
import { EXAMPLES, FIRST_STEPS, FLAG_GROUPS } from './help-texts.ts';

/** A flag that is on by default is listed as `--no-x`. */
const shownFlag = (name: string, option: YargsOption): readonly [string, YargsOption] => {
  const denial = `--no-${name}: `;
  const { describe = '' } = option;
  return describe.startsWith(denial)
    ? [`no-${name}`, { type: 'boolean', describe: describe.slice(denial.length) }]
    : [name, option];
};

/** Flags below their headings, and examples to copy. */
const withFlags = (command: Argv, name: string, flags: CommandSpec['flags']): Argv => {
  const shown = Object.fromEntries(Object.entries(flags).map((flag) => shownFlag(...flag)));
  let parser = command.options(shown);
  for (const [title, names] of Object.entries(FLAG_GROUPS)) {
    const own = names.flatMap((flag) => [flag, `no-${flag}`]).filter((flag) => Object.hasOwn(shown, flag));
    if (own.length > 0) parser = parser.group(own, title);
  }
  return parser.example((EXAMPLES[name] ?? []).map(([line, says]) => [line, says]));
};

/** The command line as yargs describes it; the fast path in `cli.ts` parses the same table without it. */
const described = (width: number): Argv => {
  let parser = yargs()
    .scriptName('migrate')
    .locale('en')
    .usage('migrate <command>: finds and fixes calls of the legacy Atlas Administration API')
    .version(toolVersion().version)
    .alias('help', 'h')
    .alias('version', 'v')
    .wrap(width)
    .exitProcess(false);
  for (const [name, { usage, describe, flags }] of Object.entries(COMMAND_SPECS)) {
    if (name !== 'completion')
      parser = parser.command(usage, describe, (command) => withFlags(command, name, flags));
  }
  return parser
    .completion('completion', COMMAND_SPECS['completion']!.describe)
    .example(FIRST_STEPS.map(([line, says]) => [line, says]));
};

/** Columns of help: those of the terminal, up to a width that is read with ease. */
const MAX_WIDTH = 100;

/** `--help` of everything or of one command, and the completions for a shell. */
export const help = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  await described(Math.min(MAX_WIDTH, terminal.columns ?? MAX_WIDTH)).parse(
    [...args],
    {},
    (_error, _argv, output) => {
      if (output !== '') terminal.out(exempt('reference text', `${output}\n`));
    },
  );
  return 0;
};

/** `migrate completion`: a script for the shell's start-up file. */
export const completion = async (_flags: RawFlags, terminal: Terminal): Promise<number> =>
  help(['completion'], terminal);
