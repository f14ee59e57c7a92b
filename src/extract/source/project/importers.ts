import { BUDGETS } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { MENTIONS_CLIENT } from '../clients/client-names.ts';
import { functionName } from './app-services.ts';
import { importedBy, LOADS } from './imported-by.ts';
import type { ImportLookup } from './imported-by.ts';
import type { Workspace } from './workspace.ts';
import { patternOf } from '../syntax/patterns.ts';

/** The same, where it is noted that not all files were looked at. */
type Noting = ImportLookup & Partial<Pick<Workspace, 'unseen'>>;

const MOST_ROUNDS = 4;
const MOST_FILES = BUDGETS.importingFiles.most;

const stem = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$|\.json$/, '');

/** How the last parts of a specifier may name the file: its stem; for an index file its folder as well. */
const endsOf = (path: string): readonly string[] => {
  const [last, folder] = stem(path).split('/').toReversed();
  return last === 'index' && folder !== undefined ? [last, folder] : [last!];
};

/** An index of the same or the upper folder is imported so. */
const BY_FOLDER = ['.', './', '..', '../'];

/** With words for more files than this, looking for words takes longer than the pattern does. */
const MOST_WORDS = 50;

/** Words of which one stands in every file that names one of these: the last part of a specifier, or a function. */
const wordsFor = (paths: readonly string[], packages: readonly string[]): readonly string[] | undefined => {
  if (paths.length > MOST_WORDS) return undefined;
  const names = new Set(paths.flatMap(endsOf));
  const last = [...names].flatMap((name) => [`/${name}`, `'${name}`, `"${name}`]);
  const functions = paths.flatMap((path) => functionName(path) ?? []);
  const called = functions.flatMap((name) => [`'${name}`, `"${name}`, `\`${name}`]);
  const folders = names.has('index') ? BY_FOLDER.flatMap((end) => [`'${end}'`, `"${end}"`]) : [];
  return [...last, ...called, ...folders, ...packages.flatMap((name) => [`'${name}`, `"${name}`])];
};

const patternFor = (paths: readonly string[], packages: readonly string[]): RegExp => {
  const names = [...new Set(paths.flatMap(endsOf))].map(patternOf);
  const ends = [
    BY_FOLDER.map(patternOf).join('|'),
    String.raw`(?:[^'"\n]*/)?(?:${names.join('|')})(?:\.[a-z]+)?`,
    ...packages.map((name) => String.raw`${patternOf(name)}[^'"\n]*`),
  ];
  const imports = String.raw`${LOADS}['"](?:${ends.join('|')})['"]`;
  const functions = paths.flatMap((path) => functionName(path) ?? []).map(patternOf);
  const executes =
    functions.length > 0
      ? String.raw`|functions\.execute\(\s*['"\x60](?:${functions.join('|')})['"\x60]`
      : '';
  return new RegExp(imports + executes);
};

/** Files in which one of these may be imported. */
const mayImport = (
  { host, resolver, language }: ImportLookup,
  paths: readonly string[],
): readonly string[] => {
  if (language) {
    const words = language.imports.wordsFor(paths, resolver.tree);
    const found = words.length === 0 ? [] : host.search(wholeWords(words), words);
    return [...new Set([...found, ...paths.flatMap((path) => resolver.siblings(path))])];
  }
  const packages = [...new Set(paths.flatMap((path) => resolver.packages.namesOf(path)))];
  return host.search(patternFor(paths, packages), wordsFor(paths, packages));
};

const wholeWords = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\w)(?:${words.map(patternOf).join('|')})(?!\w)`);

/**
 * The files that import one of `targets`, at any distance up to a few steps: a wrapper's callers say what it sends.
 * Nothing is parsed.
 */
export const importersOf = (around: Noting, targets: readonly string[]): readonly string[] => {
  let round = targets;
  const seen = new Set(targets);
  const found: string[] = [];
  for (let step = 0; step < MOST_ROUNDS && round.length > 0 && seen.size < MOST_FILES; step++) {
    const wanted = new Set(round);
    round = mayImport(around, round).filter((path) => {
      const text = seen.has(path) ? undefined : around.host.read(path);
      return text !== undefined && importedBy(around, path, text).some((file) => wanted.has(file));
    });
    for (const path of round) seen.add(path);
    found.push(...round);
  }
  around.unseen?.unexplored(round);
  return found;
};

/**
 * Imports of the files, at any distance, as far as it may send requests: a base class, a wrapper. Others are parsed
 * only when a value leads to them.
 */
export const importsOf = (around: ImportLookup, paths: readonly string[]): readonly string[] => {
  const mentions = around.language?.mentionsClient ?? MENTIONS_CLIENT;
  const seen = new Set(paths);
  const open = [...paths];
  const found: string[] = [];
  while (open.length > 0 && seen.size < MOST_FILES) {
    const path = open.shift()!;
    const text = around.host.read(path);
    if (text === undefined) continue;
    for (const imported of importedBy(around, path, text)) {
      if (seen.has(imported) || imported.endsWith('.json')) continue;
      seen.add(imported);
      if (!mentions.test(around.host.read(imported) ?? '')) continue;
      found.push(imported);
      open.push(imported);
    }
  }
  return found;
};

/** The files that may call a client of the configuration. */
export const callersOf = ({ clients = [], host }: ExtractInput): readonly string[] => {
  const names = new Set(
    clients.flatMap(({ callee }) => callee.map((name) => name.slice(name.lastIndexOf('.') + 1))),
  );
  if (names.size === 0) return [];
  const calls = new RegExp(String.raw`\b(?:${[...names].map(patternOf).join('|')})\s*(?:<[^>]*>)?\s*\(`);
  return host.search(calls).slice(0, MOST_FILES);
};
