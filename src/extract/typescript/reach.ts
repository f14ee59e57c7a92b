import type { ProjectHost } from '../extractor.ts';
import { importedBy, importersOf } from './neighbours.ts';
import { Resolver } from './resolve.ts';
import { anyOf } from './words.ts';

/** With more files than this in question, looking at all of them is the quicker answer. */
const MOST_FILES = 2_000;

/** Sends requests: what, may depend on who calls it. Links in comments are none. */
const SENDS = /fetch|axios|\bgot\b|\bky\b|request|https?\b(?!:\/)|urllib|superagent|needle|undici|digest/i;

/** What else than the files themselves may tell of calls of the API. */
export interface Beyond {
  readonly host: ProjectHost;
  /** True for a text that holds an address of the API. */
  readonly holdsAddress: (text: string) => boolean;
  /** Properties that rules speak of: who hands in an answer decides what their names mean. */
  readonly names: readonly string[];
  /** True when variables of the environment hold addresses of the API. */
  readonly inEnvironment: boolean;
}

/** What source files import, at any distance, without themselves; nothing is parsed. */
export const importedFrom = (host: ProjectHost, files: readonly string[]): readonly string[] => {
  const around = { host, resolver: new Resolver(host) };
  const seen = new Set(files);
  for (const path of seen) {
    if (seen.size > files.length + MOST_FILES) break;
    const text = path.endsWith('.json') ? '' : (host.read(path) ?? '');
    for (const imported of importedBy(around, path, text)) seen.add(imported);
  }
  return [...seen].slice(files.length);
};

/**
 * Whether what is to be found in source files may depend on an address that stands elsewhere: in what they import, at
 * any distance, in what their callers import, or in the environment. Nothing is parsed, and no parser is loaded.
 */
export const reachesAddress = (
  files: readonly string[],
  { host, holdsAddress, names, inEnvironment }: Beyond,
): boolean => {
  const around = { host, resolver: new Resolver(host) };
  const named = anyOf(names);
  const called = files.filter((path) => {
    const text = host.read(path) ?? '';
    return SENDS.test(text) || named.test(text);
  });
  const open = [...files, ...importersOf(around, called)];
  const seen = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = host.read(path) ?? '';
    if (seen.size > MOST_FILES || holdsAddress(text)) return true;
    if (inEnvironment && /\benv\b/i.test(text)) return true;
    if (!path.endsWith('.json')) open.push(...importedBy(around, path, text));
  }
  return false;
};
