import { resolve } from 'node:path';
import type { Settings } from '../rules/checks/check.ts';
import type { Config } from '../config/config.ts';
import { sourcesBeyond } from '../io/sources-beyond.ts';
import { configuredClients } from '../config/clients.ts';
import type { Configs } from '../config/configs.ts';
import { splitIgnores } from '../config/ignore.ts';
import type { Recall } from '../extract/recall.ts';
import { readableForms } from './extractors.ts';
import type { Selection } from '../io/changed.ts';
import type { Contents } from '../io/contents.ts';
import { createHost } from '../io/host.ts';
import { patternMatcher } from '../io/ignores.ts';
import { takeIn, takeInText } from '../io/inventory.ts';
import type { IntakeOptions, Inventory, Outcome } from '../io/inventory.ts';
import { isSourceName } from '../extract/forms/by-name.ts';
import { readPackageFile } from '../io/package.ts';
import { positionsIn } from '../io/positions.ts';
import { readableRoots, repositoryNames, repositoryRoot } from '../io/roots.ts';
import type { Walked } from '../io/walk.ts';
import type { Place, SourceFile, Unread } from '../model/index.ts';
import type { Options } from '../config/options.ts';
import { prefilterOf } from '../extract/prefilter.ts';
import { wordsOf } from './extract-files.ts';
import type { Texts } from './render-report.ts';
import type { Ruleset } from '../rules/load/index.ts';
import { scanFiles } from './scan.ts';
import type { ScanOutcome } from './scan.ts';
import { isSelected, takeSelected, withImports } from './select-changed.ts';
import { givenTexts } from './given-texts.ts';
import { lookAtOthers } from './other-files.ts';
import { hostOptions } from './host-options.ts';
import type { Others } from './other-files.ts';
import { isInShard } from '../config/shard.ts';
import { vocabularyOf } from '../rules/keywords.ts';
import type { Witness } from './recording-summary.ts';

/** The scanned files and everything that may be asked of them. */
export interface Project extends Texts {
  readonly inventory: Inventory;
  /** Texts that can be addresses of the legacy API in files that are not analysed. */
  readonly unread: readonly Unread[];
  /** True for files that the run is about: all, those that changed, those of a shard. */
  readonly isChosen: (file: string) => boolean;
  /** Absolute folder that repository names are relative to. */
  readonly root: string;
  /** A scanned file as its repository names it. */
  readonly inRepository: (file: string) => string;
  /** Scans with these texts in place of those on disk: files as fixes would leave them. */
  scan(overlay: ReadonlyMap<string, string>, asked?: Place): Promise<ScanOutcome>;
  /**
   * The same files with other texts of an editor, for the same paths. What was found out of all other files stands: for
   * as long as nothing on disk changes, and no configuration.
   */
  withTexts(texts: ReadonlyMap<string, string>): Promise<Project>;
}

export interface ProjectInput {
  readonly cwd: string;
  readonly options: Options;
  readonly configs: Configs;
  /** Files that were found; unused for standard input. */
  readonly walked: Walked;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  /** Text of standard input, when that is scanned. */
  readonly stdin: string | undefined;
  /** Is told what is read, where that is wanted. */
  readonly contents?: Contents | undefined;
  /** Files that changed; `undefined`: all count. */
  readonly selection?: Selection | undefined;
  /** Texts that stand for files: what an editor holds. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  readonly progress: (files: number) => void;
  /** What is remembered of the same files with other texts. */
  readonly memory?: Memory;
}

/** What stays true of files while only texts of an editor change. */
interface Memory {
  readonly outcomes: Map<string, Outcome>;
  readonly searches: Map<string, ReadonlySet<string>>;
  readonly kept: Recall['kept'];
  others?: Others;
}

const emptyMemory = (): Memory => ({ outcomes: new Map(), searches: new Map(), kept: new Map() });

/** What a configuration says of a file, by matchers that are made once for each configuration. */
const perConfig = <T>(
  { cwd, configs }: ProjectInput,
  make: (config: Config) => (path: string) => T,
): ((file: string) => T) => {
  const made = new Map(configs.all.map((config) => [config, make(config)]));
  return (file) => made.get(configs.of(file))!(resolve(cwd, file));
};

/** The operation that the configuration gives to a file; the last pattern that matches wins. */
const payloadOperations = (input: ProjectInput): ((file: string) => string | undefined) => {
  if (input.configs.all.every(({ payloads }) => payloads === undefined)) return () => undefined;
  return perConfig(input, ({ folder, payloads = {} }) => {
    const matchers = Object.entries(payloads).map(
      ([pattern, operation]) => [patternMatcher(folder, pattern), operation] as const,
    );
    return (path) => matchers.findLast(([matches]) => matches(path))?.[1];
  });
};

/** Pointers of places in a file that the configuration silences; `--no-ignore` lifts them too. */
const silencedPointers = (input: ProjectInput): ((file: string) => readonly string[]) => {
  const none = input.configs.all.every((config) => splitIgnores(config).places.length === 0);
  if (none || !input.options.ignore) return () => [];
  return perConfig(input, (config) => {
    const matchers = splitIgnores(config).places.map(({ pattern, pointer }) => ({
      matches: patternMatcher(config.folder, pattern),
      pointer,
    }));
    return (path) => matchers.filter(({ matches }) => matches(path)).map(({ pointer }) => pointer);
  });
};

