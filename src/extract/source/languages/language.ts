import type { Form } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';

/** Tells whether a file of the project can be read. */
export type Exists = (path: string) => boolean;

/** The files of the project, as far as imports are looked for in them. */
export interface SourceTree {
  read(path: string): string | undefined;
  /** Paths of the files of the language. */
  files(): readonly string[];
  /** Files of the language in a folder, by name. */
  byFolder(folder: string): readonly string[] | undefined;
}

/** Finds the files that other files name, in the words of their language, without parsing them. */
export interface Imports {
  /** The modules that a text imports, as it names them. */
  specifiersIn(text: string): readonly string[];
  /** Files that a text names otherwise than by an import. */
  namedBeside?(path: string, text: string, tree: SourceTree): readonly string[];
  /** Words of which one stands in every text that imports one of these files; `undefined` where they are too many. */
  wordsFor(paths: readonly string[], tree: SourceTree): readonly string[] | undefined;
  /** Matches every text that imports one of these files, where that says more than whole words do. */
  patternFor?(paths: readonly string[], tree: SourceTree): RegExp;
  /** The file that a specifier names in a file; `undefined` for a package from outside. */
  locate(from: string, specifier: string, exists: Exists, tree: SourceTree): string | undefined;
  /** The other files that share all names with a file, in languages whose packages are of several files. */
  siblings?(path: string, tree: SourceTree): readonly string[];
  /** The specifier of a module inside a package, in languages where packages hold modules: `config` of `.` is `.config`. */
  inside?(specifier: string, name: string): string;
  /** True for a file that stands for the folder it lies in. */
  isPackage(path: string): boolean;
  /** What a package from outside is called in the table of clients: `py:requests`. */
  packageName(specifier: string): string;
}

/** Parses a file, and lowers it to the one tree. Throws RangeError for one that nests too deeply. */
export type ParseFile = (path: string, text: string) => ts.SourceFile;

/** A language whose files are lowered to the one tree. What is told without parsing is at hand; its parser is loaded. */
export interface SourceLanguage {
  readonly form: Form;
  /** Matches names of the files that files of the language name. */
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
  /** True when a file has ended it: what it was given since has to be parsed again, by another one and without that file. */
  readonly isLost: () => boolean;
}

/** A language with its parser. */
export interface LoadedLanguage extends SourceLanguage, LanguageParser {}
