import type { Options as YargsOption } from 'yargs';
import { value, values, toggle, held, CODE_CONFIG, SCAN_FLAGS, FIX_FLAGS } from './scan-flags.ts';

const TEXT_FLAGS = { format: { ...value('pretty or json'), alias: 'f' } };

const CONVERT_FLAGS = {
  operation: value(
    'clusters.create, clusters.modify, clusters.get or clusters.list (default: told from the body)',
  ),
  target: SCAN_FLAGS.target,
  unsafe: toggle('Also convert what a person should review'),
  to: value('json (default) or yaml'),
  stdin: toggle('Read standard input (also "-", and where no file is named)'),
} satisfies Record<string, YargsOption>;

const { config, quiet, ignore, gitignore, target, today, product } = SCAN_FLAGS;

const VERSION_FLAGS = {
  format: { ...value('table, json, markdown'), alias: 'f' },
  ics: toggle('Print the deadlines as a calendar (iCalendar)'),
  target,
  today,
  product,
  config,
  ...CODE_CONFIG,
  'ignore-pattern': SCAN_FLAGS['ignore-pattern'],
  ignore,
  gitignore,
  quiet,
} satisfies Record<string, YargsOption>;

const MERGE_FLAGS = {
  format: { ...SCAN_FLAGS.format, describe: 'json (default), or another format of scan' },
  'output-file': SCAN_FLAGS['output-file'],
  quiet: { ...SCAN_FLAGS.quiet, describe: 'No counts' },
  verbose: SCAN_FLAGS.verbose,
  color: SCAN_FLAGS.color,
  'max-warnings': SCAN_FLAGS['max-warnings'],
  'fail-on': SCAN_FLAGS['fail-on'],
  'exit-zero': SCAN_FLAGS['exit-zero'],
  strict: SCAN_FLAGS.strict,
  stdin: toggle('Read one more report from standard input (also "-")'),
} satisfies Record<string, YargsOption>;

const VERIFY_FLAGS = {
  format: { ...value('pretty (default), json, markdown'), alias: 'f' },
  unsafe: toggle('Also with the fixes that a person should read'),
  strict: toggle('Exit 2 when a call is not proven'),
  target,
  today,
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

const SERVE_FLAGS = {
  port: value('Port (default 8417; 0: any that is free)'),
  host: value('Address to listen on (default 127.0.0.1, which only this machine reaches)'),
  'allow-host': values('Further host name that requests may give; * allows any (repeatable)'),
  product,
  today: value('Day that resource versions are judged on (default: the real day)'),
  legacy: value('on (default) or gone: whether the unversioned API still answers'),
  seed: value('JSON file of projects, clusters and credentials (default: rules/service/seed.json)'),
  state: value('File that keeps the state (default: none, it is gone with the service)'),
} satisfies Record<string, YargsOption>;

const RECORD_FLAGS = {
  'output-file': { ...values('File that the calls are written to (default calls.har)'), alias: 'o' },
  quiet: { ...SCAN_FLAGS.quiet, describe: 'No count at the end' },
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

const PROVE_FLAGS = {
  fixed: toggle('Run the command in a copy of the working tree with the safe fixes applied'),
  unsafe: toggle('As --fixed, also with the fixes that a person should read'),
  before: toggle('First run it as it is with the unversioned API on, and show both'),
  format: { ...value('pretty (default), json, markdown'), alias: 'f' },
  'output-file': {
    ...values('File for the report, or format=file (default: standard error; repeatable)'),
    alias: 'o',
  },
  legacy: value('on or gone (default): whether the unversioned API still answers'),
  today,
  seed: SERVE_FLAGS.seed,
  state: SERVE_FLAGS.state,
  strict: toggle('Exit 2 when a call is not proven, or none was made'),
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

const LSP_FLAGS = {
  stdio: toggle('Talk over standard input and output, which it always does'),
  config,
  target,
  today,
  product,
  baseline: SCAN_FLAGS.baseline,
} satisfies Record<string, YargsOption>;

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
      'cache-location': value('Folder that results are kept in (default .migrate-cache), implies --cache'),
      'by-call': toggle(
        'Show each call with what recordings tell of it: seen, never seen, from nowhere in the tree',
      ),
      shard: value(
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
      'cache-location': value('Accepted for scripts, as --cache'),
    },
  },
  baseline: {
    usage: 'baseline [paths..]',
    describe: 'Write the findings of now to a file of known ones (default migrate-baseline.txt)',
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
      at: value('FILE:LINE: why the calls of this line were recognised, or were not'),
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
