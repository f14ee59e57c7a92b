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
export const toggle = (describe: string): YargsOption => ({ type: 'boolean', describe });
/** A flag without a value that is on unless `--no-` is written before it. */
export const held = (describe: string): YargsOption => ({ ...toggle(describe), default: true });

export const CODE_CONFIG = {
  'code-config': held(
    '--no-code-config: refuse a configuration that is code, as for the pull requests of strangers',
  ),
} satisfies Record<string, YargsOption>;

/** Flags of `scan` and `fix`, in the order of the help text. */
export const SCAN_FLAGS = {
  config: { ...valueFlag('Configuration file; --no-config: none'), alias: 'c' },
  ...CODE_CONFIG,
  format: {
    ...valueFlag(
      'pretty, compact, json, jsonl, sarif, github, gitlab, junit, checkstyle, rdjson, markdown, html',
    ),
    alias: 'f',
  },
  'output-file': { ...values('Write the report to a file: PATH, or FORMAT=PATH (repeatable)'), alias: 'o' },
  'source-url': valueFlag('URL of a line, which HTML reports link to: https://…/blob/main/{file}#L{line}'),
  quiet: { ...toggle('Report errors only'), alias: 'q' },
  verbose: toggle('Name every file that was not scanned, and the requests that were recognised'),
  excerpts: toggle('Show redacted headers and the shape of bodies of recorded exchanges'),
  color: toggle('Colours; --no-color: none'),
  'max-warnings': valueFlag('Exit 1 when there are more warnings than this'),
  'fail-on': valueFlag('Exit 1 from this severity on: error (default), warning, never'),
  'exit-zero': toggle('Exit 0 whatever is found'),
  strict: toggle('Exit 2 when a file could not be read or parsed'),
  rule: values('Run only this rule (repeatable)'),
  'ignore-rule': values('Do not run this rule (repeatable)'),
  severity: values('ID=level: error, warning, info or off (repeatable)'),
  'ignore-pattern': values('Do not scan files that match, .gitignore syntax (repeatable)'),
  ignore: held('--no-ignore: scan what .gitignore, the configuration and --ignore-pattern ignore'),
  gitignore: held('--no-gitignore: scan what .gitignore ignores'),
  'files-from': valueFlag(
    'File with the paths to scan, one per line or with a zero character behind each; -: standard input',
  ),
  stdin: toggle('Scan standard input (also "-")'),
  'stdin-filename': valueFlag('File name that standard input is judged by'),
  target: valueFlag('Resource version to migrate to (default 2023-02-01)'),
  today: valueFlag('Date that deadlines are counted from (default: the real date)'),
  staged: toggle('Only staged files, as they are in the index'),
  changed: toggle('Only files with uncommitted changes'),
  since: valueFlag('Only files that changed since this commit, branch or tag'),
  baseline: valueFlag('File of known findings, which are not reported'),
  'fail-within': valueFlag('Deadlines nearer than this many days count as errors'),
  product: values('Product name in paths and media types (default atlas, repeatable)'),
  threads: valueFlag(
    'Accepted for scripts: one thread works whatever the number, and the report is the same',
  ),
} satisfies Record<string, YargsOption>;

export const FIX_FLAGS = {
  unsafe: toggle('Also apply fixes that need a review'),
  diff: { ...toggle('Write nothing; print what would change as a patch'), alias: 'dry-run' },
  interactive: toggle('Show each group of fixes and ask; a "no" can be kept as a comment with its reason'),
  'allow-dirty': toggle('Fix files that have uncommitted changes'),
} satisfies Record<string, YargsOption>;
