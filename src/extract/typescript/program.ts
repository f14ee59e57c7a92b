import type { Slot } from '../../model/index.ts';
import { variablesIn } from '../dotenv.ts';
import type { ProjectHost } from '../extractor.ts';
import type { ExportTable } from './export-table.ts';
import { exportsOf } from './exports.ts';
import { nodesOf } from './nodes.ts';
import { parseSource, ts } from './parse.ts';
import { directoryOf, joinPath, Resolver } from './resolve.ts';

/** A parsed file of the project. */
export interface Module {
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly exports: ExportTable;
}

/** Modules bigger than this are read only when they are candidates themselves: they are data or bundles. */
const LARGEST_IMPORTED = 1_000_000;

/** The files of one extraction: candidates, and what they import, parsed when first asked for. */
export class Program {
  readonly #host: ProjectHost;
  readonly #resolver: Resolver;
  readonly #environments = new Map<string, ReadonlyMap<string, Slot>>();
  readonly #modules = new Map<string, Module | undefined>();

  constructor(host: ProjectHost) {
    this.#host = host;
    this.#resolver = new Resolver(host);
  }

  /** Adds a candidate whose text is at hand. */
  add(path: string, text: string): Module {
    const file = parseSource(path, text);
    nodesOf(file);
    const module: Module = { path, file, exports: exportsOf(file) };
    this.#modules.set(path, module);
    return module;
  }

  /** The module at a path, parsed now if need be; `undefined` when it cannot be read. */
  module(path: string): Module | undefined {
    if (this.#modules.has(path)) return this.#modules.get(path);
    const text = this.#host.read(path);
    if (text === undefined || text.length > LARGEST_IMPORTED) {
      this.#modules.set(path, undefined);
      return undefined;
    }
    return this.add(path, text);
  }

  /** Every module parsed so far. */
  loaded(): readonly Module[] {
    return [...this.#modules.values()].filter((module) => module !== undefined);
  }

  /** The value of an environment variable in the nearest `.env` file above a source; `undefined` when none has it. */
  environment(from: ts.Node, name: string): Slot | undefined {
    for (let folder = directoryOf(from.getSourceFile().fileName); ; folder = directoryOf(folder)) {
      const found = this.#variables(joinPath(folder, '.env')!).get(name);
      if (found || folder === '') return found;
    }
  }

  #variables(path: string): ReadonlyMap<string, Slot> {
    const known = this.#environments.get(path);
    if (known) return known;
    const variables = [...variablesIn(path, this.#host.read(path) ?? '')];
    const found = new Map(variables.map(({ name, slot }) => [name, slot]));
    this.#environments.set(path, found);
    return found;
  }

  /** Paths of the discovered files. */
  files(): readonly string[] {
    return this.#host.files();
  }

  resolve(from: ts.Node, specifier: string): ReturnType<Resolver['resolve']> {
    return this.#resolver.resolve(from.getSourceFile().fileName, specifier);
  }

  resolvePath(from: string, specifier: string): ReturnType<Resolver['resolve']> {
    return this.#resolver.resolve(from, specifier);
  }

  /** Where a module's export is written: follows re-exports and `export *`, at most `depth` files far. */
  exported(path: string, name: string, depth = 12): ExportTarget | undefined {
    const module = this.module(path);
    if (!module || depth === 0) return undefined;
    const found = module.exports.named.get(name);
    if (found?.kind === 'node') return { kind: 'node', node: found.node };
    if (found) return this.#follow(path, found.specifier, found.kind === 'from' ? found.name : '*', depth);
    for (const star of name === 'default' ? [] : module.exports.stars) {
      const target = this.#follow(path, star, name, depth);
      if (target?.kind === 'node' || target?.kind === 'module') return target;
    }
    return undefined;
  }

  #follow(path: string, specifier: string, name: string, depth: number): ExportTarget | undefined {
    const resolved = this.#resolver.resolve(path, specifier);
    if (resolved.kind === 'package')
      return { kind: 'package', name: resolved.name, path: name === '*' ? [] : [name] };
    return name === '*'
      ? { kind: 'module', path: resolved.path }
      : this.exported(resolved.path, name, depth - 1);
  }
}

export type ExportTarget =
  | { readonly kind: 'node'; readonly node: ts.Node }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string; readonly path: readonly string[] };
