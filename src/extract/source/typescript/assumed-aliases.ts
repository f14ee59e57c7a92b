import type { SourceTree } from '../languages/language.ts';

// Path aliases that only a bundler or a framework configures: `@/config`, `~/config`, `$lib/config`, `lib/config`.

/** Prefixes that no package name begins with. */
const PREFIX = /^(?:[@~]{1,2}\/|[~$#])/;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$|\.json$/;

/** Path without its extension; an index file is its folder. */
const moduleOf = (path: string): string => path.replace(EXTENSION, '').replace(/(?:^|\/)index$/, '');

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const withoutFirst = (path: string): string => path.slice(path.indexOf('/') + 1);

/** Ends of the paths that a specifier may resolve to; those of a possible package name have at least two parts. */
const endsOf = (specifier: string): readonly string[] => {
  const prefix = PREFIX.exec(specifier)?.[0];
  const path = moduleOf(specifier.slice(prefix?.length ?? Number(specifier.startsWith('@'))));
  const isFromRoot = prefix?.endsWith('/') === true;
  const isScoped = prefix === undefined && specifier.startsWith('@');
  const ends = isFromRoot || !(prefix || isScoped) ? [path] : [path, withoutFirst(path)];
  return [...new Set(ends)].filter((end) => end !== '' && (prefix !== undefined || end.includes('/')));
};

const modules = new WeakMap<SourceTree, ReadonlyMap<string, readonly string[]>>();

/** Files of a tree by the last part of their module. */
const modulesOf = (tree: SourceTree): ReadonlyMap<string, readonly string[]> => {
  const known = modules.get(tree);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const path of tree.files()) {
    const last = lastOf(moduleOf(path));
    const same = found.get(last);
    if (same) same.push(path);
    else found.set(last, [path]);
  }
  modules.set(tree, found);
  return found;
};

const depthOf = (path: string): number => path.split('/').length;

/**
 * File of a package, by the folder of the package, that an alias without a configuration resolves to: the
 * one nearest to the folder whose path ends as the specifier does.
 */
export const assumedAlias = (tree: SourceTree, folder: string, specifier: string): string | undefined => {
  for (const end of endsOf(specifier)) {
    const files = (modulesOf(tree).get(lastOf(end)) ?? []).filter(
      (path) => (folder === '' || path.startsWith(`${folder}/`)) && `/${moduleOf(path)}`.endsWith(`/${end}`),
    );
    const [nearest] = files.toSorted((a, b) => depthOf(a) - depthOf(b));
    if (nearest !== undefined) return nearest;
  }
  return undefined;
};

/** Name of the package that a specifier names, if it is no alias. */
export const packageNamed = (specifier: string): string =>
  PREFIX.test(specifier) ? '' : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
