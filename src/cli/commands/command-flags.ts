import type { Options as YargsOption } from 'yargs';
import { CODE_CONFIG, SCAN_FLAGS, toggle, valueFlag, values } from './scan-flags.ts';

export const TEXT_FLAGS = { format: { ...valueFlag('pretty or json'), alias: 'f' } };

export const CONVERT_FLAGS = {
  operation: valueFlag(
    'clusters.create, clusters.modify, clusters.get or clusters.list (default: told from the body)',
  ),
  target: SCAN_FLAGS.target,
  unsafe: toggle('Also convert what a person should review'),
  to: valueFlag('json (default) or yaml'),
  stdin: toggle('Read standard input (also "-", and where no file is named)'),
} satisfies Record<string, YargsOption>;

const { config, quiet, ignore, gitignore, target, today, product } = SCAN_FLAGS;

export const VERSION_FLAGS = {
  format: { ...valueFlag('table, json, markdown'), alias: 'f' },
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

export const MERGE_FLAGS = {
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

export const VERIFY_FLAGS = {
  format: { ...valueFlag('pretty (default), json, markdown'), alias: 'f' },
  unsafe: toggle('Also with the fixes that need a review'),
  strict: toggle('Exit 2 when a call is not proven'),
  target,
  today,
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const SERVE_FLAGS = {
  port: valueFlag('Port (default 8417; 0: any that is free)'),
  host: valueFlag('Address to listen on (default 127.0.0.1, which only this machine reaches)'),
  'allow-host': values('Further host name that requests may give; * allows any (repeatable)'),
  product,
  today: valueFlag('Day that resource versions are judged on (default: the real day)'),
  legacy: valueFlag('on (default) or gone: whether the unversioned API still answers'),
  seed: valueFlag('JSON file of projects, clusters and credentials (default: rules/service/seed.json)'),
  state: valueFlag('File that keeps the state (default: none, it is gone with the service)'),
} satisfies Record<string, YargsOption>;

export const RECORD_FLAGS = {
  'output-file': { ...values('File that the calls are written to (default calls.har)'), alias: 'o' },
  quiet: { ...SCAN_FLAGS.quiet, describe: 'No count at the end' },
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const PROVE_FLAGS = {
  fixed: toggle('Run the command in a copy of the working tree with the safe fixes applied'),
  unsafe: toggle('As --fixed, also with the fixes that need a review'),
  before: toggle('First run it as it is with the unversioned API on, and show both'),
  format: { ...valueFlag('pretty (default), json, markdown'), alias: 'f' },
  'output-file': {
    ...values('File for the report, or format=file (default: standard error; repeatable)'),
    alias: 'o',
  },
  legacy: valueFlag('on or gone (default): whether the unversioned API still answers'),
  today,
  seed: SERVE_FLAGS.seed,
  state: SERVE_FLAGS.state,
  strict: toggle('Exit 2 when a call is not proven, or none was made'),
  product,
  config,
  ...CODE_CONFIG,
} satisfies Record<string, YargsOption>;

export const LSP_FLAGS = {
  stdio: toggle('Talk over standard input and output, which it always does'),
  config,
  target,
  today,
  product,
  baseline: SCAN_FLAGS.baseline,
} satisfies Record<string, YargsOption>;

export const MCP_FLAGS = {
  'allow-write': toggle('Let tools write fixes and run the command of "prove" (default: they only read)'),
  config,
  ...CODE_CONFIG,
  target,
  today,
  product,
  baseline: SCAN_FLAGS.baseline,
} satisfies Record<string, YargsOption>;

export const PROGRESS_FLAGS = {
  format: { ...valueFlag('pretty (default), svg, html, markdown, json'), alias: 'f' },
  'output-file': { ...values('Write the chart to a file'), alias: 'o' },
  since: valueFlag('Day that the chart begins on (default: a year ago, or the first commit)'),
  every: valueFlag('Distance of the points: 2w (default), 10d, 1m'),
  from: values('JSON reports of scan, in place of the history (repeatable; reports/*.json works)'),
  color: SCAN_FLAGS.color,
  target,
  today,
  product,
  'ignore-pattern': SCAN_FLAGS['ignore-pattern'],
} satisfies Record<string, YargsOption>;
