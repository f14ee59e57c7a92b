import type { ProjectHost } from '../../extractor.ts';
import type { Imports, SourceTree } from '../languages/language.ts';
import { directoryOf } from '../languages/paths.ts';

/** Target of a module specifier: a file of the project, or a package. */
export type Resolved =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string };

const byFolder = (files: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const path of [...files].toSorted()) {
    const folder = directoryOf(path);
    (found.get(folder) ?? found.set(folder, []).get(folder)!).push(path);
  }
  return found;
};

/** Resolves specifiers to files or packages by the rules of the language. */
export class Resolver {
  readonly #host: ProjectHost;
  readonly #imports: Imports;
  readonly #files: ReadonlySet<string>;
  readonly #cache = new Map<string, Resolved>();
  readonly #siblings = new Map<string, readonly string[]>();
  #folders: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(host: ProjectHost, imports: Imports) {
    this.#imports = imports;
    this.#host = host;
    this.#files = new Set(host.files());
  }

  resolve(from: string, specifier: string): Resolved {
    const key = `${directoryOf(from)}\n${specifier}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const path = this.#imports.locate(from, specifier, (at) => this.#exists(at), this.tree);
    const found: Resolved =
      path === undefined
        ? { kind: 'package', name: this.#imports.packageName(specifier) }
        : { kind: 'file', path };
    this.#cache.set(key, found);
    return found;
  }

  /** Files in which imports are resolved. */
  readonly tree: SourceTree = {
    read: (path) => this.#host.read(path),
    files: () => this.#host.files(),
    byFolder: (folder) => (this.#folders ??= byFolder(this.#files)).get(folder),
  };

  /** Other files that share all names with a file. */
  siblings(path: string): readonly string[] {
    const find = this.#imports.siblings;
    if (!find) return [];
    const known = this.#siblings.get(path) ?? find(path, this.tree);
    this.#siblings.set(path, known);
    return known;
  }

  #exists(path: string): boolean {
    return this.#files.has(path) || this.#host.read(path) !== undefined;
  }
}
