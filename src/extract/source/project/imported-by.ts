import type { ProjectHost } from '../../extractor.ts';
import type { SourceLanguage } from '../languages/language.ts';
import type { Resolver } from './resolver.ts';

/** Lookup of imported files. */
export interface ImportLookup {
  readonly host: ProjectHost;
  readonly resolver: Resolver;
  readonly language: SourceLanguage;
}

/** Files of the project that a text references: in imports, re-exports and calls of functions by name. */
export const importedBy = (
  { resolver, language: { imports } }: Omit<ImportLookup, 'host'>,
  path: string,
  text: string,
): readonly string[] => [
  ...(imports.namedBeside?.(path, text, resolver.tree) ?? []),
  ...imports.specifiersIn(text).flatMap((specifier) => {
    const resolved = resolver.resolve(path, specifier);
    return resolved.kind === 'file' ? [resolved.path, ...resolver.siblings(resolved.path)] : [];
  }),
  ...resolver.siblings(path),
];
