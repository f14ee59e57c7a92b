import type { Exists, Imports } from '../languages/language.ts';
import { exportAll } from '../languages/modules.ts';
import { directoryOf, joinPath } from '../project/paths.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const IMPORT = /^[ \t]*(require_relative|require|load)[ \t(]*['"]([^'"\n]+)['"]/gm;

const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, how, path = '']) => {
    if (how === 'require_relative') return [`./${path.replace(/^\.\//, '')}`];
    return path.startsWith('.') ? [path] : [path];
  });

const locate = (from: string, specifier: string, exists: Exists): string | undefined => {
  const folders = specifier.startsWith('.') ? [directoryOf(from)] : ['lib', ''];
  return folders
    .map((folder) => joinPath(folder, specifier))
    .flatMap((path) => (path === undefined ? [] : [`${path.replace(/\.rb$/, '')}.rb`]))
    .find(exists);
};

const nameOf = (path: string): string => path.split('/').at(-1)!.replace(/\.rb$/, '');

/** What `require_relative '…'` brings into the file; `undefined` for all other calls. */
export const importOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] | undefined => {
  if (node.type !== 'call') return undefined;
  const [specifier] = specifiersIn(textIn(ctx, node));
  return specifier === undefined ? undefined : [exportAll(specifier, node)];
};

/** How files of Ruby name each other. */
export const rubyImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf))],
  locate,
  inside: (specifier, name) => `${specifier}/${name}`,
  isPackage: () => false,
  packageName: (specifier) => `rb:${specifier}`,
};
