import type { Form } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';

/** Tells whether a file of the project can be read. */
export type Exists = (path: string) => boolean;

/** The files of the project, as far as imports are looked for in them. */
export interface Tree {
  read(path: string): string | undefined;
  /** Files of the language in a folder, by name. */
  byFolder(folder: string): readonly string[] | undefined;
}

/** Finds the files that other files name, in the words of their language, without parsing them. */
export interface Imports {
  /** The modules that a text imports, as it names them. */
  specifiersIn(text: string): readonly string[];
  /** Words of which one stands in every text that imports one of these files. */
  wordsFor(paths: readonly string[], tree: Tree): readonly string[];
  /** The file that a specifier names in a file; `undefined` for a package from outside. */
  locate(from: string, specifier: string, exists: Exists, tree: Tree): string | undefined;
  /** The other files that share all names with a file, in languages whose packages are of several files. */
  siblings?(path: string, tree: Tree): readonly string[];
  /** The specifier of a module inside a package: `config` of `.` is `.config`. */
  inside(specifier: string, name: string): string;
  /** True for a file that stands for the folder it lies in. */
  isPackage(path: string): boolean;
  /** What a package from outside is called in the table of clients: `py:requests`. */
  packageName(specifier: string): string;
}

/** A language whose files are lowered to the one tree. */
export interface SourceLanguage {
  readonly form: Form;
  /** As people call it: `Python`. */
  readonly name: string;
  readonly imports: Imports;
  /** Matches a text that may send requests through one of the language's clients. */
  readonly mentionsClient: RegExp;
  /** Parses and lowers a file. Throws RangeError for one that nests too deeply. */
  parse(path: string, text: string): ts.SourceFile;
}
