import type { Exists, SourceTree } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

/** Name under which programs import the settings of their project. */
export const DJANGO_SETTINGS = 'django.conf.settings';

const SETTINGS = /(?:^|\/)settings(?:\/[^/]+)?\.py$/;
const NAMED = /DJANGO_SETTINGS_MODULE['"]\s*,\s*['"]([\w.]+)['"]/;
const TAKES_ALL = /^[ \t]*from[ \t]+\.(\w+)[ \t]+import[ \t]+\*/gm;

const isPackage = (path: string): boolean => path.endsWith('/__init__.py');

/** A module of settings, and those beside it that it takes all names of. */
const withTaken = (path: string, tree: SourceTree): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (file: string): void => {
    const text = found.has(file) ? undefined : tree.read(file);
    if (text === undefined) return;
    found.add(file);
    for (const [, name] of text.matchAll(TAKES_ALL)) add(joinPath(directoryOf(file), `${name}.py`) ?? '');
  };
  add(path);
  return found;
};

/** Folder of `manage.py` above a file, and what it says. */
const manager = (from: string, exists: Exists, tree: SourceTree): readonly [string, string] | undefined => {
  for (let folder = directoryOf(from); ; folder = directoryOf(folder)) {
    const path = folder === '' ? 'manage.py' : `${folder}/manage.py`;
    if (exists(path)) return [folder, tree.read(path) ?? ''];
    if (folder === '') return undefined;
  }
};

/**
 * Module that `django.conf.settings` has its names from: the one that `manage.py` names. `undefined` where the project has other
 * modules of settings, of which one may be used in its place.
 */
export const djangoSettings = (from: string, exists: Exists, tree: SourceTree): string | undefined => {
  const found = manager(from, exists, tree);
  const name = found && NAMED.exec(found[1])?.[1];
  if (!found || name === undefined) return undefined;
  const path = joinPath(found[0], name.replaceAll('.', '/'))!;
  const module = [`${path}.py`, `${path}/__init__.py`].find(exists);
  if (module === undefined) return undefined;
  const used = withTaken(module, tree);
  const below = found[0] === '' ? '' : `${found[0]}/`;
  const others = tree
    .files()
    .filter((file) => file.startsWith(below) && SETTINGS.test(file) && !isPackage(file) && !used.has(file));
  return others.length === 0 ? module : undefined;
};
