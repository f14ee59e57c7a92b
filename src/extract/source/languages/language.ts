import type { Form } from '../../../model/index.ts';
import type { ParseFile } from '../syntax/tree.ts';

/** Returns whether a file of the project can be read. */
export type Exists = (path: string) => boolean;

/** Files of the project in which imports are resolved. */
export interface SourceTree {
  read(path: string): string | undefined;
  /** Paths of the language's files. */
  files(): readonly string[];
  /** Files of the language in a folder, by name. */
  byFolder(folder: string): readonly string[] | undefined;
}

/** Resolves imports of a language without parsing. */
export interface Imports {
  /** Specifiers of the modules that a text imports. */
  specifiersIn(text: string): readonly string[];
  /** Files that a text names other than by an import. */
  namedBeside?(path: string, text: string, tree: SourceTree): readonly string[];
  /** Words of which every text that imports one of these files contains at least one; `undefined` for too many. */
  wordsFor(paths: readonly string[], tree: SourceTree): readonly string[] | undefined;
  /** Matches every text that imports one of these files, where a pattern is more precise than whole words. */
  patternFor?(paths: readonly string[], tree: SourceTree): RegExp;
  /** Resolves a specifier in a file to a file; `undefined` for an external package. */
  locate(from: string, specifier: string, exists: Exists, tree: SourceTree): string | undefined;
  /** Other files that share all names with a file, in languages where a package spans several files. */
  siblings?(path: string, tree: SourceTree): readonly string[];
  /** Specifier of a module inside a package, where packages contain modules: `config` of `.` is `.config`. */
  inside?(specifier: string, name: string): string;
  /** True for a file that is the module of its folder, such as `__init__.py`. */
  isPackage(path: string): boolean;
  /** Name of an external package in the table of clients: `py:requests`. */
  packageName(specifier: string): string;
}

/** Language that is lowered to the common syntax tree. Its parser is loaded on demand. */
export interface SourceLanguage {
  readonly form: Form;
  /** Matches the names of the language's files. */
  readonly files: RegExp;
  readonly imports: Imports;
  /** Matches a text that may send requests through one of the language's clients. */
  readonly mentionsClient: RegExp;
  /** Rejects with GrammarMissing where the grammar is missing or damaged. */
  parser(): Promise<LanguageParser>;
}

/** The parser of a language. */
export interface LanguageParser {
  readonly parse: ParseFile;
  /** True once a file has crashed the parser: later files need another parser, without that file. */
  readonly isLost: () => boolean;
}

/** A language with its parser. */
export interface LoadedLanguage extends SourceLanguage, LanguageParser {}
