import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isEndless, pipeInRepositoryOf } from './pipes.ts';

const runFile = promisify(execFile);

/** One call of git. */
export interface GitCall {
  /** Folder that git runs in. */
  readonly cwd: string;
  /** Subcommand and arguments. */
  readonly args: readonly string[];
  /** Variables that choose another index. */
  readonly index?: NodeJS.ProcessEnv;
  /** Takes path arguments as they are written, without wildcards. */
  readonly literal?: boolean;
  /** Milliseconds after which git is killed, if not two minutes. */
  readonly timeout?: number;
}

const MAX_OUTPUT = 256 * 1024 * 1024;
/** A repository that makes git hang (a pipe in place of a file) costs this long, once: git is not run there again. */
const TIMEOUT_MS = 120_000;
/** Reading a configuration takes milliseconds. */
const CONFIGURATION_TIMEOUT_MS = 10_000;

/**
 * Settings that disable what a repository's configuration could make git execute: hooks, file system
 * monitors, editors, pagers, credential and signing programs, transports (a partial clone fetches missing
 * objects by a configured command).
 */
const HARMLESS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.editor=false',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.alternateRefsCommand=',
  'credential.helper=',
  'gpg.program=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'status.submoduleSummary=false',
].flatMap((setting) => ['-c', setting]);

/** Options of subcommands that would run other programs: diff drivers, and git again in each submodule. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  status: ['--ignore-submodules=dirty'],
};

/** Removes the environment of a running hook, so that git uses the repository of the files. */
const environment = (index: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const {
    GIT_DIR: _dir,
    GIT_WORK_TREE: _tree,
    GIT_INDEX_FILE: _index,
    GIT_PREFIX: _prefix,
    GIT_EXTERNAL_DIFF: _diff,
    ...rest
  } = process.env;
  return {
    ...rest,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // No transport has this name: settings of single protocols do not win over it.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
    ...index,
  };
};

/** No program: to run it fails as it does where git is not installed. */
const NOWHERE = 'git-is-not-installed';

const programs = new Map<string, string>();

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Absolute path of git. A program of that name in a scanned folder is not meant: Windows would look there first, others
 * where PATH has a relative entry, and npx puts `node_modules/.bin` of the folder into PATH.
 */
const gitProgram = (path = process.env['PATH'] ?? '/usr/bin:/bin'): string => {
  const known = programs.get(path);
  if (known !== undefined) return known;
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const found = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && basename(folder) !== '.bin')
    .map((folder) => join(folder, name))
    .find(isExecutable);
  const program = found ?? join(dirname(process.execPath), NOWHERE);
  programs.set(path, program);
  return program;
};

/** Filters, and files that git opens besides those of the repository. */
const LISTING = [
  'config',
  '--includes',
  '--null',
  '--type=path',
  '--get-regexp',
  String.raw`^(filter\..*|core\.(attributes|excludes)file|mailmap\.file)$`,
];

/** What the shortest command line of a platform takes, beside the paths of a call. */
const MAX_SETTINGS = 10_000;

const filtersByFolder = new Map<string, readonly string[]>();

/** Reason why git is not run, in the words of a git error. */
const untold = (stderr: string): Error => Object.assign(new Error(stderr), { stderr });

/** Folders in which git did not respond. */
const hanging = new Set<string>();

const contains = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');

const wasKilled = (error: unknown): boolean =>
  error instanceof Error &&
  (('killed' in error && error.killed === true) || ('code' in error && error.code === 'ETIMEDOUT'));

/** Throws if git cannot respond in a folder, or did not in one around or below it. */
const checkAnswers = (cwd: string): void => {
  const pipe = pipeInRepositoryOf(cwd);
  if (pipe !== undefined) throw untold(`git cannot answer: ${pipe} is a pipe or device`);
  for (const folder of hanging)
    if (contains(folder, cwd) || contains(cwd, folder))
      throw untold(`git does not answer in ${folder}: a file of its repository may be a pipe`);
};

/** Error of a call; git is not run again in a folder in which it had to be killed. */
const failed = (cwd: string, error: unknown): never => {
  if (!wasKilled(error)) throw error;
  hanging.add(cwd);
  return checkAnswers(cwd) as never;
};

