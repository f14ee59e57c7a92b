import { choice, date, flag, list, names, productNames, text, wholeNumber } from './flag-values.ts';
import type { RawFlags } from './flag-values.ts';
import type { Changes } from '../io/git/changed.ts';
import type { CodeConfig } from '../io/config.ts';
import { UsageError } from '../model/index.ts';
import type { Severity } from '../model/index.ts';
import { CALL_FORMAT_NAMES, formatNamed } from '../report/formats.ts';
import type { FormatName } from '../report/formats.ts';
import type { Shard } from './shard.ts';

export { shardOf } from './shard-auto.ts';

export { choice, date, flag, list, productNames, text };
export type { RawFlags };

/** Destination of a report; `path` undefined is standard output. */
export interface Output {
  readonly format: FormatName;
  readonly path: string | undefined;
}

/** Checked options of `scan` or `fix`, checked. Dates are `yyyy-mm-dd`. */
export interface Options {
  readonly paths: readonly string[];
  /** Name of the text on standard input; `undefined` when files are scanned. */
  readonly stdin: string | undefined;
  readonly config: string | false | undefined;
  /** Handling of a configuration that is code. */
  readonly codeConfig: CodeConfig;
  readonly outputs: readonly Output[];
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Show calls with their recorded counts in place of findings. */
  readonly byCall: boolean;
  /** Show redacted parts of the recorded exchanges that findings lie in. */
  readonly excerpts: boolean;
  /** Keep all facts of recordings in memory: for commands that need each call. */
  readonly keepsRecordings?: boolean;
  readonly maxWarnings: number | undefined;
  readonly failOn: 'error' | 'warning' | 'never';
  readonly exitZero: boolean;
  readonly strict: boolean;
  readonly rules: readonly string[];
  readonly ignoredRules: readonly string[];
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly ignorePatterns: readonly string[];
  readonly ignore: boolean;
  readonly gitignore: boolean;
  readonly target: string | undefined;
  readonly today: string;
  readonly products: readonly string[];
  readonly failWithin: number | undefined;
  /** Limits the run to changed files. */
  readonly changes: Changes | undefined;
  /** The share of the files that is reported; `undefined`: all. */
  readonly shard: Shard | undefined;
  /** Number of threads that read recordings; `undefined`: what pays. */
  readonly threads: number | undefined;
  /** File of known findings. */
  readonly baseline: string | undefined;
  /** Cache the result for the next run; `undefined`: as configured. */
  readonly cache: boolean | undefined;
  /** Folder that they are kept in. */
  readonly cacheLocation: string | undefined;
  readonly fix: boolean;
  readonly unsafe: boolean;
  readonly diff: boolean;
  readonly allowDirty: boolean;
  /** Ask about each group of fixes. */
  readonly interactive: boolean;
  readonly color: boolean | undefined;
  /** URL of a line in the repository, with {file} and {line}: pages link to it. */
  readonly sourceUrl: string | undefined;
  /** Draw the history of the repository in HTML reports. */
  readonly history: boolean;
}

const severities = (flags: RawFlags): ReadonlyMap<string, Severity | 'off'> =>
  new Map(
    names(flags, 'severity').map((pair) => {
      const [id = '', level] = pair.split('=');
      if (level === undefined)
        throw new UsageError(`--severity takes ID=level, not "${pair}": --severity token-reuse=error`);
      return [id, choice(level, 'severity', ['error', 'warning', 'info', 'off'])];
    }),
  );

const FORMAT_AND_PATH = /^([a-z]+)=(.+)$/;

/** A plain `-o path` takes the chosen format away from standard output; `-o format=path` comes on top of it. */
const outputs = (flags: RawFlags): readonly Output[] => {
  const main = formatNamed(text(flags, 'format') ?? 'pretty');
  const files = list(flags, 'output-file').map((value): Output & { plain: boolean } => {
    const [, format, path] = FORMAT_AND_PATH.exec(value) ?? [];
    if (format === undefined || path === undefined) return { format: main, path: value, plain: true };
    return { format: formatNamed(format), path, plain: false };
  });
  const written = files.map(({ format, path }) => ({ format, path }));
  return files.some((file) => file.plain) ? written : [{ format: main, path: undefined }, ...written];
};

const stdinName = (flags: RawFlags): string | undefined => {
  const name = text(flags, 'stdin-filename');
  if (!flag(flags, 'stdin')) {
    if (name !== undefined) throw new UsageError('--stdin-filename needs --stdin.');
    return undefined;
  }
  return name ?? 'stdin';
};

const onlyWithFix = (flags: RawFlags, fix: boolean, name: string): boolean => {
  const given = flag(flags, name);
  if (given && !fix) throw new UsageError(`--${name} is about fixing: use it with "migrate fix" or --fix.`);
  return given;
};

/** The real date in UTC, where `--today` gives none. */
export const realDate = (): string => new Date().toISOString().slice(0, 10);

const gate = (flags: RawFlags) => ({
  maxWarnings: wholeNumber(flags, 'max-warnings'),
  failOn: choice(text(flags, 'fail-on') ?? 'error', 'fail-on', ['error', 'warning', 'never']),
  exitZero: flag(flags, 'exit-zero'),
  strict: flag(flags, 'strict'),
  failWithin: wholeNumber(flags, 'fail-within'),
});

