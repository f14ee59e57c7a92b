import type { Imports, SourceTree } from '../languages/language.ts';
import { calledFunctions, functionFile, functionName } from '../languages/app-services.ts';
import { patternOf } from '../languages/patterns.ts';
import { locate, packagesOf } from './locate.ts';

/** Matches code that loads a file: imports, and files of workers and other processes. */
const LOADS = String.raw`(?:from|import|require|resolve|new\s+(?:Worker|URL)|fork)\s*\(?\s*`;
const SPECIFIERS = new RegExp(String.raw`${LOADS}['"]([^'"\n]+)['"]`, 'g');

const namesOfPackages = (paths: readonly string[], tree: SourceTree): readonly string[] => [
  ...new Set(paths.flatMap((path) => packagesOf(tree).namesOf(path))),
];

const stem = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$|\.json$/, '');

/** Last parts of a specifier that may name the file: its stem; for an index file also its folder. */
const endsOf = (path: string): readonly string[] => {
  const [last, folder] = stem(path).split('/').toReversed();
  return last === 'index' && folder !== undefined ? [last, folder] : [last!];
};

/** Specifiers of an index file in the same or the parent folder. */
const BY_FOLDER = ['.', './', '..', '../'];

/** Above this many files, searching for words takes longer than the pattern does. */
const MAX_WORDS = 50;

/**
 * Words of which every file that imports one of these contains at least one: the last part of a specifier, or
 * a function.
 */
const wordsFor = (paths: readonly string[], tree: SourceTree): readonly string[] | undefined => {
  if (paths.length > MAX_WORDS) return undefined;
  const packages = namesOfPackages(paths, tree);
  const names = new Set(paths.flatMap(endsOf));
  const last = [...names].flatMap((name) => [`/${name}`, `'${name}`, `"${name}`]);
  const functions = paths.flatMap((path) => functionName(path) ?? []);
  const called = functions.flatMap((name) => [`'${name}`, `"${name}`, `\`${name}`]);
  const folders = names.has('index') ? BY_FOLDER.flatMap((end) => [`'${end}'`, `"${end}"`]) : [];
  return [...last, ...called, ...folders, ...packages.flatMap((name) => [`'${name}`, `"${name}`])];
};

const patternFor = (paths: readonly string[], tree: SourceTree): RegExp => {
  const packages = namesOfPackages(paths, tree);
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
      ? String.raw`|functions\.execute\(\s*['"\x60](?:[\w.-]+/)*(?:${functions.join('|')})['"\x60]`
      : '';
  return new RegExp(imports + executes);
};

/** Resolves imports between files of TypeScript and JavaScript. */
export const typescriptImports: Imports = {
  specifiersIn: (text) => [...text.matchAll(SPECIFIERS)].map(([, specifier]) => specifier!),
  namedBeside: (path, text, tree) =>
    calledFunctions(text).flatMap((name) => functionFile(tree.files(), path, name) ?? []),
  wordsFor,
  patternFor,
  locate,
  isPackage: () => false,
  packageName: (specifier) => specifier.replace(/^node:/, ''),
};
