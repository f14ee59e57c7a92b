import type { ExtractInput, ProjectHost } from '../extractor.ts';
import { calledFunctions, functionFile, functionName } from './app-services.ts';
import type { Program } from './program.ts';

const SPECIFIERS = /(?:from|import|require)\s*\(?\s*['"]([^'"\n]+)['"]/g;
const MOST_ROUNDS = 4;
const MOST_FILES = 3_000;

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const stem = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$|\.json$/, '');

/** How the last parts of a specifier may name the file: its stem; for an index file its folder as well. */
const endsOf = (path: string): readonly string[] => {
  const [last, folder] = stem(path).split('/').toReversed();
  return last === 'index' && folder !== undefined ? [last, folder] : [last!];
};

const patternFor = (paths: readonly string[]): RegExp => {
  const names = [...new Set(paths.flatMap(endsOf))].map(escape);
  // An index of the same or the upper folder is imported as `.` or `..`.
  const ends = [String.raw`\.{1,2}/?`, String.raw`(?:[^'"\n]*/)?(?:${names.join('|')})(?:\.[a-z]+)?`];
  const imports = String.raw`(?:from|import|require)\s*\(?\s*['"](?:${ends.join('|')})['"]`;
  const functions = paths.flatMap((path) => functionName(path) ?? []).map(escape);
  const executes =
    functions.length > 0
      ? String.raw`|functions\.execute\(\s*['"\x60](?:${functions.join('|')})['"\x60]`
      : '';
  return new RegExp(imports + executes);
};

const importsOne = (program: Program, path: string, text: string, targets: ReadonlySet<string>): boolean => {
  for (const [, specifier] of text.matchAll(SPECIFIERS)) {
    const resolved = program.resolvePath(path, specifier!);
    if (resolved.kind === 'file' && targets.has(resolved.path)) return true;
  }
  return calledFunctions(text).some((name) => targets.has(functionFile(program, path, name) ?? ''));
};

/**
 * Loads the files that import one of `targets`, at any distance up to a few steps: a wrapper's callers say what
 * it sends. Only files whose import resolves to a target are parsed.
 */
export const loadImporters = (program: Program, host: ProjectHost, targets: readonly string[]): void => {
  let round = targets;
  const seen = new Set(targets);
  for (let step = 0; step < MOST_ROUNDS && round.length > 0 && seen.size < MOST_FILES; step++) {
    const set = new Set(round);
    const next: string[] = [];
    for (const path of host.search(patternFor(round))) {
      if (seen.has(path)) continue;
      const text = host.read(path);
      if (text === undefined || !importsOne(program, path, text, set)) continue;
      seen.add(path);
      next.push(path);
      program.module(path);
    }
    round = next;
  }
};

/** A module that sends requests mentions one of these; others are parsed only when a value leads to them. */
const MAY_SEND = /fetch|axios|\bgot\b|\bky\b|request|https?\b|urllib|superagent|needle|undici|digest/i;

const importedBy = (program: Program, path: string, text: string): readonly string[] => [
  ...calledFunctions(text).flatMap((name) => functionFile(program, path, name) ?? []),
  ...[...text.matchAll(SPECIFIERS)].flatMap(([, specifier]) => {
    const resolved = program.resolvePath(path, specifier!);
    return resolved.kind === 'file' && !resolved.path.endsWith('.json') ? [resolved.path] : [];
  }),
];

/** Loads what the files import, at any distance, as far as it may send requests: a base class, a wrapper. */
export const loadImports = (program: Program, host: ProjectHost, paths: readonly string[]): void => {
  const seen = new Set(paths);
  const open = [...paths];
  while (open.length > 0 && seen.size < MOST_FILES) {
    const path = open.shift()!;
    const text = host.read(path);
    if (text === undefined) continue;
    for (const imported of importedBy(program, path, text)) {
      if (seen.has(imported)) continue;
      seen.add(imported);
      if (!MAY_SEND.test(host.read(imported) ?? '')) continue;
      program.module(imported);
      open.push(imported);
    }
  }
};

/** Loads the files that may call a client of the configuration. */
export const loadCallers = (program: Program, { clients = [], host }: ExtractInput): void => {
  const names = new Set(
    clients.flatMap(({ callee }) => callee.map((name) => name.slice(name.lastIndexOf('.') + 1))),
  );
  if (names.size === 0) return;
  const calls = new RegExp(String.raw`\b(?:${[...names].map(escape).join('|')})\s*(?:<[^>]*>)?\s*\(`);
  for (const path of host.search(calls).slice(0, MOST_FILES)) program.module(path);
};
