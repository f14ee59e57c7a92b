import type { Imports, SourceTree } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

const BLOCK = /^[ \t]*import[ \t]*\(([^)]*)\)/gm;
const SINGLE = /^[ \t]*import[ \t]+(?:[\w.]+[ \t]+)?["\x60]([^"\x60\n]+)["\x60]/gm;
const PATH = /["\x60]([^"\x60\n]+)["\x60]/g;

const specifiersIn = (text: string): readonly string[] => [
  ...[...text.matchAll(BLOCK)].flatMap(([, list = '']) => [...list.matchAll(PATH)].map(([, path]) => path!)),
  ...[...text.matchAll(SINGLE)].map(([, path]) => path!),
];

const MODULE = /^[ \t]*module[ \t]+"?([^\s"]+)"?/m;

interface GoModule {
  readonly path: string;
  readonly folder: string;
}

/** Index of a tree: modules by folder, packages by file. */
interface Known {
  readonly modules: Map<string, GoModule | undefined>;
  readonly packages: Map<string, string>;
}

const read = new WeakMap<SourceTree, Known>();

const knownOf = (tree: SourceTree): Known => {
  const known = read.get(tree) ?? { modules: new Map(), packages: new Map() };
  read.set(tree, known);
  return known;
};

const moduleOf = (folder: string, tree: SourceTree): GoModule | undefined => {
  const { modules } = knownOf(tree);
  if (modules.has(folder)) return modules.get(folder);
  const path = MODULE.exec(tree.read(joinPath(folder, 'go.mod')!) ?? '')?.[1];
  const outer = (): GoModule | undefined => (folder === '' ? undefined : moduleOf(directoryOf(folder), tree));
  const found = path === undefined ? outer() : { path, folder };
  modules.set(folder, found);
  return found;
};

/** Enclosing module of a file: its path, and the folder of its go.mod. */
const moduleAround = (from: string, tree: SourceTree): GoModule | undefined =>
  moduleOf(directoryOf(from), tree);

const isSource = (path: string): boolean => path.endsWith('.go');
const isTest = (path: string): boolean => path.endsWith('_test.go');

/** Files of a folder, tests last. */
const filesIn = (folder: string, { byFolder }: SourceTree): readonly string[] => {
  const all = (byFolder(folder) ?? []).filter(isSource);
  return [...all.filter((path) => !isTest(path)), ...all.filter(isTest)];
};

/** Folder whose path ends as the import does, where no go.mod resolves it. */
const folderEndingAs = (specifier: string, tree: SourceTree): string | undefined => {
  const steps = specifier.split('/');
  if (!steps[0]!.includes('.')) return undefined;
  for (let from = 3; from < steps.length; from++) {
    const folder = steps.slice(from).join('/');
    if (filesIn(folder, tree).length > 0) return folder;
  }
  return undefined;
};

/** First file of an imported package; the others belong to it. */
const locate = (from: string, specifier: string, _exists: unknown, tree: SourceTree): string | undefined => {
  const module = moduleAround(from, tree);
  if (!module) {
    const folder = folderEndingAs(specifier, tree);
    return folder === undefined ? undefined : filesIn(folder, tree)[0];
  }
  if (specifier !== module.path && !specifier.startsWith(`${module.path}/`)) return undefined;
  const folder = joinPath(module.folder, specifier.slice(module.path.length + 1));
  const [first] = folder === undefined ? [] : filesIn(folder, tree);
  return first !== undefined && !isTest(first) ? first : undefined;
};

const PACKAGE = /^[ \t]*package[ \t]+(\w+)/m;
const packageIn = (path: string, tree: SourceTree): string => {
  const { packages } = knownOf(tree);
  const name = packages.get(path) ?? PACKAGE.exec(tree.read(path) ?? '')?.[1] ?? '';
  packages.set(path, name);
  return name;
};

/** Other files of the package, which share their names with it. */
const siblings = (path: string, tree: SourceTree): readonly string[] => {
  const all = filesIn(directoryOf(path), tree).filter((other) => other !== path);
  if (all.length === 0) return all;
  const name = packageIn(path, tree);
  return all.filter((other) => packageIn(other, tree) === name);
};

/** Resolves imports between files of Go. */
export const goImports: Imports = {
  specifiersIn,
  wordsFor: (paths, tree) => [
    ...new Set(
      paths.flatMap((path) => {
        const folder = directoryOf(path);
        const last = folder.slice(folder.lastIndexOf('/') + 1);
        const module = moduleAround(path, tree);
        return [
          ...(last === '' ? [] : [last]),
          ...(module?.folder === folder ? module.path.split('/').slice(-2) : []),
        ];
      }),
    ),
  ],
  locate,
  siblings,
  inside: (specifier, name) => `${specifier}/${name}`,
  isPackage: () => false,
  packageName: (specifier) => `go:${specifier.replace(/\/v\d+$/, '')}`,
};
