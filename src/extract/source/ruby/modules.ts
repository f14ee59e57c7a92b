import type { Exists, Imports } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

const IMPORT = /^[ \t]*(require_relative|require|load)[ \t(]*['"]([^'"\n]+)['"]/gm;

/** Specifiers of the files that a text imports. */
export const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map(([, how, path = '']) =>
    how === 'require_relative' ? `./${path.replace(/^\.\//, '')}` : path,
  );

const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  const folders = specifier.startsWith('.') ? [directoryOf(from)] : ['lib', ''];
  return folders
    .map((folder) => joinPath(folder, specifier))
    .flatMap((path) => (path === undefined ? [] : [`${path.replace(/\.rb$/, '')}.rb`]))
    .find(exists);
};

const nameOf = (path: string): string => path.split('/').at(-1)!.replace(/\.rb$/, '');

/** Resolves imports between files of Ruby. */
export const rubyImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf))],
  locate,
  inside: (specifier, name) => `${specifier}/${name}`,
  isPackage: () => false,
  packageName: (specifier) => `rb:${specifier}`,
};
