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
import { toggle, valueFlag, held, CODE_CONFIG, SCAN_FLAGS, FIX_FLAGS } from './scan-flags.ts';

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
    describe: 'Find what must change (default path: this folder)',
    flags: {
      ...SCAN_FLAGS,
      fix: toggle('Apply every safe fix, then report what is left'),
      ...FIX_FLAGS,
      cache: toggle('Keep the result, and answer from it while nothing changed; --no-cache: do not'),
      'cache-location': valueFlag(
        'Folder that results are kept in (default .migrate-cache), implies --cache',
      ),
      'by-call': toggle(
        'Show each call with what recordings tell of it: seen, never seen, from nowhere in the tree',
      ),
      shard: valueFlag(
        'Report only this share of the files, for "migrate merge": I/N, the first being 1/N; auto: as the CI engine says',
      ),
      'print-config': {
        type: 'string',
        describe: 'Print the configuration of a file as JSON, and nothing else',
      },
    },
  },
  fix: {
    usage: 'fix [paths..]',
    describe: 'Apply every safe fix, then report what is left',
    flags: {
      ...SCAN_FLAGS,
      ...FIX_FLAGS,
      cache: toggle('Accepted for scripts: a fix looks at the files as they are'),
      'cache-location': valueFlag('Accepted for scripts, as --cache'),
    },
  },
  baseline: {
    usage: 'baseline [paths..]',
    describe: 'Write the current findings to a baseline (default migrate-baseline.txt)',
    flags: {
      ...SCAN_FLAGS,
      gitattributes: held('--no-gitattributes: do not tell git, in .gitattributes, how to merge a new file'),
    },
  },
  rules: { usage: 'rules', describe: 'List the rules', flags: { ...TEXT_FLAGS, config, ...CODE_CONFIG } },
  versions: {
    usage: 'versions [paths..]',
    describe: 'List the resource versions that are called, their state and deadline',
    flags: VERSION_FLAGS,
  },
  explain: {
    usage: 'explain [id..]',
    describe: 'Explain a rule, a property, an endpoint, an operation, a version date, or a line of code',
    flags: {
      at: valueFlag('FILE:LINE: why the calls of this line were recognised, or were not'),
      ...TEXT_FLAGS,
      config,
      ...CODE_CONFIG,
      today,
      product,
    },
  },
  convert: {
    usage: 'convert [file]',
    describe: 'Print a legacy clusters payload (JSON, JSONC, YAML) as the versioned one, or refuse it',
    flags: CONVERT_FLAGS,
  },
  merge: {
    usage: 'merge <reports..>',
    describe: 'Join JSON reports of shards or of several folders into one',
    flags: MERGE_FLAGS,
  },
  lsp: {
    usage: 'lsp',
    describe: 'Language server over standard input and output, for editors',
    flags: LSP_FLAGS,
  },
  progress: {
    usage: 'progress [paths..]',
    describe: 'Show how many legacy calls are left over time, from the git history or from reports',
    flags: PROGRESS_FLAGS,
  },
  mcp: {
    usage: 'mcp',
    describe: 'Tools for coding agents: a Model Context Protocol server over standard input and output',
    flags: MCP_FLAGS,
  },
  init: {
    usage: 'init',
    describe: 'Write a configuration, a hook and a CI recipe, after asking',
    flags: { yes: { ...toggle('Do not ask'), alias: 'y' } },
  },
  verify: {
    usage: 'verify <recordings..>',
    describe: 'Replay recordings and collections, as they are and as migrated, against the reference service',
    flags: VERIFY_FLAGS,
  },
  record: {
    usage: 'record [-o calls.har] -- <command..>',
    describe: 'Run a command and record its calls of the API, without credentials, as a HAR',
    flags: RECORD_FLAGS,
  },
  prove: {
    usage: 'prove -- <command..>',
    describe: 'Run a command against the reference service in place of the API, and report each call',
    flags: PROVE_FLAGS,
  },
  serve: {
    usage: 'serve',
    describe: 'Run the reference service of the specification on this machine',
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

/** Flags as `yargs-parser` wants them told. */
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
