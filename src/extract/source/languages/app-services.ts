const FUNCTION_FILE = /(?:^|\/)functions\/(?:[^/]+\/)*?([^/]+?)(?:\/source)?\.js$/;

/** Name by which a file of a `functions` folder is called. */
export const functionName = (path: string): string | undefined => FUNCTION_FILE.exec(path)?.[1];

const CALLED = /functions\.execute\(\s*['"`]([\w./-]+)['"`]/g;

/** Names of functions that a source calls. */
export const calledFunctions = (text: string): readonly string[] =>
  [...text.matchAll(CALLED)].map(([, name]) => name!);

const byName = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

const functionsIn = (files: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const known = byName.get(files);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const path of files) {
    const name = functionName(path);
    if (name !== undefined) (found.get(name) ?? found.set(name, []).get(name)!).push(path);
  }
  byName.set(files, found);
  return found;
};

const inFolders = (path: string, name: string): boolean =>
  path.endsWith(`/${name}.js`) || path.endsWith(`/${name}/source.js`);

/**
 * File of the function that a caller names, among those discovered: the nearest one of that name; folders
 * below `functions` are part of the name, as in `execute('atlas/getProject')`.
 */
export const functionFile = (files: readonly string[], from: string, name: string): string | undefined => {
  const named = functionsIn(files).get(name.slice(name.lastIndexOf('/') + 1)) ?? [];
  const found = name.includes('/') ? named.filter((path) => inFolders(path, name)) : named;
  const shared = (path: string): number => [...path].findIndex((char, index) => from[index] !== char);
  return found.toSorted((a, b) => shared(b) - shared(a))[0];
};
