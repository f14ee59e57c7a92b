import { FORMAT_NAMES } from '../../report/formats.ts';
import type { Options as YargsOption } from 'yargs';

/** A flag with a value. */
export const valueFlag = (describe: string): YargsOption => ({ type: 'string', requiresArg: true, describe });
/** A flag with a value that may be given several times. */
export const values = (describe: string): YargsOption => ({
  type: 'array',
  string: true,
  requiresArg: true,
  describe,
});
/** A flag without a value. */
export const offByDefault = (describe: string): YargsOption => ({ type: 'boolean', describe });
/** A flag without a value that is on unless `--no-` is written before it. */
export const onByDefault = (describe: string): YargsOption => ({ ...offByDefault(describe), default: true });

export const CODE_CONFIG = {
  'code-config': onByDefault(
    '--no-code-config: Refuse a configuration file that is code; for pull requests from forks',
  ),
} satisfies Record<string, YargsOption>;

/** Flags of `scan` and `fix`, in the order of the help text. */
export const SCAN_FLAGS = {
  config: { ...valueFlag('Configuration file to use (--no-config: use none)'), alias: 'c' },
  ...CODE_CONFIG,
  format: {
    ...valueFlag(`Format: ${FORMAT_NAMES.join(', ').replace('pretty', 'pretty (default)')}`),
    alias: 'f',
  },
  'output-file': { ...values('Write the report to a file: PATH, or FORMAT=PATH (repeatable)'), alias: 'o' },
  'source-url': valueFlag(
    'URL of a source line for links in HTML reports, as https://…/blob/main/{file}#L{line} (default: from the git remote)',
  ),
  history: onByDefault('--no-history: Do not draw the git history in HTML reports'),
  quiet: { ...offByDefault('Report errors only'), alias: 'q' },
  verbose: offByDefault(
    'Show each finding with its source lines, every file that was not scanned, and the calls that were found',
  ),
  excerpts: offByDefault('Show redacted headers and the shape of bodies from recordings'),
  color: offByDefault('Use colors (--no-color: none; default: on a terminal)'),
  'max-warnings': valueFlag('Exit 1 if there are more warnings than this'),
  'fail-on': valueFlag('Lowest severity that makes the exit code 1: error (default), warning, never'),
  'exit-zero': offByDefault('Exit 0 even if there are findings'),
  strict: offByDefault('Exit 2 if a file could not be read or parsed'),
  rule: values('Run only this rule (repeatable)'),
  'ignore-rule': values('Do not run this rule (repeatable)'),
  severity: values('Change the severity of a rule: ID=error, warning, info or off (repeatable)'),
  'ignore-pattern': values('Skip files that match this pattern, in .gitignore syntax (repeatable)'),
  ignore: onByDefault('--no-ignore: Disable all ignore files and patterns'),
  gitignore: onByDefault('--no-gitignore: Also scan files that .gitignore ignores'),
  'files-from': valueFlag(
    'Read the paths to scan from this file, one per line or NUL-separated (-: standard input)',
  ),
  stdin: offByDefault('Scan standard input (also "-")'),
  'stdin-filename': valueFlag('File name to assume for standard input'),
  target: valueFlag('Resource version to migrate to (default 2023-02-01)'),
  today: valueFlag('Date to count deadlines from (default: the current date)'),
  staged: offByDefault('Scan only staged files, as they are in the index'),
  changed: offByDefault('Scan only files with uncommitted changes'),
  since: valueFlag('Scan only files that changed since this commit, branch or tag'),
  baseline: valueFlag('Do not report the findings in this baseline file'),
  'fail-within': valueFlag('Report deadlines within this many days as errors'),
  product: values('Product name in paths and media types (default atlas, repeatable)'),
  threads: valueFlag('Threads that read recordings (default: one for each processor, where they are large)'),
} satisfies Record<string, YargsOption>;

/** Flags of `fix` besides those of `scan`. */
export const FIX_FLAGS = {
  unsafe: offByDefault('Also apply fixes that need a review'),
  diff: { ...offByDefault('Write nothing; print the changes as a patch'), alias: 'dry-run' },
  interactive: offByDefault(
    'Show each group of fixes and ask; a "no" can be kept as a suppression with its reason',
  ),
  'allow-dirty': offByDefault('Also fix files that have uncommitted changes'),
} satisfies Record<string, YargsOption>;
