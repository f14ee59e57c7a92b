import { join, resolve } from 'node:path';
import type { Settings } from './checks/check.ts';
import type { Config } from './config.ts';
import { splitIgnores } from './ignored.ts';
import { readableForms } from './extract/registry.ts';
import type { Selection } from './io/changed.ts';
import { createHost } from './io/host.ts';
import { patternMatcher } from './io/ignores.ts';
import { takeChanged, takeIn, takeInText } from './io/inventory.ts';
import type { IntakeOptions, Inventory } from './io/inventory.ts';
import { readPackageFile } from './io/package.ts';
import { positionsIn } from './io/positions.ts';
import { readableRoots, repositoryNames, repositoryRoot } from './io/roots.ts';
import { walk } from './io/walk.ts';
import type { SourceFile } from './model/index.ts';
import type { Options } from './options.ts';
import { prefilterOf } from './prefilter.ts';
import type { Texts } from './present.ts';
import type { Ruleset } from './ruleset/index.ts';
import { scanFiles } from './scan.ts';
import type { ScanOutcome } from './scan.ts';
import { vocabularyOf } from './vocabulary.ts';

/** The scanned files and everything that may be asked of them. */
export interface Project extends Texts {
  readonly inventory: Inventory;
  /** True for files whose findings are reported: all, or those that changed. */
  readonly isChosen: (file: string) => boolean;
  /** Absolute folder that repository names are relative to. */
  readonly root: string;
  /** A scanned file as its repository names it. */
  readonly inRepository: (file: string) => string;
  /** Scans with these texts in place of those on disk: files as fixes would leave them. */
  scan(overlay: ReadonlyMap<string, string>): Promise<ScanOutcome>;
}

export interface ProjectInput {
  readonly cwd: string;
  readonly options: Options;
  readonly config: Config;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  /** Text of standard input, when that is scanned. */
  readonly stdin: string | undefined;
  /** Files that changed; `undefined`: all count. */
  readonly selection?: Selection | undefined;
  readonly progress: (files: number) => void;
}

/** The operation that the configuration gives to a file; the last pattern that matches wins. */
const payloadOperations = ({ cwd, config }: ProjectInput): ((file: string) => string | undefined) => {
  const patterns = Object.entries(config.payloads ?? {});
  if (patterns.length === 0) return () => undefined;
  const matchers = patterns.map(
    ([pattern, operation]) => [patternMatcher(config.folder, pattern), operation] as const,
  );
  return (file) => matchers.findLast(([matches]) => matches(resolve(cwd, file)))?.[1];
};

/** Pointers of places in a file that the configuration silences; `--no-ignore` lifts them too. */
const silencedPointers = ({ cwd, config, options }: ProjectInput): ((file: string) => readonly string[]) => {
  const { places } = splitIgnores(config);
  if (places.length === 0 || !options.ignore) return () => [];
  const matchers = places.map(({ pattern, pointer }) => ({
    matches: patternMatcher(config.folder, pattern),
    pointer,
  }));
  return (file) =>
    matchers.filter(({ matches }) => matches(resolve(cwd, file))).map(({ pointer }) => pointer);
};

/** Patterns of the configuration are relative to its folder, those of flags to the working directory. */
const inventoryOf = (input: ProjectInput, intake: IntakeOptions): Inventory => {
  const { cwd, options, config, stdin } = input;
  if (stdin !== undefined) return takeInText(options.stdin ?? 'stdin', stdin, intake);
  const walked = walk({
    cwd,
    paths: options.paths,
    gitignore: options.gitignore,
    ignore: options.ignore ? options.ignorePatterns : [],
    configured: options.ignore ? splitIgnores(config).files : [],
    include: config.include ?? [],
    configFolder: config.folder,
  });
  return input.selection === undefined
    ? takeIn(walked, intake)
    : takeChanged(walked, input.selection, intake);
};

const replaced = (
  files: readonly SourceFile[],
  overlay: ReadonlyMap<string, string>,
): readonly SourceFile[] =>
  overlay.size === 0 ? files : files.map((file) => ({ ...file, text: overlay.get(file.path) ?? file.text }));

/** Finds and reads the files of a run. Throws UsageError for a path that does not exist. */
export const openProject = (input: ProjectInput): Project => {
  const { cwd, options, ruleset, settings, stdin } = input;
  const operationOf = payloadOperations(input);
  const silencedAt = silencedPointers(input);
  const vocabulary = vocabularyOf(ruleset);
  const prefilter = prefilterOf(vocabulary);
  const intake: IntakeOptions = {
    cwd,
    prefilter,
    readable: readableForms(),
    always: (path) => operationOf(path) !== undefined,
    progress: input.progress,
  };
  const inventory = inventoryOf(input, intake);
  const roots = readableRoots(cwd, options.paths);
  const given = new Map([
    ...(stdin === undefined ? [] : [[options.stdin ?? 'stdin', stdin] as const]),
    ...(input.selection?.texts ?? []),
  ]);
  const hostWith = (overlay: ReadonlyMap<string, string>) =>
    createHost({ cwd, roots, sources: inventory.sources, overlay: new Map([...given, ...overlay]) });
  const host = hostWith(new Map());
  const recordings = new Set(
    inventory.candidates.filter(({ form }) => form === 'har').map(({ path }) => path),
  );
  return {
    inventory,
    isChosen: (file) => input.selection?.files.has(file) ?? true,
    root: repositoryRoot(cwd),
    inRepository: repositoryNames(cwd),
    text: (file) => (recordings.has(file) ? undefined : host.read(file)),
    positions: (file, offsets) => positionsIn(host.chunks(file), offsets),
    scan: (overlay) =>
      scanFiles({
        candidates: replaced(inventory.candidates, overlay),
        host: hostWith(overlay),
        ruleset,
        settings,
        addresses: prefilter.addresses,
        words: {
          names: [...vocabulary.distinctive, ...vocabulary.common],
          successors: vocabulary.successors,
          words: vocabulary.addresses,
        },
        operationOf,
        silencedAt,
        loadReshape: async () => (await import('./reshaper.ts')).loadReshape(readPackageFile),
      }),
  };
};

/** Absolute paths of the rule packs that the configuration names. */
export const rulePackPaths = ({ folder, rulePacks }: Config): readonly string[] =>
  (rulePacks ?? []).map((path) => join(folder, path));