const unpackedInventory = async (
  { cwd, options, stdin, selection, walked, contents, texts }: ProjectInput,
  intake: IntakeOptions,
  names: readonly string[],
  given: ReadonlyMap<string, string>,
): Promise<Inventory> => {
  const sources = walked.files.map(({ path }) => path).filter(isSourceName);
  const roots = readableRoots(cwd, options.paths);
  const host = createHost({ cwd, roots, sources, overlay: given, contents });
  if (stdin !== undefined) {
    const name = options.stdin ?? 'stdin';
    return withImports(takeInText(name, stdin, intake), [name], { intake, host });
  }
  if (selection !== undefined && !options.fix)
    return takeSelected({ walked, selection, intake, host, names });
  // What an editor has open outside of its folders it looks at alone.
  const named = texts === undefined ? walked.files.flatMap((file) => (file.named ? [file.path] : [])) : [];
  return withImports(takeIn(walked, intake), named, { intake, host });
};

/** A fix has to see all code that what it edits is used in. */
const withSourcesBeyond = ({ cwd, options }: ProjectInput, found: Inventory): Inventory => {
  const isPart = options.stdin !== undefined || !options.paths.includes('.');
  const beyond = options.fix && isPart ? sourcesBeyond(cwd, found.sources) : [];
  const sources = [...new Set([...found.sources, ...beyond])];
  return beyond.length === 0
    ? found
    : { ...found, sources, around: new Set([...(found.around ?? []), ...beyond]) };
};

const inventoryOf = async (
  input: ProjectInput,
  intake: IntakeOptions,
  names: readonly string[],
  given: ReadonlyMap<string, string>,
): Promise<Inventory> => {
  const found = withSourcesBeyond(input, await unpackedInventory(input, intake, names, given));
  return found.packed.length === 0 ? found : (await import('../io/packed.ts')).withPacked(found, intake);
};

/** Of recordings an editor wants to hear where they are open: others may be large, and nobody edits them. */
const forEditor = ({ texts }: ProjectInput, inventory: Inventory): Inventory =>
  texts === undefined
    ? inventory
    : {
        ...inventory,
        candidates: inventory.candidates.filter(
          ({ origin, path }) => origin !== 'recording' || texts.has(path),
        ),
      };

const replaced = (
  files: readonly SourceFile[],
  overlay: ReadonlyMap<string, string>,
): readonly SourceFile[] =>
  overlay.size === 0 ? files : files.map((file) => ({ ...file, text: overlay.get(file.path) ?? file.text }));

/** Files that a run is about: all, those that changed, those of a shard. It may look at others too. */
const chosenIn = ({ options, selection }: ProjectInput): ((file: string) => boolean) => {
  const inShard = options.shard === undefined ? () => true : isInShard(options.shard);
  return selection === undefined ? inShard : (file) => isSelected(selection, file) && inShard(file);
};

/** Looks on while recordings are judged; loaded only where there are some. */
const witnessFor = async ({ excerpts }: Options): Promise<Witness> =>
  new (await import('./recording-summary.ts')).Witness(excerpts);

/** Finds and reads the files of a run. Throws UsageError for a path that does not exist. */
export const openProject = async (input: ProjectInput): Promise<Project> => {
  const { cwd, options, ruleset, settings } = input;
  const isMine = chosenIn(input);
  const memory = input.memory ?? (input.texts === undefined ? undefined : emptyMemory());
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
    isMine,
    texts: input.texts ?? input.selection?.texts,
    contents: input.contents,
    outcomes: memory?.outcomes,
  };
  const words = wordsOf(vocabulary);
  const given = givenTexts(input);
  const inventory = forEditor(input, await inventoryOf(input, intake, words.names, given));
  const others = memory?.others ?? lookAtOthers({ ...input, given }, inventory, prefilter.addresses);
  if (memory !== undefined) memory.others = others;
  const { around } = inventory;
  const common = hostOptions(input, inventory, memory?.searches);
  const over = (overlay: ReadonlyMap<string, string>) => new Map([...given, ...overlay]);
  const host = createHost({ ...common, overlay: given });
  const recordings = new Set(
    inventory.candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path),
  );
  return {
    inventory,
    unread: others.unread,
    isChosen: (file) => isMine(file) && around?.has(file) !== true,
    root: repositoryRoot(cwd),
    inRepository: repositoryNames(cwd),
    text: (file) => (recordings.has(file) ? undefined : host.read(file)),
    positions: (file, offsets) => positionsIn(host.chunks(file), offsets),
    withTexts: (texts) => openProject({ ...input, texts, memory: memory ?? emptyMemory() }),
    scan: async (overlay, asked) =>
      scanFiles({
        asked,
        witness: recordings.size === 0 || options.keepsRecordings ? undefined : await witnessFor(options),
        candidates: replaced(inventory.candidates, overlay),
        host: createHost({ ...common, overlay: over(overlay) }),
        recall: memory && { texts: over(overlay), kept: memory.kept },
        ruleset,
        settings,
        addresses: prefilter.addresses,
        words,
        ...others,
        operationOf,
        clients: configuredClients(cwd, input.configs),
        silencedAt,
        loadReshape: async () => (await import('./load-converter.ts')).loadReshape(readPackageFile),
      }),
  };
};
