import type { Exists, Imports, SourceTree } from '../languages/language.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';

const INCLUDE = /\b(?:require|include)(?:_once)?[\s(]+([^;\n]*?['"][^'"\n$]+['"])/g;
const USE = /^[ \t]*use\s+(?!function\b|const\b)\\?([\w\\]+)(?:\s+as\s+\w+)?\s*;/gm;
const GROUP = /^[ \t]*use\s+\\?([\w\\]+)\\\{([^}]*)\}/gm;
const NAMESPACE = /^[ \t]*(?:<\?php\s+)?namespace\s+([\w\\]+)/m;
const TYPE = /\b[A-Z]\w*\b/g;
/** Packages whose classes are not part of the project. */
const FOREIGN =
  /^(?:Illuminate|Symfony|GuzzleHttp|Psr|Monolog|Doctrine|PHPUnit|Carbon|Twig|League|Ramsey|Nyholm|Http)\\/;
const SOURCES = ['', 'src/', 'app/', 'lib/'];

/** Path that `require __DIR__ . '/config.php'` names, relative to the file; `undefined` where it is computed. */
export const pathOf = (text: string): string | undefined => {
  const [, before = '', path] =
    /^(?:require|include)(?:_once)?[\s(]*([^'"]*)['"]([^'"$]+)['"]\s*\)?\s*$/.exec(text) ?? [];
  if (path === undefined) return undefined;
  const ups = /dirname\(__DIR__(?:,\s*(\d))?\)/.exec(before);
  if (before.trim() !== '' && !/__DIR__|dirname\(__FILE__\)/.test(before)) return undefined;
  const up = ups ? '../'.repeat(Number(ups[1] ?? 1)) : '';
  return `./${up}${path.replace(/^\.?\//, '')}`;
};

const includedIn = (text: string): readonly string[] =>
  [...text.matchAll(INCLUDE)].flatMap(([whole]) => pathOf(whole) ?? []);

/** Specifier of a class that is looked up beside the file and in its included files. */
export const specifierOf = (name: string, namespace: string, included: readonly string[]): string =>
  `${name}@${[namespace, ...included].join(';')}`;

const usedIn = (text: string): readonly string[] => [
  ...[...text.matchAll(USE)].map(([, path]) => path!),
  ...[...text.matchAll(GROUP)].flatMap(([, prefix, names = '']) =>
    names.split(',').flatMap((name) => {
      const path = name.trim().replace(/\s+as\s+.*$/, '');
      return path === '' ? [] : [`${prefix!}\\${path}`];
    }),
  ),
];

const specifiersIn = (text: string): readonly string[] => {
  const included = includedIn(text);
  const namespace = NAMESPACE.exec(text)?.[1] ?? '';
  const free = new Set([...text.matchAll(TYPE)].map(([name]) => name));
  return [
    ...included,
    ...usedIn(text).filter((path) => path.includes('\\')),
    ...[...free].map((name) => specifierOf(name, namespace, included)),
  ];
};

const declares = (text: string | undefined, namespace: string, name: string): boolean =>
  text !== undefined &&
  (NAMESPACE.exec(text)?.[1] ?? '') === namespace &&
  new RegExp(String.raw`\b(?:class|interface|trait|enum)\s+${name}\b`).test(text);

/** Enclosing folders of a file, the nearest first. */
const around = (from: string): readonly string[] => {
  const found = [directoryOf(from)];
  while (found.at(-1) !== '') found.push(directoryOf(found.at(-1)!));
  return found;
};

/** File of a class by its namespace, whose first parts may not be folders. */
const qualified = (from: string, path: string, exists: Exists, tree: SourceTree): string | undefined => {
  const parts = path.split('\\');
  const name = parts.at(-1)!;
  const namespace = parts.slice(0, -1).join('\\');
  for (const folder of around(from))
    for (const source of SOURCES)
      for (let dropped = 0; dropped < parts.length; dropped++) {
        const found = joinPath(folder, `${source}${parts.slice(dropped).join('/')}.php`);
        if (found !== undefined && exists(found) && declares(tree.read(found), namespace, name)) return found;
      }
  return undefined;
};

const beside = (from: string, specifier: string, exists: Exists, tree: SourceTree): string | undefined => {
  const [name = '', rest = ''] = specifier.split('@');
  const [namespace = '', ...included] = rest.split(';');
  const files = [`./${name}.php`, ...included].map((path) => joinPath(directoryOf(from), path));
  return files.find(
    (path) => path !== undefined && exists(path) && declares(tree.read(path), namespace, name),
  );
};

const locate = (from: string, specifier: string, exists: Exists, tree: SourceTree): string | undefined => {
  if (specifier.startsWith('./'))
    return [joinPath(directoryOf(from), specifier), specifier.slice(2)].find(
      (path) => path !== undefined && exists(path),
    );
  if (specifier.includes('@')) return beside(from, specifier, exists, tree);
  return specifier.includes('\\') && !FOREIGN.test(specifier)
    ? qualified(from, specifier, exists, tree)
    : undefined;
};

const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.php$/, '');

/** Resolves names between files of PHP. */
export const phpImports: Imports = {
  specifiersIn,
  wordsFor: (paths) => [...new Set(paths.map(nameOf).filter((name) => name !== ''))],
  locate,
  isPackage: () => false,
  packageName: (specifier) => `php:${specifier.replace(/^@|(?!^)@.*$/, '')}`,
};
