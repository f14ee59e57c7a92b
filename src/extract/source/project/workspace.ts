import { BUDGETS } from '../../../model/index.ts';
import type { Slot } from '../../../model/index.ts';
import { setsVariables, variablesIn } from '../../dotenv.ts';
import type { ProjectHost } from '../../extractor.ts';
import { type Module, parseModule } from '../syntax/module.ts';
import { importedBy } from './imported-by.ts';
import { directoryOf, isDocument, joinPath } from '../languages/paths.ts';
import type { LoadedLanguage } from '../languages/language.ts';
import { GlobalReplacements } from './global-replacements.ts';
import { Resolver } from './resolver.ts';
import { deployedTo, isExample } from './deployed-variables.ts';
import type { DeployedVariables } from './deployed-variables.ts';
import { UnanalysedFiles } from './unanalysed-files.ts';
import { WordFilter } from './word-filter.ts';

/** Maximum size of imported modules that are not candidates themselves: larger ones are data or bundles. */
const MAX_IMPORTED_SIZE = BUDGETS.importedLength.max;

/** Maximum UTF-16 length of parsed modules kept for the next group of files. */
const MAX_KEPT = 1_000_000;

/** Workspace of one extraction: module resolution, settings, and modules that many files import. */
export class Workspace {
  readonly host: ProjectHost;
  readonly resolver: Resolver;
  readonly language: LoadedLanguage;
  /** Files that are not analysed. */
  readonly unseen = new UnanalysedFiles();
  /** Words of the files that share all names with others. */
  readonly words = new WordFilter((path) => this.imported(path));
  /** Replacements of globals; searched where requests are found. */
  readonly replaced = new GlobalReplacements(this);
  readonly #environments = new Map<string, ReadonlyMap<string, Slot>>();
  readonly #projects = new Map<string, boolean>();
  /** The most recently used is last. */
  readonly #kept = new Map<string, Module>();
  #size = 0;

  /** Environment variables that deployments set. */
  readonly #deployed: DeployedVariables;

  constructor(host: ProjectHost, language: LoadedLanguage, deployed: DeployedVariables = new Map()) {
    this.host = host;
    this.#deployed = deployed;
    this.language = language;
    this.resolver = new Resolver(host, language.imports);
  }

  /** Module that is imported; `undefined` when it cannot be read or parsed, and for what is no module. */
  module(path: string): Module | undefined {
    const known = this.#kept.get(path);
    if (known) {
      this.#kept.delete(path);
      this.#kept.set(path, known);
      return known;
    }
    if (setsVariables(path) && !isDocument(path)) return undefined;
    const text = this.imported(path);
    if (text === undefined) return undefined;
    try {
      return this.#keep(parseModule(this.language, path, text));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.refuse(path);
      return undefined;
    }
  }

  /**
   * File of a module in a package, in languages where packages contain modules; `specifier` names the package
   * from a file.
   */
  moduleIn(from: string, specifier: string, name: string): string | undefined {
    const inside = this.language.imports.inside?.(specifier, name);
    if (inside === undefined) return undefined;
    const found = this.resolver.resolve(from, inside);
    return found.kind === 'file' ? found.path : undefined;
  }

  /** File of a module in the folder of a package's own file: `config` beside `__init__.py`. */
  inside(path: string, name: string): string | undefined {
    return this.language.imports.isPackage(path) ? this.moduleIn(path, '.', name) : undefined;
  }

  /** Records that a file is not analysed. */
  refuse(path: string): void {
    this.unseen.add(path, importedBy(this, path, this.host.read(path) ?? ''));
  }

  /** Text of a file that is read because another one imports it. */
  imported(path: string): string | undefined {
    const text = this.unseen.has(path) ? undefined : this.host.read(path);
    if (text === undefined || text.length <= MAX_IMPORTED_SIZE) return text;
    this.refuse(path);
    return undefined;
  }

  /** Folder of the nearest package.json above a file; '' where there is none. */
  projectOf(path: string): string {
    for (let folder = directoryOf(path); folder !== ''; folder = directoryOf(folder))
      if (this.#isProject(folder)) return folder;
    return '';
  }

  #isProject(folder: string): boolean {
    const known =
      this.#projects.get(folder) ?? this.host.read(joinPath(folder, 'package.json')!) !== undefined;
    this.#projects.set(folder, known);
    return known;
  }

  #keep(module: Module): Module {
    this.#kept.set(module.path, module);
    this.#size += module.file.text.length;
    for (const [path, { file }] of this.#kept) {
      if (this.#size <= MAX_KEPT) break;
      this.#kept.delete(path);
      this.#size -= file.text.length;
    }
    return module;
  }

  /**
   * Values of an environment variable: in the nearest `.env` file above a source, and those that deployments
   * may give it. An example only counts where there is no `.env`.
   */
  environment(from: string, name: string): readonly Slot[] {
    for (let folder = directoryOf(from); ; folder = directoryOf(folder)) {
      const found = this.#variables(joinPath(folder, '.env')!).get(name);
      if (!found && folder !== '') continue;
      const given = deployedTo(this.#deployed, from, name);
      return found ? [found, ...given.filter(({ file }) => !isExample(file))] : given;
    }
  }

  #variables(path: string): ReadonlyMap<string, Slot> {
    const known = this.#environments.get(path);
    if (known) return known;
    const variables = [...variablesIn(path, this.host.read(path) ?? '')];
    const found = new Map(variables.map(({ name, slot }) => [name, slot]));
    this.#environments.set(path, found);
    return found;
  }
}
