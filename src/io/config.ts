import { existsSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { UsageError } from '../model/index.ts';
import { readRegular } from './bytes.ts';
import { shownPath } from './walk.ts';

/** Configuration as written in a file, not yet validated. */
export interface FoundConfig {
  readonly value: unknown;
  /** True for TypeScript that this Node.js does not run; the value is its text. */
  readonly uncompiled?: true;
  /** Its name in messages. */
  readonly file: string;
  /** Absolute folder that its paths are relative to. */
  readonly folder: string;
  /** Its absolute path. */
  readonly path: string;
  /** Absolute folder that names in messages are relative to. */
  readonly cwd: string;
}

const DATA_NAMES = ['migrate.config.json', 'migrate.config.jsonc', 'migrate.config.yaml'];
const CODE_NAMES = ['migrate.config.js', 'migrate.config.mjs', 'migrate.config.ts'];

/** Extensions of configurations that are run. */
const CODE = new Set(['.js', '.mjs', '.cjs', '.ts']);

/** Names of configuration files, the first that is there counts. */
export const CONFIG_NAMES: readonly string[] = [...DATA_NAMES, ...CODE_NAMES];

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const strictJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
};

/** Most files are plain JSON; others need the parser for comments and error positions. */
const parseJson = async (text: string, comments: boolean): Promise<unknown> => {
  const plain = strictJson(text);
  if (plain !== undefined) return plain.value;
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, {
    disallowComments: !comments,
    allowTrailingComma: comments,
  });
  const first = errors[0];
  if (first === undefined) return value;
  const words = printParseErrorCode(first.error)
    .replaceAll(/\B[A-Z]/g, ' $&')
    .toLowerCase();
  throw new UsageError(`${placeOf(text, first.offset)}: ${words}`);
};

const parseYaml = async (text: string): Promise<unknown> => {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false });
  const problem = document.errors[0];
  if (problem?.message.includes('call stack')) throw new UsageError(TOO_DEEP);
  if (problem !== undefined) throw new UsageError(`${placeOf(text, problem.pos[0])}: ${problem.message}`);
  return document.toJS() as unknown;
};

const TOO_DEEP = 'its values are nested too deep';

const MAX_SIZE = 4 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is not a regular file',
  ENOTREG: 'it is not a regular file',
  EFBIG: 'it is larger than 4 MB',
};

const readText = (file: string): string => {
  try {
    return readRegular(file, MAX_SIZE).toString('utf8');
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new UsageError(reason);
  }
};

/** Code is imported, data is parsed; `migrate` of a package.json counts as a file of its own. */
const readValue = async (file: string): Promise<Pick<FoundConfig, 'value' | 'uncompiled'>> => {
  const extension = extname(file);
  const text = readText(file);
  if (CODE.has(extension))
    return (await (await import('./config-code.ts')).importConfig(file)) ?? { value: text, uncompiled: true };
  if (extension === '.yaml' || extension === '.yml') return { value: (await parseYaml(text)) ?? {} };
  return { value: await parseJson(text, extension === '.jsonc') };
};

const readFound = async (file: string, cwd: string): Promise<Pick<FoundConfig, 'value' | 'uncompiled'>> => {
  try {
    return await readValue(file);
  } catch (error) {
    throw new UsageError(
      `${shownPath(cwd, file) || '.'}: cannot be read as a configuration: ${(error instanceof RangeError ? TOO_DEEP : reasonOf(error)).replace(/\.$/, '')}.`,
    );
  }
};

/** A configuration that is one file. Throws UsageError when it cannot be read; code is run. */
export const readConfig = async (path: string, cwd: string): Promise<FoundConfig> => ({
  ...(await readFound(path, cwd)),
  file: shownPath(cwd, path),
  folder: dirname(path),
  path,
  cwd,
});

const packageText = (file: string): string => {
  try {
    return readText(file);
  } catch {
    return '';
  }
};

const packageConfig = async (folder: string, cwd: string): Promise<FoundConfig | undefined> => {
  const path = join(folder, 'package.json');
  if (!packageText(path).includes('"migrate"')) return undefined;
  const { value } = await readFound(path, cwd);
  const config = (value as { migrate?: unknown } | null)?.migrate;
  if (config === undefined) return undefined;
  return { value: config, file: `${shownPath(cwd, path)} (key "migrate")`, folder, path, cwd };
};

/** Names of files that may hold a configuration that is data. */
export const mayHoldConfig = (name: string): boolean => name === 'package.json' || DATA_NAMES.includes(name);

/**
 * Configuration of a folder other than the working directory: data only. An invalid package.json has none.
 * Throws UsageError for an unreadable configuration.
 */
export const nestedConfig = async (folder: string, cwd: string): Promise<FoundConfig | undefined> => {
  const name = DATA_NAMES.find((candidate) => existsSync(join(folder, candidate)));
  if (name !== undefined) return readConfig(join(folder, name), cwd);
  return packageConfig(folder, cwd).catch(() => undefined);
};

/** Policy for a configuration that is code: it runs, it is an error, or it counts as absent. */
export type CodeConfig = 'run' | 'refuse' | 'ignore';

const refuseCode = (file: string, cwd: string, code: CodeConfig): void => {
  if (code !== 'run' && CODE.has(extname(file)))
    throw new UsageError(
      `${shownPath(cwd, file)}: this configuration is code, which --no-code-config does not run. ` +
        'Write it as migrate.config.json, or pass --no-config.',
    );
};

/** Configuration that is code is only taken from the working directory. */
const configIn = async (folder: string, cwd: string, code: CodeConfig): Promise<FoundConfig | undefined> => {
  const names = folder === cwd && code !== 'ignore' ? CONFIG_NAMES : DATA_NAMES;
  const name = names.find((candidate) => existsSync(join(folder, candidate)));
  if (name === undefined) return packageConfig(folder, cwd);
  refuseCode(join(folder, name), cwd, code);
  return readConfig(join(folder, name), cwd);
};

/** The configuration of the working directory: its own, or the nearest one above it in the same repository. */
const nearestConfig = async (cwd: string, code: CodeConfig): Promise<FoundConfig | undefined> => {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const config = await configIn(folder, cwd, code);
    if (config !== undefined) return config;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
};

/**
 * The configuration that a run uses: the named file, none (`false`), or the nearest one (`undefined`).
 * Throws UsageError when it cannot be read, or is code that must not run.
 */
export const findConfig = async (
  cwd: string,
  named: string | false | undefined,
  code: CodeConfig = 'run',
): Promise<FoundConfig | undefined> => {
  if (named === false) return undefined;
  if (named === undefined) return nearestConfig(cwd, code);
  const file = resolve(cwd, named);
  if (!existsSync(file))
    throw new UsageError(`no such configuration file: ${named}. Name one that exists, or use --no-config.`);
  refuseCode(file, cwd, code);
  return readConfig(file, cwd);
};
