import type { Exists, Imports } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';
import { DJANGO_SETTINGS, djangoSettings } from './django.ts';

const FROM = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n;#]+)/gm;
/** Settings of Flask that are named by a text: `app.config.from_object('config.Development')`. */
const NAMED_SETTINGS = /\bfrom_object\(\s*['"]([\w.]+)['"]/g;
const IMPORT = /^[ \t]*import[ \t]+([^\n;#]+)/gm;

const itemsIn = (list: string): readonly string[] =>
  list
    .replaceAll(/#.*|[()\\]/g, ' ')
    .split(',')
    .flatMap((item) => /^\s*([\w.]+)/.exec(item)?.[1] ?? []);

const inside = (specifier: string, name: string): string =>
  specifier.endsWith('.') ? specifier + name : `${specifier}.${name}`;

/** Importing `a.b.c` imports its parent packages as well. */
const withParents = (path: string): readonly string[] => {
  const steps = path.split('.');
  return steps.map((_, at) => steps.slice(0, at + 1).join('.'));
};

const specifiersIn = (text: string): readonly string[] => [
  ...[...text.matchAll(FROM)].flatMap(([, module = '', names = '']) => [
    ...(module.startsWith('.') ? [module] : withParents(module)),
    ...itemsIn(names).map((name) => inside(module, name)),
  ]),
  ...[...text.matchAll(NAMED_SETTINGS)].flatMap(([, name = '']) => withParents(name)),
  ...[...text.matchAll(IMPORT)].flatMap(([, names = '']) => itemsIn(names).flatMap(withParents)),
];

/** Module at a path without its extension: a file, or a package. */
const moduleAt = (path: string | undefined, exists: Exists): string | undefined => {
  if (path === undefined) return undefined;
  const files = path === '' ? ['__init__.py'] : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
  return files.find(exists);
};

/** Resolves `.config`, `..pkg.config`: one dot is the folder of the file. */
const relative = (from: string, specifier: string, exists: Exists): string | undefined => {
  const [, dots = '', rest = ''] = /^(\.+)(.*)$/.exec(specifier) ?? [];
  const up = '../'.repeat(dots.length - 1);
  const folder = joinPath(directoryOf(from), up);
  if (folder === undefined) return undefined;
  if (rest !== '') return moduleAt(joinPath(folder, rest.replaceAll('.', '/')), exists);
  return [folder === '' ? '__init__.py' : `${folder}/__init__.py`].find(exists);
};

/** Folder of the outermost package around a file, or its own folder where it is in none. */
const rootOf = (from: string, exists: Exists): string => {
  let folder = directoryOf(from);
  while (folder !== '' && exists(`${folder}/__init__.py`)) folder = directoryOf(folder);
  return folder;
};

/** Names under which Ansible installs the folders of a collection, or of a role. */
const INSTALLED = /^(?:ansible_collections\/\w+\/\w+|ansible)\//;

/** Resolves a module's full name below the root of the file's package, or of a folder further up. */
const absolute = (from: string, specifier: string, exists: Exists): string | undefined => {
  const path = specifier.replaceAll('.', '/');
  const own = path.replace(INSTALLED, '');
  const paths = [path, `src/${path}`, ...(own === path ? [] : [own])];
  for (let folder = rootOf(from, exists); ; folder = directoryOf(folder)) {
    const found = paths
      .map((each) => moduleAt(joinPath(folder, each), exists))
      .find((each) => each !== undefined);
    if (found !== undefined || folder === '') return found;
  }
};

const nameOf = (path: string): string => {
  const parts = path.replace(/\.pyi?$/, '').split('/');
  return (parts.at(-1) === '__init__' ? parts.at(-2) : parts.at(-1)) ?? '';
};

/** Resolves imports between files of Python. */
export const pythonImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf).filter((name) => name !== ''))],
  locate: (from, specifier, exists, tree) => {
    if (specifier.startsWith('.')) return relative(from, specifier, exists);
    const found = absolute(from, specifier, exists);
    return found ?? (specifier === DJANGO_SETTINGS ? djangoSettings(from, exists, tree) : undefined);
  },
  inside,
  isPackage: (path) => /(?:^|\/)__init__\.pyi?$/.test(path),
  packageName: (specifier) => `py:${specifier}`,
};