/** Settings of a folder that are listed, each as `name\nvalue`; throws where git does not say all of them. */
const listedIn = (cwd: string): string => {
  const options = { cwd, env: environment(), encoding: 'utf8', timeout: CONFIGURATION_TIMEOUT_MS } as const;
  try {
    return execFileSync(gitProgram(), [...HARMLESS, ...LISTING], {
      ...options,
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    // Git exits 1 where there are none. After any other failure a filter could be left on.
    return (error as { status?: unknown }).status === 1 ? '' : failed(cwd, error);
  }
};

/** Settings that turn off the filter drivers (`filter.<name>.clean`) that a configuration of the folder names. */
const withoutFilters = (cwd: string): readonly string[] => {
  checkAnswers(cwd);
  const known = filtersByFolder.get(cwd);
  if (known !== undefined) return known;
  const listed = listedIn(cwd)
    .split('\0')
    .map((setting) => /^([^\n]*)\n?(.*)$/s.exec(setting)!.slice(1) as [string, string]);
  const pipe = listed.find(
    ([key, path]) => !key.startsWith('filter.') && path !== '/dev/null' && isEndless(resolve(cwd, path)),
  );
  if (pipe !== undefined) throw untold(`git cannot answer: ${pipe[0]} names a pipe or device`);
  const names = listed.flatMap(([key]) => /^filter\.(.*)\.[^.]+$/.exec(key)?.[1] ?? []);
  // Git ends the name of a setting at its first `=`: this one would stay as it is.
  if (names.some((name) => name.includes('=')))
    throw untold(
      `the configuration of ${cwd} has a filter with "=" in its name, which cannot be turned off: rename it`,
    );
  const settings = [...new Set(names)].flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((end) => ['-c', `filter.${name}.${end}`]),
  );
  if (settings.join('').length > MAX_SETTINGS)
    throw untold(`the configuration of ${cwd} has more filters than can be turned off: remove some`);
  filtersByFolder.set(cwd, settings);
  return settings;
};

/** `rev-parse` executes nothing, and returns the hooks folder of a repository. */
const settingsFor = (command: string): readonly string[] =>
  command === 'rev-parse' ? HARMLESS.slice(2) : HARMLESS;

const commandOf = ({ cwd, args: [command = '', ...rest], literal }: GitCall): string[] => [
  ...settingsFor(command),
  ...withoutFilters(cwd),
  ...(literal ? ['--literal-pathspecs'] : []),
  command,
  ...(FLAGS[command] ?? []),
  ...rest,
];

const optionsOf = ({ cwd, index, timeout = TIMEOUT_MS }: GitCall) =>
  ({ cwd, env: environment(index), maxBuffer: MAX_OUTPUT, timeout, killSignal: 'SIGKILL' }) as const;

/**
 * Output of git. No program that a repository's configuration or attributes name is run, and git is killed after two
 * minutes. Rejects as `execFile` does where git is missing, fails or is killed.
 */
export const gitOutput = async (call: GitCall): Promise<Buffer> => {
  const [program, args] = [gitProgram(), commandOf(call)];
  try {
    return (await runFile(program, args, { ...optionsOf(call), encoding: 'buffer' })).stdout;
  } catch (error) {
    return failed(call.cwd, error);
  }
};

/** Output of git as bytes, at once; `input` is its standard input. Throws as `execFileSync` does. */
export const gitBytesSync = (call: GitCall, input = ''): Buffer => {
  const [program, args] = [gitProgram(), commandOf(call)];
  try {
    return execFileSync(program, args, { ...optionsOf(call), input, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    return failed(call.cwd, error);
  }
};

/** Output of git as text, at once. Throws as `execFileSync` does. */
export const gitOutputSync = (call: GitCall, input = ''): string =>
  gitBytesSync(call, input).toString('utf8');

/** Output of git without the white space around it; empty where it fails. */
export const askGit = (cwd: string, ...args: readonly string[]): string => {
  try {
    return gitOutputSync({ cwd, args }).trim();
  } catch {
    return '';
  }
};
