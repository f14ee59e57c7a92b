import type { SourceFile } from '../../../model/index.ts';
import type { ProjectHost } from '../../extractor.ts';
import { languageAt, languageOf } from '../registry/index.ts';
import type { SourceLanguage } from '../languages/language.ts';
import type { ImportLookup } from './imported-by.ts';
import { Resolver } from './resolver.ts';

/** True for a program of a language with a grammar; JavaScript may be embedded in documents. */
const isProgram = (path: string): boolean => {
  const form = languageAt(path)?.form;
  return form !== undefined && form !== 'typescript';
};

/** Host restricted to one language: its own files, and those of no language; no parser is given files of another. */
export const hostFor = (host: ProjectHost, { files: names }: SourceLanguage): ProjectHost => {
  const own = host.files().filter((path) => names.test(path));
  return {
    ...host,
    files: () => own,
    search: (pattern, words, others) => host.search(pattern, words, others ?? names),
    expect: (queries) => host.expect?.(queries.map((query) => ({ ...query, names }))),
    read: (path) => (names.test(path) || !isProgram(path) ? host.read(path) : undefined),
  };
};

/** The host with the texts of files that are at hand, which need not be read again. */
export const withKnownTexts = (host: ProjectHost, files: readonly SourceFile[]): ProjectHost => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return { ...host, read: (path) => texts.get(path) ?? host.read(path) };
};

const lookupIn = (host: ProjectHost, language: SourceLanguage): ImportLookup => {
  const own = hostFor(host, language);
  return { host: own, resolver: new Resolver(own, language.imports), language };
};

/** Resolves imports in the language of the importing file; for a component in that of its scripts. */
export const lookups = (host: ProjectHost): ((path: string) => ImportLookup) => {
  const known = new Map<SourceLanguage, ImportLookup>();
  return (path) => {
    const language = languageAt(path) ?? languageOf('typescript');
    const found = known.get(language) ?? lookupIn(host, language);
    known.set(language, found);
    return found;
  };
};
