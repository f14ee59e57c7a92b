import type { Exists, Imports } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

// `. ./config.ps1`, `. "$PSScriptRoot\config.ps1"`, `. (Join-Path $PSScriptRoot 'x.ps1')`, `Import-Module ./x.psm1`, `using module ./x.psm1`
const IMPORT =
  /^[ \t]*(?:\.[ \t]+|Import-Module[ \t]+(?:-Name[ \t]+)?|using[ \t]+module[ \t]+)(?:\(\s*Join-Path\s+(?:-Path\s+)?)?["']?(?:\$\(?PSScriptRoot\)?["']?(?:[ \t]+(?:-ChildPath[ \t]+)?["']?|[\\/]))?([^\s"'$();|]+\.ps[dm]?1)\b/gim;

/** Specifier of the file that a text imports. */
const pathIn = (written: string): string => `./${written.replaceAll('\\', '/').replace(/^\.\//, '')}`;

/** Specifiers of the files that a text imports. */
export const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].map(([, path = '']) => pathIn(path));

const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  const path = joinPath(directoryOf(from), specifier);
  const files = path === undefined ? [] : [path, path.replace(/\.psd1$/i, '.psm1')];
  return files.find((file) => !/\.psd1$/i.test(file) && exists(file));
};

const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.ps[dm]?1$/i, '');

/** Resolves imports between scripts. */
export const powershellImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf))],
  locate,
  inside: (specifier, name) => `${specifier}/${name}`,
  isPackage: () => false,
  packageName: (specifier) => `ps:${specifier}`,
};
