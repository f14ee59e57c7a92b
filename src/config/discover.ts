import { basename, resolve, sep } from 'node:path';
import type { Config } from './config.ts';
import { splitIgnores } from './ignore.ts';
import { mayHoldConfig, nestedConfig } from '../io/config.ts';
import { enclosingRepository, foldersUpTo } from '../io/roots.ts';
import { fileExists } from '../io/text-file.ts';
import { UsageError } from '../model/index.ts';
import { walkOf } from '../extract/forms/detect.ts';
import { walkFiles } from '../io/walk.ts';
import type { Patterns, Walked } from '../io/walk.ts';
import type { Options } from './options.ts';
import { configsOf } from './configs.ts';
import type { Configs, ConfigsByFolder } from './configs.ts';
import { checkRulePacks } from './rulesets.ts';

/** The files of a run and the configurations that apply to them. */
export interface Discovery {
  readonly configs: Configs;
  readonly walked: Walked;
  /** Errors in configurations of nested folders, whose files are skipped. */
  readonly problems: readonly string[];
}

export interface DiscoverInput {
  readonly cwd: string;
  readonly options: Options;
  /** The configuration of the run. */
  readonly run: Config;
  /** Texts that an editor holds, by path; some have no file yet. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

const NOTHING: Walked = { files: [], skipped: [] };

const patternsOf = (config: Config, { ignore }: Options): Patterns => ({
  folder: config.folder,
  ignore: ignore ? splitIgnores(config).files : [],
  include: config.include ?? [],
});

/** Folders between a named path and the working directory, or its repository where it lies elsewhere. */
const foldersAbove = (cwd: string, path: string): readonly string[] => {
  const absolute = resolve(cwd, path);
  if (absolute === cwd) return [];
  if (absolute.startsWith(cwd + sep)) return foldersUpTo(absolute, cwd);
  const top = enclosingRepository(absolute);
  return [...foldersUpTo(absolute, top), top];
};

/** Walks once with the configurations known so far; `noted` gets the folders that may hold another one. */
const walkWith = (input: DiscoverInput, configs: Configs, noted: Set<string> | undefined): Walked => {
  const { cwd, options } = input;
  const own = new Map(configs.all.map((config) => [config.folder, config]));
  const walked = walkFiles({
    cwd,
    paths: options.paths,
    gitignore: options.gitignore,
    ignore: options.ignore ? options.ignorePatterns : [],
    patterns: (folder) => patternsOf(configs.of(folder), options),
    enter: (folder, names) => {
      if (noted !== undefined && names.some((name) => mayHoldConfig(name))) noted.add(folder);
      const config = own.get(folder);
      return config === undefined ? undefined : patternsOf(config, options);
    },
  });
  const fresh = [...(input.texts?.keys() ?? [])].filter(
    (path) => walkOf(basename(path)) !== 'no' && !fileExists(cwd, path),
  );
  return { ...walked, files: [...walked.files, ...fresh.map((path) => ({ path, named: false }))] };
};

const loadNested = async (folder: string, cwd: string): Promise<Config | undefined> => {
  const found = await nestedConfig(folder, cwd);
  if (found === undefined) return undefined;
  const { loadConfig } = await import('./load.ts');
  const config = await loadConfig(found, enclosingRepository(folder));
  checkRulePacks(config);
  return config;
};

/** Messages of configurations that cannot be used, by their absolute folders. */
type Problems = Map<string, string>;

/** A configuration of a nested folder that cannot be used costs that folder, not the run. */
const loadFolders = async (
  folders: readonly string[],
  cwd: string,
  problems: Problems,
): Promise<readonly (readonly [string, Config | undefined])[]> =>
  Promise.all(
    folders.map(async (folder) => {
      try {
        return [folder, await loadNested(folder, cwd)] as const;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        problems.set(folder, error.message);
        return [folder, undefined] as const;
      }
    }),
  );

/** Skips the files below folders with an invalid configuration. */
const withoutBroken = (walked: Walked, cwd: string, problems: Problems): Walked => {
  if (problems.size === 0) return walked;
  const brokenAbove = (path: string): string | undefined => {
    const absolute = resolve(cwd, path);
    return [...problems.keys()].find((folder) => absolute.startsWith(folder + sep));
  };
  const isBroken = ({ path }: { readonly path: string }): boolean => brokenAbove(path) !== undefined;
  return {
    files: walked.files.filter((file) => !isBroken(file)),
    skipped: [
      ...walked.skipped,
      ...walked.files.filter(isBroken).map(({ path }) => ({
        file: path,
        reason: `its configuration cannot be used: ${problems.get(brokenAbove(path)!)}`,
      })),
    ],
  };
};

/** Configurations by folder, with those of some more folders. */
const withFolders = async (
  known: ConfigsByFolder,
  folders: readonly string[],
  cwd: string,
  problems: Problems,
): Promise<ConfigsByFolder> => {
  const fresh = [...new Set(folders)].filter((folder) => !known.has(folder));
  return new Map([...known, ...(await loadFolders(fresh, cwd, problems))]);
};

const startOf = (
  { cwd, options, run }: DiscoverInput,
  paths: readonly string[],
  problems: Problems,
): Promise<ConfigsByFolder> => {
  const own: ConfigsByFolder = new Map([[run.folder, run]]);
  const above = options.config === undefined ? paths.flatMap((path) => foldersAbove(cwd, path)) : [];
  return withFolders(own, above, cwd, problems);
};

/**
 * The configurations that may apply to some files, found in the folders above them without a walk. Throws UsageError
 * for one that cannot be used.
 */
export const configsAbove = async (input: DiscoverInput, paths: readonly string[]): Promise<Configs> => {
  const problems: Problems = new Map();
  const configs = configsOf(input.cwd, input.run, await startOf(input, paths, problems));
  for (const problem of problems.values()) throw new UsageError(problem);
  return configs;
};

/**
 * Finds the files of a run. If folders have their own configurations (data only), it walks again with these,
 * because they may ignore files. `--config` and `--no-config` apply to all files.
 */
export const discover = async (input: DiscoverInput): Promise<Discovery> => {
  const { cwd, options, run } = input;
  if (options.stdin !== undefined)
    return { configs: await configsAbove(input, [options.stdin]), walked: NOTHING, problems: [] };
  const problems: Problems = new Map();
  let byFolder = await startOf(input, options.paths, problems);
  for (;;) {
    const configs = configsOf(cwd, run, byFolder);
    const noted = options.config === undefined ? new Set<string>() : undefined;
    const walked = walkWith(input, configs, noted);
    const before = byFolder.size;
    byFolder = await withFolders(byFolder, [...(noted ?? [])], cwd, problems);
    const settled =
      byFolder.size === before || configsOf(cwd, run, byFolder).all.length === configs.all.length;
    if (settled)
      return { configs, walked: withoutBroken(walked, cwd, problems), problems: [...problems.values()] };
  }
};
