const FUNCTION_FILE = /(?:^|\/)functions\/(?:[^/]+\/)*?([^/]+?)(?:\/source)?\.js$/;

/** The name under which a file of a `functions` folder is called. */
export const functionName = (path: string): string | undefined => FUNCTION_FILE.exec(path)?.[1];

const CALLED = /functions\.execute\(\s*['"`]([\w./-]+)['"`]/g;

/** The names of functions that a source calls. */
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

/** The file, of those discovered, of the function that a caller means: the nearest one of that name. */
export const functionFile = (files: readonly string[], from: string, name: string): string | undefined => {
  const found = functionsIn(files).get(name) ?? [];
  const shared = (path: string): number => [...path].findIndex((char, index) => from[index] !== char);
  return found.toSorted((a, b) => shared(b) - shared(a))[0];
};