const selection = (flags: RawFlags) => ({
  rules: names(flags, 'rule'),
  ignoredRules: names(flags, 'ignore-rule'),
  severities: severities(flags),
  ignorePatterns: list(flags, 'ignore-pattern'),
  ignore: flags['ignore'] !== false,
  gitignore: flags['ignore'] !== false && flags['gitignore'] !== false,
  target: date(flags, 'target'),
  today: date(flags, 'today') ?? realDate(),
  products: productNames(flags),
  baseline: text(flags, 'baseline'),
});

const changes = (flags: RawFlags): Changes | undefined => {
  const ref = text(flags, 'since');
  const asked: readonly (Changes | undefined)[] = [
    flag(flags, 'staged') ? { kind: 'staged' } : undefined,
    flag(flags, 'changed') ? { kind: 'changed' } : undefined,
    ref === undefined ? undefined : { kind: 'since', ref },
  ];
  const [first, second] = asked.filter((each) => each !== undefined);
  if (second !== undefined) throw new UsageError('give only one of --staged, --changed and --since.');
  if (first !== undefined && flag(flags, 'stdin'))
    throw new UsageError(`--${first.kind} selects files: leave out --stdin.`);
  return first;
};

/** `--shard 2/5`. It only reports: a fix may need files of several shards. */
const shard = (flags: RawFlags, fix: boolean): Shard | undefined => {
  const value = text(flags, 'shard');
  if (value === undefined) return undefined;
  const [, index = '0', count = '0'] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const part = { index: Number(index), count: Number(count) };
  if (part.index < 1 || part.index > part.count)
    throw new UsageError(`--shard takes I/N, the first shard being 1, not "${value}": --shard 1/4`);
  if (fix)
    throw new UsageError('--shard only reports: a fix may need files of several shards. Leave it out.');
  return part;
};

const fixing = (flags: RawFlags, command: 'scan' | 'fix') => {
  const diff = flag(flags, 'diff');
  const fix = command === 'fix' || flag(flags, 'fix') || diff;
  const interactive = onlyWithFix(flags, fix, 'interactive');
  if (interactive && (diff || flag(flags, 'stdin')))
    throw new UsageError('--interactive cannot be combined with --diff or --stdin.');
  return {
    interactive,
    fix,
    diff,
    unsafe: onlyWithFix(flags, fix, 'unsafe'),
    allowDirty: onlyWithFix(flags, fix, 'allow-dirty'),
  };
};

const threads = (flags: RawFlags): number | undefined => {
  const count = wholeNumber(flags, 'threads');
  if (count === 0) throw new UsageError('--threads takes a whole number, at least 1: --threads 2');
  return count;
};

const keeping = (flags: RawFlags) => {
  const location = text(flags, 'cache-location');
  const cache = typeof flags['cache'] === 'boolean' ? flags['cache'] : undefined;
  if (location !== undefined && cache === false)
    throw new UsageError('--cache-location cannot be combined with --no-cache: leave one out.');
  return { cache: location === undefined ? cache : true, cacheLocation: location };
};

const byCall = (flags: RawFlags, wanted: readonly Output[]): boolean => {
  if (!flag(flags, 'by-call')) return false;
  for (const { format } of wanted) choice(format, 'by-call --format', CALL_FORMAT_NAMES);
  return true;
};

const configFlag = (flags: RawFlags): string | false | undefined =>
  flags['config'] === false ? false : text(flags, 'config');

/** `--source-url https://host/owner/repository/blob/main/{file}#L{line}`. */
const sourceUrl = (flags: RawFlags): string | undefined => {
  const url = text(flags, 'source-url');
  if (url !== undefined && !(/^https?:\/\//.test(url) && url.includes('{file}')))
    throw new UsageError(
      '--source-url takes the URL of a line, with {file} and {line} in it: https://github.com/owner/repository/blob/main/{file}#L{line}',
    );
  return url;
};

/** True where a page for people is written, which shows the repository too. */
export const writesPage = ({ outputs }: Pick<Options, 'outputs'>): boolean =>
  outputs.some(({ format }) => format === 'html');

/** Options of `scan` or `fix`. Throws UsageError for an invalid value, with a valid one. */
export const optionsFrom = (flags: RawFlags, paths: readonly string[], command: 'scan' | 'fix'): Options => {
  const stdin = stdinName(flags);
  if (stdin !== undefined && paths.length > 0) {
    throw new UsageError('give paths or standard input, not both.');
  }
  return {
    paths: paths.length === 0 ? ['.'] : paths,
    stdin,
    config: configFlag(flags),
    codeConfig: flags['code-config'] === false ? 'refuse' : 'run',
    outputs: outputs(flags),
    quiet: flag(flags, 'quiet'),
    verbose: flag(flags, 'verbose'),
    byCall: byCall(flags, outputs(flags)),
    excerpts: flag(flags, 'excerpts'),
    sourceUrl: sourceUrl(flags),
    history: flags['history'] !== false,
    color: typeof flags['color'] === 'boolean' ? flags['color'] : undefined,
    ...gate(flags),
    ...selection(flags),
    ...keeping(flags),
    // A page shows commits too, which no result is kept by.
    ...(writesPage({ outputs: outputs(flags) }) ? { cache: false } : {}),
    ...fixing(flags, command),
    changes: changes(flags),
    shard: shard(flags, fixing(flags, command).fix),
    threads: threads(flags),
  };
};
