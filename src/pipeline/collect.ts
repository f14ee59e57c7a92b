import { isSourceName, sourceFormOf } from '../extract/forms/detect.ts';
import { createHost } from '../io/host.ts';
import { readFiles, readOneText } from '../io/inventory.ts';
import type { ReadOptions, Inventory } from '../io/inventory.ts';
import { progressOn } from '../io/output.ts';
import { positionsIn } from '../io/positions.ts';
import { readableRoots } from '../io/roots.ts';
import { sourcesOutside } from '../io/sources-outside.ts';
import type { SourceFile } from '../model/index.ts';
import { searchOtherFiles } from './other-files.ts';
import type { FileSet, Run } from './run.ts';
import { isSelected, readSelected, withImports } from './select-changed.ts';
import { isMediaName } from '../extract/forms/not-analysed.ts';
import type { Contents } from '../io/contents.ts';
import type { HostOptions } from '../io/host.ts';
import type { Walked } from '../io/walk.ts';

/** Folders and files that extractors may read. */
interface HostInput {
  readonly cwd: string;
  readonly options: { readonly paths: readonly string[] };
  readonly walked: Walked;
  readonly contents?: Contents | undefined;
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Text files below the paths that are no source files of TypeScript or JavaScript. */
const otherPaths = ({ files, others = [] }: Walked): readonly string[] => [
  ...files.map(({ path }) => path).filter((path) => sourceFormOf(path) !== 'typescript'),
  ...others.flatMap(({ path, isIgnored }) => (isMediaName(path) || isIgnored() ? [] : [path])),
];

/** State that all hosts of a run share; an editor looks at code alone. */
const hostOptions = (
  { cwd, options, walked, contents, texts }: HostInput,
  { sources, packed }: Inventory,
  searches: HostOptions['searches'],
): Omit<HostOptions, 'overlay'> => ({
  cwd,
  roots: readableRoots(cwd, options.paths),
  sources,
  packed,
  contents,
  searches,
  others: () => (texts === undefined ? otherPaths(walked) : []),
});

/** Texts that replace files on disk: standard input, the git index, editor buffers. */
const givenTexts = ({ options, stdin, selection, texts }: Run): ReadonlyMap<string, string> =>
  new Map([
    ...(stdin === undefined ? [] : [[options.stdin ?? 'stdin', stdin] as const]),
    ...(selection?.texts ?? []),
    ...(texts ?? []),
  ]);

const unpackedInventory = async (
  { cwd, options, stdin, selection, walked, contents, texts, words }: Run,
  intake: ReadOptions,
  given: ReadonlyMap<string, string>,
): Promise<Inventory> => {
  const sources = walked.files.map(({ path }) => path).filter(isSourceName);
  const roots = readableRoots(cwd, options.paths);
  const host = createHost({ cwd, roots, sources, overlay: given, contents });
  if (stdin !== undefined) {
    const name = options.stdin ?? 'stdin';
    return withImports(readOneText(name, stdin, intake), [name], { intake, host });
  }
  if (selection !== undefined && !options.fix)
    return readSelected({ walked, selection, intake, host, names: words.names });
  // What an editor has open outside of its folders it looks at alone.
  const named = texts === undefined ? walked.files.flatMap((file) => (file.named ? [file.path] : [])) : [];
  return withImports(readFiles(walked, intake), named, { intake, host });
};

/** True for a run on a part of the working directory. */
const isPart = ({ options }: Run): boolean => options.stdin !== undefined || !options.paths.includes('.');

/** Adds source files of the working directory around a part of it; the same inventory where there are none. */
const withSourcesBeyond = (run: Run, found: Inventory): Inventory => {
  const beyond = isPart(run) ? sourcesOutside(run.cwd, found.sources) : [];
  const sources = [...new Set([...found.sources, ...beyond])];
  return beyond.length === 0
    ? found
    : { ...found, sources, around: new Set([...(found.around ?? []), ...beyond]) };
};

/** An editor needs recordings only while they are open: they may be large, and are rarely edited. */
const forEditor = ({ texts }: Run, inventory: Inventory): Inventory =>
  texts === undefined
    ? inventory
    : {
        ...inventory,
        candidates: inventory.candidates.filter(
          ({ origin, path }) => origin !== 'recording' || texts.has(path),
        ),
      };

const inventoryOf = async (
  run: Run,
  intake: ReadOptions,
  given: ReadonlyMap<string, string>,
): Promise<Inventory> => {
  const own = await unpackedInventory(run, intake, given);
  const found = run.options.fix ? withSourcesBeyond(run, own) : own;
  const unpacked =
    found.packed.length === 0
      ? found
      : await (await import('../io/packed-files.ts')).withPacked(found, intake);
  return forEditor(run, unpacked);
};

/** Files that a run reports on: all, the changed ones, or those of a shard. It may read others too. */
const chosenIn = ({ inShard, selection }: Run): ((file: string) => boolean) =>
  selection === undefined ? inShard : (file) => isSelected(selection, file) && inShard(file);

const readInventory = async (
  run: Run,
  isMine: (file: string) => boolean,
  given: ReadonlyMap<string, string>,
): Promise<Inventory> => {
  const { cwd, prefilter, operationOf, contents, memory, texts, selection } = run;
  const progress = progressOn(run.terminal, run.options.quiet);
  const intake: ReadOptions = {
    cwd,
    prefilter,
    always: (path) => operationOf(path) !== undefined,
    progress: progress.note,
    isMine,
    texts: texts ?? selection?.texts,
    contents,
    outcomes: memory?.outcomes,
  };
  const inventory = await inventoryOf(run, intake, given);
  progress.end();
  return inventory;
};

const recordingsIn = ({ candidates }: Inventory): ReadonlySet<string> =>
  new Set(candidates.filter(({ origin }) => origin === 'recording').map(({ path }) => path));

/** Files that the walk found, as a set that is built on first use. */
const listedIn = ({ files }: Walked): ((file: string) => boolean) => {
  let listed: ReadonlySet<string> | undefined;
  return (file) => (listed ??= new Set(files.map(({ path }) => path))).has(file);
};

/** Files that a run reports on, of an inventory that may hold others around them. */
const reportedOn = (isMine: (file: string) => boolean, { around }: Inventory): FileSet['isChosen'] =>
  around === undefined ? isMine : (file) => isMine(file) && !around.has(file);

/** Reads the files of a run that can matter. Throws UsageError for a path that does not exist. */
export const collect = async (run: Run): Promise<FileSet> => {
  const { memory, prefilter } = run;
  const isMine = chosenIn(run);
  const given = givenTexts(run);
  const inventory = await readInventory(run, isMine, given);
  const others = memory?.others ?? searchOtherFiles({ ...run, given }, inventory, prefilter.addresses);
  if (memory !== undefined) memory.others = others;
  const options = hostOptions(run, inventory, memory?.searches);
  const host = createHost({ ...options, overlay: given });
  const recordings = recordingsIn(inventory);
  // What is reported of a file is reported of the text that was scanned, whatever has become of the file.
  const scanned = new Map(inventory.candidates.map(({ path, text }) => [path, text]));
  return {
    inventory,
    others,
    host,
    hostOptions: options,
    cache: memory && { texts: given, kept: memory.kept },
    isChosen: reportedOn(isMine, inventory),
    isBelow: listedIn(run.walked),
    text: (file) => (recordings.has(file) ? undefined : (scanned.get(file) ?? host.read(file))),
    positions: (file, offsets) => positionsIn(host.chunks(file), offsets),
  };
};

/**
 * The files of a run with the code of the working directory around them; `undefined` where there is none, and where a run
 * reads all of it or what an editor has open. Its result is not kept: nothing reports when that code changes.
 */
export const withCodeAround = (run: Run, files: FileSet): FileSet | undefined => {
  if (!isPart(run) || run.options.fix || run.texts !== undefined) return undefined;
  run.contents?.forget();
  const inventory = withSourcesBeyond(run, files.inventory);
  if (inventory === files.inventory) return undefined;
  const hostOptions = { ...files.hostOptions, sources: inventory.sources };
  const host = createHost({ ...hostOptions, overlay: givenTexts(run) });
  return { ...files, inventory, hostOptions, host, isChosen: reportedOn(chosenIn(run), inventory) };
};

const edited = (files: readonly SourceFile[], edits: ReadonlyMap<string, string>): readonly SourceFile[] =>
  files.map((file) => ({ ...file, text: edits.get(file.path) ?? file.text }));

/** The same files with these texts in place of those on disk: as fixes would leave them. */
export const withEdits = (run: Run, files: FileSet, edits: ReadonlyMap<string, string>): FileSet => {
  const overlay = new Map([...givenTexts(run), ...edits]);
  const { inventory, cache } = files;
  const host = createHost({ ...files.hostOptions, overlay });
  return {
    ...files,
    inventory: { ...inventory, candidates: edited(inventory.candidates, edits) },
    host,
    cache: cache && { ...cache, texts: overlay },
    text: (file) => edits.get(file) ?? files.text(file),
    positions: (file, offsets) => positionsIn(host.chunks(file), offsets),
  };
};
