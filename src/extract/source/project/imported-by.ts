import type { ProjectHost } from '../../extractor.ts';
import { calledFunctions, functionFile } from './app-services.ts';
import type { SourceLanguage } from '../languages/language.ts';
import type { Resolver } from './resolver.ts';

/** Lookup of imported files. */
export interface ImportLookup {
  readonly host: ProjectHost;
  readonly resolver: Resolver;
  /** The language of the files, where that is not TypeScript or JavaScript. */
  readonly language?: SourceLanguage | undefined;
}

/**
 * Patterns by which files are named that others load: imports, and those that workers and other processes are made
 * of.
 */
export const LOADS = String.raw`(?:from|import|require|resolve|new\s+(?:Worker|URL)|fork)\s*\(?\s*`;
const SPECIFIERS = new RegExp(String.raw`${LOADS}['"]([^'"\n]+)['"]`, 'g');

/** The modules that a text imports, as it names them. */
export const specifiersIn = (text: string): readonly string[] =>
  [...text.matchAll(SPECIFIERS)].map(([, specifier]) => specifier!);

/** Files of the project that a text names: in imports, re-exports and calls of functions by name. */
export const importedBy = (
  { host, resolver, language }: ImportLookup,
  path: string,
  text: string,
): readonly string[] => [
  ...(language ? [] : calledFunctions(text).flatMap((name) => functionFile(host.files(), path, name) ?? [])),
  ...(language?.imports ?? { specifiersIn }).specifiersIn(text).flatMap((specifier) => {
    const resolved = resolver.resolve(path, specifier);
    return resolved.kind === 'file' ? [resolved.path, ...resolver.siblings(resolved.path)] : [];
  }),
  ...resolver.siblings(path),
];
