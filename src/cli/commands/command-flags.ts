import type { Options as YargsOption } from 'yargs';
import { CODE_CONFIG, SCAN_FLAGS, offByDefault, valueFlag, values } from './scan-flags.ts';

export const TEXT_FLAGS = { format: { ...valueFlag('Format: pretty (default) or json'), alias: 'f' } };

export const CONVERT_FLAGS = {
  operation: valueFlag(
    'clusters.create, clusters.modify, clusters.get or clusters.list (default: detected from the body)',
  ),
  target: SCAN_FLAGS.target,
  unsafe: offByDefault('Also convert what needs a review'),
  to: valueFlag('Format to write: json (default) or yaml'),
  stdin: offByDefault('Read standard input (also "-", and where no file is named)'),
} satisfies Record<string, YargsOption>;

const { config, quiet, ignore, gitignore, target, today, product } = SCAN_FLAGS;

export const VERSION_FLAGS = {
  format: { ...valueFlag('Format: table (default), json, markdown'), alias: 'f' },
  ics: offByDefault('Print the deadlines as a calendar (iCalendar)'),
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

export const MERGE_FLAGS = {
  format: { ...SCAN_FLAGS.format, describe: 'Format: json (default), or another format of scan' },
  'output-file': SCAN_FLAGS['output-file'],
  quiet: { ...SCAN_FLAGS.quiet, describe: 'Do not print the summary' },
  verbose: SCAN_FLAGS.verbose,
  color: SCAN_FLAGS.color,
  'max-warnings': SCAN_FLAGS['max-warnings'],
  'fail-on': SCAN_FLAGS['fail-on'],
  'exit-zero': SCAN_FLAGS['exit-zero'],
  strict: SCAN_FLAGS.strict,
  stdin: offByDefault('Read one more report from standard input (also "-")'),
} satisfies Record<string, YargsOption>;

export const VERIFY_FLAGS = {
  format: { ...valueFlag('Format: pretty (default), json, markdown'), alias: 'f' },
  unsafe: offByDefault('Also apply fixes that need a review'),
  strict: offByDefault('Exit 2 if a call is not proven'),
  target,
  today,
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const SERVE_FLAGS = {
  port: valueFlag('Port (default 8417; 0 picks a free one)'),
  host: valueFlag('Address to listen on (default 127.0.0.1: this machine only)'),
  'allow-host': values('Another host name to accept in requests; * accepts any (repeatable)'),
  product,
  today: valueFlag('Date to judge resource versions on (default: the current date)'),
  legacy: valueFlag('Unversioned API: on (default), or gone (410)'),
  seed: valueFlag('JSON file with projects, clusters and credentials (default: rules/service/seed.json)'),
  state: valueFlag('File to keep the state in (default: state is lost when the server stops)'),
} satisfies Record<string, YargsOption>;

export const RECORD_FLAGS = {
  'output-file': { ...values('File to write the calls to (default calls.har)'), alias: 'o' },
  quiet: { ...SCAN_FLAGS.quiet, describe: 'Do not print the summary' },
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const PROVE_FLAGS = {
  fixed: offByDefault('Run the command in a copy of the working tree with the safe fixes applied'),
  unsafe: offByDefault('Like --fixed, also with the fixes that need a review'),
  before: offByDefault('First run it without fixes and with the unversioned API on, and show both'),
  format: { ...valueFlag('Format: pretty (default), json, markdown'), alias: 'f' },
  'output-file': {
    ...values('Write the report to a file: PATH, or FORMAT=PATH (default: standard error; repeatable)'),
    alias: 'o',
  },
  legacy: valueFlag('Unversioned API: on, or gone (default)'),
  today,
  seed: SERVE_FLAGS.seed,
  state: SERVE_FLAGS.state,
  strict: offByDefault('Exit 2 if a call is not proven, or none was made'),
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const LSP_FLAGS = {
  stdio: offByDefault('Accepted for compatibility; standard input and output are always used'),
  config,
  target,
  today,
  product,
  baseline: SCAN_FLAGS.baseline,
} satisfies Record<string, YargsOption>;

export const MCP_FLAGS = {
  'allow-write': offByDefault('Let tools write fixes and run commands for "prove" (default: read only)'),
  config,
  ...CODE_CONFIG,
  target,
  today,
  product,
  baseline: SCAN_FLAGS.baseline,
} satisfies Record<string, YargsOption>;

export const PROGRESS_FLAGS = {
  format: { ...valueFlag('Format: pretty (default), svg, html, markdown, json'), alias: 'f' },
  'output-file': { ...values('Write the chart to a file'), alias: 'o' },
  since: valueFlag('First day of the chart (default: a year ago, or the first commit)'),
  every: valueFlag('Interval between points: 2w (default), 10d, 1m'),
  from: values('Use JSON reports of scan instead of the git history (repeatable; reports/*.json works)'),
  color: SCAN_FLAGS.color,
  target,
  today,
  product,
  'ignore-pattern': SCAN_FLAGS['ignore-pattern'],
} satisfies Record<string, YargsOption>;
