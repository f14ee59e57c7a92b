import type { Imports } from '../languages/language.ts';

const typeNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

/** Resolves imports by the types that files declare; packages have the prefix of their language. */
export const importsOfTypes = (
  prefix: string,
  { specifiersIn, locate }: Pick<Imports, 'specifiersIn' | 'locate'>,
): Imports => ({
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(typeNameOf).filter((name) => name !== ''))],
  locate,
  inside: (specifier, name) => `${specifier}.${name}`,
  isPackage: () => false,
  packageName: (specifier) => `${prefix}:${specifier.replace(/@.*$/, '')}`,
});
