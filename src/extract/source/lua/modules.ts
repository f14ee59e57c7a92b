import type { Exists, Imports } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

const IMPORT = /(?<![\w.:])(require|dofile)[ \t]*\(?[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|\[\[([^\]\n]+)\]\])/g;

/** Path of `dofile 'config.lua'` as a specifier; that of `require` is its own. */
const specifierOf = (how: string, path: string): string =>
  how === 'dofile' ? `./${path.replace(/^\.\//, '').replace(/\.lua$/, '')}` : path;

/** Specifiers of the files that a text imports. */
export const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map(([, how, ...paths]) =>
    specifierOf(
      how!,
      paths.find((path) => path !== undefined)!,
    ),
  );

/** Folders in which Lua may look: the file's own and those around it, and their folders of sources. */
const foldersAround = (from: string): readonly string[] => {
  const found = [directoryOf(from)];
  while (found.at(-1) !== '') found.push(directoryOf(found.at(-1)!));
  return found.flatMap((folder) => [
    folder,
    ...['src', 'lua', 'lib'].map((name) => joinPath(folder, name) ?? ''),
  ]);
};

const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  const isPath = specifier.startsWith('.');
  const path = isPath ? specifier : specifier.replaceAll('.', '/');
  return foldersAround(from)
    .flatMap((folder) => [`${path}.lua`, `${path}/init.lua`].map((name) => joinPath(folder, name)))
    .find((file) => file !== undefined && file !== from && exists(file));
};

/** Name of a file as a module: `init.lua` is the module of its folder. */
const nameOf = (path: string): string => {
  const parts = path.replace(/\.lua$/, '').split('/');
  return (parts.at(-1) === 'init' ? parts.at(-2) : parts.at(-1)) ?? '';
};

/** Resolves imports between files of Lua. */
export const luaImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf).filter((name) => name !== ''))],
  locate,
  isPackage: () => false,
  packageName: (specifier) => `lua:${specifier.replace(/^@/, '')}`,
};
