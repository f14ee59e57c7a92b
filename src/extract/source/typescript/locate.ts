import type { Exists, SourceTree } from '../languages/language.ts';
import { directoryOf, joinPath, matchPattern } from '../languages/paths.ts';
import { assumedAlias, packageNamed } from './assumed-aliases.ts';
import { Packages } from './packages.ts';
import { readTsConfig } from './tsconfig.ts';
import { entryNamed } from '../../../model/index.ts';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts', '.json'];
/** Extensions that an import may name for a source: `./x.js` for `x.ts`. */
const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

interface PathAliases {
  readonly base: string;
  readonly baseUrl: boolean;
  readonly paths: readonly (readonly [string, readonly string[]])[];
}

/** Index of a tree: its packages, and path aliases by folder. */
interface Known {
  readonly packages: Packages;
  readonly aliases: Map<string, PathAliases | undefined>;
}

const read = new WeakMap<SourceTree, Known>();

const knownOf = (tree: SourceTree): Known => {
  const known = read.get(tree) ?? { packages: new Packages(tree), aliases: new Map() };
  read.set(tree, known);
  return known;
};

/** The packages of a tree. */
export const packagesOf = (tree: SourceTree): Packages => knownOf(tree).packages;

/** Configurations that one may extend. */
const MAX_CONFIGURATIONS = 50;

/** Aliases of a configuration or of one that it extends. Each is read once: it may extend itself, in many ways. */
const readAliases = (
  tree: SourceTree,
  folder: string,
  name: string,
  seen: Set<string> = new Set(),
): PathAliases | undefined => {
  const path = joinPath(folder, name);
  if (path === undefined || seen.has(path) || seen.size >= MAX_CONFIGURATIONS) return undefined;
  seen.add(path);
  const text = tree.read(path);
  if (text === undefined) return undefined;
  const { baseUrl, paths, parents } = readTsConfig(text);
  const here = directoryOf(path);
  if (baseUrl !== undefined || paths !== undefined) {
    const base = joinPath(here, baseUrl ?? '.') ?? here;
    return { base, baseUrl: baseUrl !== undefined, paths: paths ?? [] };
  }
  for (const parent of parents) {
    const file = parent.endsWith('.json') ? parent : `${parent}.json`;
    const found = readAliases(tree, here, file, seen);
    if (found) return found;
  }
  return undefined;
};

const aliasesFor = (tree: SourceTree, folder: string): PathAliases | undefined => {
  const { aliases } = knownOf(tree);
  if (aliases.has(folder)) return aliases.get(folder);
  const own = readAliases(tree, folder, 'tsconfig.json') ?? readAliases(tree, folder, 'jsconfig.json');
  const found = own ?? (folder === '' ? undefined : aliasesFor(tree, directoryOf(folder)));
  aliases.set(folder, found);
  return found;
};

/** Resolves a path to a file: exact, with an extension, or as a folder. */
const fileAt = (path: string, exists: Exists): string | undefined => {
  const extension = /\.[cm]?jsx?$/.exec(path)?.[0];
  if (extension) {
    const stem = path.slice(0, -extension.length);
    for (const other of entryNamed(WRITTEN_FOR, extension) ?? [])
      if (exists(stem + other)) return stem + other;
  }
  if (/\.[a-z]+$/i.test(path) && exists(path)) return path;
  const candidates = EXTENSIONS.map((end) => path + end);
  const indexes = EXTENSIONS.map((end) => (path === '' ? `index${end}` : `${path}/index${end}`));
  return [...candidates, ...indexes].find(exists);
};

/** Paths that the aliases of a folder resolve a specifier to. */
const aliased = (tree: SourceTree, folder: string, specifier: string): readonly (string | undefined)[] => {
  const aliases = aliasesFor(tree, folder);
  if (!aliases) return [];
  const { base, baseUrl, paths } = aliases;
  const matching = paths.flatMap(([pattern, targets]) => {
    const rest = matchPattern(pattern, specifier);
    return rest === undefined ? [] : targets.map((target) => joinPath(base, target.replace('*', rest)));
  });
  return baseUrl ? [...matching, joinPath(base, specifier)] : matching;
};

function* pathsFor(tree: SourceTree, folder: string, specifier: string): Generator<string | undefined> {
  if (specifier.startsWith('.')) return yield joinPath(folder, specifier);
  yield* aliased(tree, folder, specifier);
  if (!/^(?:node:|https?:|\/)/.test(specifier)) yield* packagesOf(tree).candidates(folder, specifier);
}

/** File of a specifier that neither a configuration nor a declared package resolves. */
const assumed = (tree: SourceTree, folder: string, specifier: string): string | undefined => {
  if (/^(?:\.|node:|https?:|\/)/.test(specifier)) return undefined;
  const packages = packagesOf(tree);
  if (packages.declares(folder, packageNamed(specifier))) return undefined;
  return assumedAlias(tree, packages.folderOf(folder), specifier);
};

/**
 * Resolves a specifier to a file: relative paths, extensions, index files, tsconfig `paths`, packages of the
 * same workspace and their `exports`, and aliases that are known by their form alone.
 */
export const locate = (
  from: string,
  specifier: string,
  exists: Exists,
  tree: SourceTree,
): string | undefined => {
  for (const path of pathsFor(tree, directoryOf(from), specifier)) {
    const file = path === undefined ? undefined : fileAt(path, exists);
    if (file !== undefined) return file;
  }
  return assumed(tree, directoryOf(from), specifier);
};
