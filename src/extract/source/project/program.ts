import type { Slot } from '../../../model/index.ts';
import { type Module, parseModule } from '../syntax/module.ts';
import type { ts } from '../syntax/tree.ts';
import { directoryOf, joinPath } from '../languages/paths.ts';
import type { Resolver } from './resolver.ts';
import type { Workspace } from './workspace.ts';

/** How far re-exports are followed. */
const FILES_FAR = 12;

/** One search for an export: how many more files far, and how far each name of a file was searched already. */
interface ExportSearch {
  readonly depth: number;
  readonly asked: Map<string, number>;
}

/** True for what was not searched as far yet: files may re-export all of each other. */
const isNew = (path: string, name: string, { depth, asked }: ExportSearch): boolean => {
  const key = `${path}\n${name}`;
  if (depth <= (asked.get(key) ?? 0)) return false;
  asked.set(key, depth);
  return true;
};

/** Files of one group: its own, and its imports, parsed on first use. */
export class Program {
  readonly #surroundings: Workspace;
  readonly #found = new Map<string, ExportTarget | undefined>();
  readonly #modules = new Map<string, Module | undefined>();
  #loaded: readonly Module[] | undefined;

  constructor(surroundings: Workspace) {
    this.#surroundings = surroundings;
  }

  /** Adds a file with a given text. Throws RangeError if it nests too deeply. */
  add(path: string, text: string): Module {
    const module = parseModule(this.#surroundings.language, path, text);
    this.#modules.set(path, module);
    this.#loaded = undefined;
    return module;
  }

  /** Module at a path, parsed if necessary; `undefined` when it cannot be read. */
  module(path: string): Module | undefined {
    if (this.#modules.has(path)) return this.#modules.get(path);
    const module = this.#surroundings.module(path);
    this.#modules.set(path, module);
    this.#loaded = undefined;
    return module;
  }

  /** True for a file of the tree that can be read. */
  has(path: string): boolean {
    return this.#surroundings.imported(path) !== undefined;
  }

  /** Every module parsed so far; the same list until there is another. */
  loaded(): readonly Module[] {
    return (this.#loaded ??= [...this.#modules.values()].filter((module) => module !== undefined));
  }

  /** Values that an environment variable may have; none when no file sets it to a URL. */
  environment(from: ts.Node, name: string): readonly Slot[] {
    return this.#surroundings.environment(from.getSourceFile().fileName, name);
  }

  /** Nearest file of a name in the folder of a source or above; `undefined` when there is none. */
  above(from: ts.Node, name: string, extensions: readonly string[]): string | undefined {
    for (let folder = directoryOf(from.getSourceFile().fileName); ; folder = directoryOf(folder)) {
      const paths = extensions.map((extension) => joinPath(folder, name + extension)!);
      const found = paths.find((path) => this.module(path) !== undefined);
      if (found !== undefined || folder === '') return found;
    }
  }

  /** Folder of the package that a file belongs to. */
  projectOf(path: string): string {
    return this.#surroundings.projectOf(path);
  }

  /** Files that may replace what the clients of a file send through. */
  replacingAround(path: string): readonly string[] {
    return this.#surroundings.replaced.around(path);
  }

  /** Paths of the discovered files. */
  files(): readonly string[] {
    return this.#surroundings.host.files();
  }

  resolve(from: ts.Node, specifier: string): ReturnType<Resolver['resolve']> {
    return this.#surroundings.resolver.resolve(from.getSourceFile().fileName, specifier);
  }

  /** File of a module inside a package that need not be a file itself: `from package import module`. */
  moduleIn(from: ts.Node, specifier: string, name: string): string | undefined {
    return this.#surroundings.moduleIn(from.getSourceFile().fileName, specifier, name);
  }

  /** Declaration of a module's export: follows re-exports and `export *`, at most twelve files far. */
  exported(path: string, name: string): ExportTarget | undefined {
    return this.#exported(path, name, { depth: FILES_FAR, asked: new Map() });
  }

  #exported(path: string, name: string, search: ExportSearch): ExportTarget | undefined {
    const module = this.module(path);
    if (!module || !isNew(path, name, search)) return undefined;
    const found = module.exports.named.get(name);
    const inner = found ? undefined : this.#surroundings.inside(path, name);
    if (inner !== undefined) return { kind: 'module', path: inner };
    if (found?.kind === 'node') return { kind: 'node', node: found.node };
    if (found) return this.#follow(path, found.specifier, found.kind === 'from' ? found.name : '*', search);
    for (const star of name === 'default' ? [] : module.exports.stars) {
      const target = this.#follow(path, star, name, search);
      if (target?.kind === 'node' || target?.kind === 'module') return target;
    }
    return this.#shared(path, name);
  }

  /** The file, and those that share all names with it. */
  packageOf(path: string): readonly string[] {
    return [path, ...this.#surroundings.resolver.siblings(path)];
  }

  /** Declaration in another file of the same package. */
  #shared(path: string, name: string): ExportTarget | undefined {
    const siblings = this.#surroundings.resolver.siblings(path);
    if (siblings.length === 0) return undefined;
    // All files of a package but the first have the same first sibling.
    const key = `${siblings[0]!}\n${name}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#declaredIn(siblings, name));
    return this.#found.get(key);
  }

  #declaredIn(paths: readonly string[], name: string): ExportTarget | undefined {
    for (const other of paths) {
      if (!this.#surroundings.words.mayHold(other, name)) continue;
      const found = this.module(other)?.exports.named.get(name);
      if (found?.kind === 'node') return { kind: 'node', node: found.node };
    }
    return undefined;
  }

  #follow(path: string, specifier: string, name: string, search: ExportSearch): ExportTarget | undefined {
    const resolved = this.#surroundings.resolver.resolve(path, specifier);
    if (resolved.kind === 'package')
      return { kind: 'package', name: resolved.name, path: name === '*' ? [] : [name] };
    return name === '*'
      ? { kind: 'module', path: resolved.path }
      : this.#exported(resolved.path, name, { ...search, depth: search.depth - 1 });
  }
}

export type ExportTarget =
  | { readonly kind: 'node'; readonly node: ts.Node }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string; readonly path: readonly string[] };
