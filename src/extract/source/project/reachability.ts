import { isDocument } from '../languages/paths.ts';
import type { ProjectHost } from '../../extractor.ts';
import { importedBy } from './imported-by.ts';
import { importersOf } from './importers.ts';
import { lookups } from './language-files.ts';
import { anyOf } from '../languages/patterns.ts';

/** With more candidate files than this, scanning all of them is faster. */
const MAX_FILES = 2_000;

/** Other evidence than the files themselves of calls of the API. */
export interface Beyond {
  readonly host: ProjectHost;
  /** True for a text that contains a URL of the API. */
  readonly holdsAddress: (text: string) => boolean;
  /** Property names in rules: the caller that passes in a response determines what they mean. */
  readonly names: readonly string[];
  /** True when environment variables contain URLs of the API. */
  readonly inEnvironment: boolean;
}

/** Imports of the files and of their transitive imports, by file. */
const importsAround = (
  host: ProjectHost,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const around = lookups(host);
  const found = new Map<string, readonly string[]>();
  const open = [...files];
  for (let path = open.pop(); path !== undefined && found.size < MAX_FILES; path = open.pop()) {
    if (found.has(path)) continue;
    const imports = isDocument(path) ? [] : importedBy(around(path), path, host.read(path) ?? '');
    found.set(path, imports);
    open.push(...imports);
  }
  return found;
};

/**
 * Selects those of the files, and of their transitive imports, that contain a URL of the API or lead to one.
 * Nothing is parsed.
 */
export const leadingToAddress = (
  files: readonly string[],
  { host, holdsAddress }: Pick<Beyond, 'host' | 'holdsAddress'>,
): readonly string[] => {
  const imports = importsAround(host, files);
  const leading = new Set([...imports.keys()].filter((path) => holdsAddress(host.read(path) ?? '')));
  for (let size = -1; size < leading.size;) {
    size = leading.size;
    for (const [path, imported] of imports) if (imported.some((each) => leading.has(each))) leading.add(path);
  }
  return [...leading];
};

/**
 * Returns whether facts of source files may depend on a URL elsewhere: in their transitive imports, in their
 * callers' imports, or in the environment. Nothing is parsed, and no parser is loaded.
 */
export const reachesAddress = (
  files: readonly string[],
  { host, holdsAddress, names, inEnvironment }: Beyond,
): boolean => {
  const around = lookups(host);
  const named = anyOf(names);
  const called = files.filter((path) => {
    const text = host.read(path) ?? '';
    return around(path).language.mentionsClient.test(text) || named.test(text);
  });
  const importers = [...new Set(called.map(around))].flatMap((lookup) =>
    importersOf(
      lookup,
      called.filter((path) => around(path) === lookup),
    ),
  );
  const open = [...files, ...importers];
  const seen = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = host.read(path) ?? '';
    if (seen.size > MAX_FILES || holdsAddress(text)) return true;
    if (inEnvironment && /\benv\b/i.test(text)) return true;
    if (!isDocument(path)) open.push(...importedBy(around(path), path, text));
  }
  return false;
};
