import type { Options as YargsOption } from 'yargs';
import {
  TEXT_FLAGS,
  CONVERT_FLAGS,
  VERSION_FLAGS,
  MERGE_FLAGS,
  VERIFY_FLAGS,
  SERVE_FLAGS,
  RECORD_FLAGS,
  PROGRESS_FLAGS,
  PROVE_FLAGS,
  LSP_FLAGS,
  MCP_FLAGS,
} from './command-flags.ts';
import { offByDefault, valueFlag, onByDefault, CODE_CONFIG, SCAN_FLAGS, FIX_FLAGS } from './scan-flags.ts';

const { config, today, product } = SCAN_FLAGS;

/** A command as help, completion and the parser know it. */
export interface CommandSpec {
  readonly usage: string;
  readonly describe: string;
  readonly flags: Readonly<Record<string, YargsOption>>;
}

/** Commands that work, in the order of the help text. */
export const COMMAND_SPECS: Readonly<Record<string, CommandSpec>> = {
  scan: {
    usage: 'scan [paths..]',
    describe: 'Find what must change (default path: current folder)',
    flags: {
      ...SCAN_FLAGS,
      fix: offByDefault('Apply every safe fix, then report what is left'),
      ...FIX_FLAGS,
      cache: offByDefault('Cache the result and reuse it until an input changes (--no-cache: do not)'),
      'cache-location': valueFlag('Cache folder (default .migrate-cache); implies --cache'),
      'by-call': offByDefault('Group by API call, with how often the recordings contain it'),
      shard: valueFlag(
        'Report only one part of the files, for "migrate merge": 1/N to N/N, or auto (from the CI environment)',
      ),
      'print-config': {
        type: 'string',
        describe: 'Print the configuration of a file as JSON and stop',
      },
    },
  },
  fix: {
    usage: 'fix [paths..]',
    describe: 'Apply every safe fix, then report what is left',
    flags: {
      ...SCAN_FLAGS,
      ...FIX_FLAGS,
      cache: offByDefault('Accepted for compatibility; fixes never use the cache'),
      'cache-location': valueFlag('Accepted for compatibility; has no effect'),
    },
  },
  baseline: {
    usage: 'baseline [paths..]',
    describe: 'Save the current findings as a baseline (migrate-baseline.txt)',
    flags: {
      ...SCAN_FLAGS,
      gitattributes: onByDefault(
        '--no-gitattributes: Do not add a merge rule for the baseline to .gitattributes',
      ),
    },
  },
  rules: { usage: 'rules', describe: 'List the rules', flags: { ...TEXT_FLAGS, config, ...CODE_CONFIG } },
  versions: {
    usage: 'versions [paths..]',
    describe: 'List the resource versions your calls use, with status and sunset date',
    flags: VERSION_FLAGS,
  },
  explain: {
    usage: 'explain [id..]',
    describe: 'Explain a rule, property, endpoint, operation, version date or line of code',
    flags: {
      at: valueFlag('FILE:LINE: show how the calls on this line were resolved'),
      ...TEXT_FLAGS,
      config,
      ...CODE_CONFIG,
      today,
      product,
    },
  },
  convert: {
    usage: 'convert [file]',
    describe: 'Convert a legacy cluster payload (JSON, JSONC, YAML) to the versioned format',
    flags: CONVERT_FLAGS,
  },
  merge: {
    usage: 'merge <reports..>',
    describe: 'Combine JSON reports of shards or folders into one',
    flags: MERGE_FLAGS,
  },
  lsp: {
    usage: 'lsp',
    describe: 'Language server for editors, over standard input and output',
    flags: LSP_FLAGS,
  },
  progress: {
    usage: 'progress [paths..]',
    describe: 'Chart how many legacy calls are left, from git history or reports',
    flags: PROGRESS_FLAGS,
  },
  mcp: {
    usage: 'mcp',
    describe: 'Model Context Protocol server for coding agents',
    flags: MCP_FLAGS,
  },
  init: {
    usage: 'init',
    describe: 'Write a configuration, a hook and a CI job, after asking',
    flags: { yes: { ...offByDefault('Answer yes to all questions'), alias: 'y' } },
  },
  verify: {
    usage: 'verify <recordings..>',
    describe: 'Replay recorded calls, before and after migration, against the reference server',
    flags: VERIFY_FLAGS,
  },
  record: {
    usage: 'record [-o calls.har] -- <command..>',
    describe: 'Run a command and record its API calls, without credentials, as a HAR',
    flags: RECORD_FLAGS,
  },
  prove: {
    usage: 'prove -- <command..>',
    describe: 'Run a command against the reference server instead of the API, and report each call',
    flags: PROVE_FLAGS,
  },
  serve: {
    usage: 'serve',
    describe: 'Run the reference server, a local stand-in for the versioned API',
    flags: SERVE_FLAGS,
  },
  completion: { usage: 'completion', describe: 'Print a completion script for bash or zsh', flags: {} },
};

const ALL_FLAGS: Readonly<Record<string, YargsOption>> = Object.assign(
  {},
  ...Object.values(COMMAND_SPECS).map(({ flags }) => flags),
);

const namesOf = (type: YargsOption['type']): readonly string[] =>
  Object.keys(ALL_FLAGS).filter((name) => ALL_FLAGS[name]?.type === type);

const aliasesOf = (name: string): readonly string[] => [ALL_FLAGS[name]?.alias ?? []].flat();

/** Flags in the form that `yargs-parser` expects. */
export const FLAG_TYPES = {
  string: [...namesOf('string')],
  boolean: [...namesOf('boolean'), 'help', 'version'],
  array: namesOf('array').map((key) => ({ key, string: true as const })),
  alias: {
    help: ['h'],
    version: ['v', 'V'],
    ...Object.fromEntries(Object.keys(ALL_FLAGS).map((name) => [name, [...aliasesOf(name)]])),
  },
};

/** Names and aliases that a command takes. */
export const flagNames = (command: string): readonly string[] =>
  Object.entries(COMMAND_SPECS[command]?.flags ?? {}).flatMap(([name, { alias }]) => [
    name,
    ...[alias ?? []].flat(),
  ]);
