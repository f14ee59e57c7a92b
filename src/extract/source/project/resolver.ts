import type { ProjectHost } from '../../extractor.ts';
import type { Imports, Tree } from '../languages/language.ts';
import { Packages } from './packages.ts';
import { directoryOf, joinPath, matchPattern } from './paths.ts';
import { readTsConfig } from './tsconfig.ts';

/** A module specifier's meaning: a file of the project, or a package. */
export type Resolved =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'package'; readonly name: string };

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts', '.json'];
/** `./x.js` in TypeScript sources names `x.ts`. */
const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

const byFolder = (files: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const path of [...files].toSorted()) {
    const folder = directoryOf(path);
    (found.get(folder) ?? found.set(folder, []).get(folder)!).push(path);
  }
  return found;
};

interface PathAliases {
  readonly base: string;
  readonly baseUrl: boolean;
  readonly paths: readonly (readonly [string, readonly string[]])[];
}

/**
 * Finds the file or package that a specifier names: relative paths, extensions, index files, tsconfig `paths`, packages of
 * the same workspace and their `exports`.
 */
export class Resolver {
  readonly packages: Packages;
  readonly #host: ProjectHost;
  readonly #imports: Imports | undefined;
  readonly #files: ReadonlySet<string>;
  readonly #aliases = new Map<string, PathAliases | undefined>();
  readonly #cache = new Map<string, Resolved>();
  readonly #siblings = new Map<string, readonly string[]>();
  #folders: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(host: ProjectHost, imports?: Imports) {
    this.#imports = imports;
    this.packages = new Packages(host);
    this.#host = host;
    this.#files = new Set(host.files());
  }

  resolve(from: string, specifier: string): Resolved {
    const folder = directoryOf(from);
    const key = `${folder}\n${specifier}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const path = this.#imports
      ? this.#imports.locate(from, specifier, (at) => this.#exists(at), this.tree)
      : this.#locate(folder, specifier);
    const found: Resolved = path
      ? { kind: 'file', path }
      : { kind: 'package', name: this.#imports?.packageName(specifier) ?? specifier.replace(/^node:/, '') };
    this.#cache.set(key, found);
    return found;
  }

  /** The files as imports of other languages are looked for in them. */
  readonly tree: Tree = {
    read: (path) => this.#host.read(path),
    byFolder: (folder) => (this.#folders ??= byFolder(this.#files)).get(folder),
  };

  /** The other files that share all names with a file. */
  siblings(path: string): readonly string[] {
    const find = this.#imports?.siblings;
    if (!find) return [];
    const known = this.#siblings.get(path) ?? find(path, this.tree);
    this.#siblings.set(path, known);
    return known;
  }

  #locate(folder: string, specifier: string): string | undefined {
    if (specifier.startsWith('.')) {
      const path = joinPath(folder, specifier);
      return path === undefined ? undefined : this.#file(path);
    }
    return this.#aliased(folder, specifier) ?? this.#packaged(folder, specifier);
  }

  #packaged(folder: string, specifier: string): string | undefined {
    if (/^(?:node:|https?:|\/)/.test(specifier)) return undefined;
    for (const candidate of this.packages.candidates(folder, specifier)) {
      const file = this.#file(candidate);
      if (file) return file;
    }
    return undefined;
  }

  #exists(path: string): boolean {
    return this.#files.has(path) || this.#host.read(path) !== undefined;
  }

  #file(path: string): string | undefined {
    const extension = /\.[cm]?jsx?$/.exec(path)?.[0];
    if (extension) {
      const stem = path.slice(0, -extension.length);
      for (const other of WRITTEN_FOR[extension] ?? []) if (this.#exists(stem + other)) return stem + other;
    }
    if (/\.[a-z]+$/i.test(path) && this.#exists(path)) return path;
    const candidates = EXTENSIONS.map((end) => path + end);
    const indexes = EXTENSIONS.map((end) => (path === '' ? `index${end}` : `${path}/index${end}`));
    return [...candidates, ...indexes].find((candidate) => this.#exists(candidate));
  }

  #aliased(folder: string, specifier: string): string | undefined {
    const aliases = this.#aliasesFor(folder);
    if (!aliases) return undefined;
    for (const [pattern, targets] of aliases.paths) {
      const rest = matchPattern(pattern, specifier);
      if (rest === undefined) continue;
      for (const target of targets) {
        const path = joinPath(aliases.base, target.replace('*', rest));
        const file = path === undefined ? undefined : this.#file(path);
        if (file) return file;
      }
    }
    const path = aliases.baseUrl ? joinPath(aliases.base, specifier) : undefined;
    return path === undefined ? undefined : this.#file(path);
  }

  #aliasesFor(folder: string): PathAliases | undefined {
    if (this.#aliases.has(folder)) return this.#aliases.get(folder);
    const own = this.#readAliases(folder, 'tsconfig.json') ?? this.#readAliases(folder, 'jsconfig.json');
    const found = own ?? (folder === '' ? undefined : this.#aliasesFor(directoryOf(folder)));
    this.#aliases.set(folder, found);
    return found;
  }

  #readAliases(folder: string, name: string, depth = 0): PathAliases | undefined {
    const path = joinPath(folder, name);
    const text = path === undefined ? undefined : this.#host.read(path);
    if (path === undefined || text === undefined) return undefined;
    const { baseUrl, paths, parents } = readTsConfig(text);
    const here = directoryOf(path);
    if (baseUrl !== undefined || paths !== undefined) {
      const base = joinPath(here, baseUrl ?? '.') ?? here;
      return { base, baseUrl: baseUrl !== undefined, paths: paths ?? [] };
    }
    if (depth > 8) return undefined;
    for (const parent of parents) {
      const file = parent.endsWith('.json') ? parent : `${parent}.json`;
      const found = this.#readAliases(here, file, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
}
