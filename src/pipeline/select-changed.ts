import type { ProjectHost } from '../extract/extractor.ts';
import type { Selection } from '../io/git/changed.ts';
import { readFiles, readOneText } from '../io/inventory.ts';
import type { ReadOptions, Inventory } from '../io/inventory.ts';
import { isEnvName, isSourceName, walkOf } from '../extract/forms/detect.ts';
import type { Walked } from '../io/walk.ts';
import type { SourceFile } from '../model/index.ts';

/** Files to choose from. */
export interface SelectedInput {
  readonly walked: Walked;
  readonly selection: Selection;
  readonly intake: ReadOptions;
  readonly host: ProjectHost;
  /** Properties that rules speak of. */
  readonly names: readonly string[];
}

/** True for files that changed, and for entries of archives (`archive!entry`) that did. */
export const isSelected = ({ files }: Selection, file: string): boolean => {
  for (let at = file.length; at !== -1; at = file.lastIndexOf('!', at - 1))
    if (files.has(file.slice(0, at))) return true;
  return false;
};

/**
 * The inventory of the walked files that changed, with all source files at hand: a change may lie on a call whose other
 * end did not change.
 */
const takeChanged = ({ walked, selection, intake }: SelectedInput): Inventory => ({
  ...readFiles(
    {
      files: walked.files.filter(({ path }) => selection.files.has(path)),
      skipped: walked.skipped.filter(({ file }) => selection.files.has(file)),
    },
    intake,
  ),
  sources: walked.files.map(({ path }) => path).filter(isSourceName),
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isComponent = ({ form }: SourceFile): boolean => form === 'component';

/** True if unchanged files may affect calls in changed ones. */
const needsOthers = async (changed: Inventory, input: SelectedInput): Promise<boolean> => {
  const { walked, selection, intake, host, names } = input;
  if (changed.candidates.some((file) => file.origin !== 'recording' && !isComponent(file))) return true;
  const components = changed.candidates.filter(isComponent).map(({ path }) => path);
  const sources = [...changed.sources, ...components].filter((path) => selection.files.has(path));
  if (sources.length === 0) return false;
  const { addresses } = intake.prefilter;
  const holdsAddress = (text: string): boolean => addresses.test(text);
  const { reachesAddress } = await import('../extract/source/project/reachability.ts');
  const environments = walked.files.map(({ path }) => path).filter((path) => isEnvName(nameOf(path)));
  const inEnvironment = environments.some((path) => holdsAddress(host.read(path) ?? ''));
  return reachesAddress(sources, { host, holdsAddress, names, inEnvironment });
};

/**
 * Adds the imports of named source files with a URL of the API: a hook that gets the files of a commit also
 * needs unchanged bases and clients. Callers are not added.
 */
export const withImports = async (
  found: Inventory,
  named: readonly string[],
  { intake, host }: Pick<SelectedInput, 'intake' | 'host'>,
): Promise<Inventory> => {
  const sources = named.filter((path) => isSourceName(path));
  if (sources.length === 0) return found;
  const { leadingToAddress } = await import('../extract/source/project/reachability.ts');
  const { addresses } = intake.prefilter;
  const leading = leadingToAddress(sources, { host, holdsAddress: (text) => addresses.test(text) });
  const known = new Set(found.candidates.map(({ path }) => path));
  const always = { ...intake, always: () => true };
  const more = leading
    .filter((path) => !known.has(path))
    .flatMap((path) => readOneText(path, host.read(path) ?? '', always).candidates);
  const walked = new Set(found.sources);
  const around = leading.filter((path) => !walked.has(path));
  return {
    ...found,
    sources: [...found.sources, ...around.filter((path) => isSourceName(path))],
    candidates: [...found.candidates, ...more],
    around: new Set(around),
  };
};

/**
 * Inventory of a run on changed files: these alone if no other file can matter, which is fast; else all
 * files, reporting only on changed ones. Unchanged recordings are not read.
 */
export const readSelected = async (input: SelectedInput): Promise<Inventory> => {
  const { walked, selection, intake } = input;
  const changed = takeChanged(input);
  if (!(await needsOthers(changed, input))) return changed;
  const isChanged = (path: string): boolean => selection.files.has(path);
  const files = walked.files.filter(({ path }) => isChanged(path) || walkOf(nameOf(path)) === 'read');
  const all = readFiles({ ...walked, files }, intake);
  return {
    ...all,
    candidates: all.candidates.filter(({ path, origin }) => origin !== 'recording' || isChanged(path)),
    packed: all.packed.filter(({ path }) => isChanged(path)),
  };
};
