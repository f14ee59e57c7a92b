import { isDocument } from '../languages/paths.ts';
import type { Form } from '../../../model/index.ts';
import { BUDGETS } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { importedBy } from './imported-by.ts';
import type { ImportLookup } from './imported-by.ts';
import type { UnanalysedFiles } from './unanalysed-files.ts';
import { patternOf } from '../languages/patterns.ts';
import type { Resolver } from './resolver.ts';

/** Lookup that records when not all files were examined. */
type Noting = ImportLookup & { readonly unseen?: UnanalysedFiles };

const MAX_ROUNDS = 4;
const MAX_FILES = BUDGETS.importingFiles.max;

const wholeWords = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\w)(?:${words.map(patternOf).join('|')})(?!\w)`);

/** Files that may import one of these. */
const mayImport = (
  { host, resolver, language: { imports } }: ImportLookup,
  paths: readonly string[],
): readonly string[] => {
  const words = imports.wordsFor(paths, resolver.tree);
  const pattern = imports.patternFor?.(paths, resolver.tree) ?? wholeWords(words ?? []);
  const found = words?.length === 0 ? [] : host.search(pattern, words);
  return [...new Set([...found, ...paths.flatMap((path) => resolver.siblings(path))])];
};

/** Files that each file imports, by the resolver whose files they are: many groups ask for the same ones. */
const importsByResolver = new WeakMap<Resolver, Map<string, ReadonlySet<string>>>();

const importsOf = (around: ImportLookup, path: string): ReadonlySet<string> => {
  const known = importsByResolver.get(around.resolver) ?? new Map<string, ReadonlySet<string>>();
  importsByResolver.set(around.resolver, known);
  const before = known.get(path);
  if (before) return before;
  const text = around.host.read(path);
  const found = new Set(text === undefined ? [] : importedBy(around, path, text));
  known.set(path, found);
  return found;
};

/**
 * Files that import one of `targets`, directly or within a few steps: a wrapper's callers determine what it
 * sends. Nothing is parsed.
 */
export const importersOf = (around: Noting, targets: readonly string[]): readonly string[] => {
  let round = targets;
  const seen = new Set(targets);
  const found: string[] = [];
  for (let step = 0; step < MAX_ROUNDS && round.length > 0 && seen.size < MAX_FILES; step++) {
    const wanted = round;
    round = mayImport(around, round).filter((path) => {
      const imported = seen.has(path) ? undefined : importsOf(around, path);
      return imported !== undefined && wanted.some((file) => imported.has(file));
    });
    for (const path of round) seen.add(path);
    found.push(...round);
  }
  around.unseen?.unexplored(round);
  return found;
};

/**
 * Matches the heritage clause of a class in Java, PHP, Kotlin or C#: `implements Fetcher {`,
 * `class Impl(…) : Fetcher {`.
 */
const HERITAGE =
  /\bimplements\s+([^{;]+)\{|\b(?:class|object|record|struct)\s+\w+[^{};:]*(?:\([^{};]*\))?\s*:\s*([^{};]+)\{/g;
const IMPLEMENTING: ReadonlySet<Form> = new Set<Form>(['java', 'kotlin', 'csharp', 'php']);

const typeNameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

/** Files of interfaces that classes in these files implement: a call of one may reach the other. */
export const interfacesOf = (around: ImportLookup, paths: readonly string[]): readonly string[] => {
  if (!IMPLEMENTING.has(around.language.form)) return [];
  return paths.flatMap((path) => {
    const text = around.host.read(path) ?? '';
    const named = [...text.matchAll(HERITAGE)].flatMap(([, list = '', other = '']) =>
      (list + other).split(/\W+/),
    );
    if (named.length === 0) return [];
    const types = new Set(named);
    return importedBy(around, path, text).filter((file) => file !== path && types.has(typeNameOf(file)));
  });
};

/** Maximum number of files between the first ones and one that may send: a list of exports, a service. */
const MAX_BETWEEN = 2;

interface OnTheWay {
  readonly path: string;
  /** Files before `path` that matter only where they lead to a file that may send; `undefined` after such a file. */
  readonly between: readonly string[] | undefined;
}

/**
 * Transitive imports of the files that may send requests or write paths of the API (a base class, a wrapper, a service
 * that is given its client), and the files that lead to them. Others are parsed only when a value leads to them.
 */
export const sendingImports = (
  around: ImportLookup,
  paths: readonly string[],
  writesPath: (text: string) => boolean,
): readonly string[] => {
  const { host, language } = around;
  const maySend = (text: string): boolean => language.mentionsClient.test(text) || writesPath(text);
  const seen = new Set(paths);
  const open = paths.map((path): OnTheWay => ({ path, between: [] }));
  const found = new Set<string>();
  for (let at = open.shift(); at !== undefined && seen.size < MAX_FILES; at = open.shift()) {
    const { path: importer, between } = at;
    const text = host.read(importer);
    for (const path of text === undefined ? [] : importedBy(around, importer, text)) {
      const sends = found.has(path) || (!seen.has(path) && maySend(host.read(path) ?? ''));
      if (sends) for (const leading of between ?? []) found.add(leading);
      if (seen.has(path) || isDocument(path)) continue;
      seen.add(path);
      if (sends) found.add(path);
      if (sends) open.push({ path, between: undefined });
      else if (between && between.length < MAX_BETWEEN) open.push({ path, between: [...between, path] });
    }
  }
  return [...found];
};

/** Files that may call a client from the configuration. */
export const callersOf = ({ clients = [], host }: ExtractInput): readonly string[] => {
  const names = new Set(
    clients.flatMap(({ callee }) => callee.map((name) => name.slice(name.lastIndexOf('.') + 1))),
  );
  if (names.size === 0) return [];
  const calls = new RegExp(String.raw`\b(?:${[...names].map(patternOf).join('|')})\s*(?:<[^>]*>)?\s*\(`);
  return host.search(calls).slice(0, MAX_FILES);
};
