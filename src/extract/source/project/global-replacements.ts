import { isTest } from './test-files.ts';
import type { ImportLookup } from './imported-by.ts';
import { importersOf } from './importers.ts';
import { joinPath } from '../languages/paths.ts';
import { replacingFiles } from './replacing-files.ts';

type Manifest = Readonly<Record<string, unknown>>;

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Packages that a `package.json` depends on; none where it does not parse. */
const dependenciesIn = (text: string | undefined): readonly string[] => {
  try {
    const manifest = JSON.parse(text ?? '{}') as Manifest | null;
    return KINDS.flatMap((kind) => Object.keys((manifest?.[kind] ?? {}) as Manifest));
  } catch {
    return [];
  }
};

/** Lookup of imports, and of the project that a file belongs to. */
interface Around extends ImportLookup {
  projectOf(path: string): string;
}

/** Replacements of globals such as `globalThis.fetch = …`, and the projects in whose programs they run. */
export class GlobalReplacements {
  readonly #around: Around;
  readonly #reached = new Map<string, ReadonlySet<string>>();
  #files: readonly string[] | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Files that may replace what clients send through. */
  files(): readonly string[] {
    this.#files ??= replacingFiles(this.#around.host);
    return this.#files;
  }

  /**
   * Those of them that run in a program with this file: in its project, in one that its project imports, or in a program
   * that imports both.
   */
  around(path: string): readonly string[] {
    const files = this.files();
    if (files.length === 0) return files;
    const project = this.#around.projectOf(path);
    return files.filter((file) => this.#reachedBy(file).has(project));
  }

  /** Projects of the programs that run a file: of those that import it, with the packages that they depend on. */
  #reachedBy(path: string): ReadonlySet<string> {
    const known = this.#reached.get(path);
    if (known) return known;
    const { host, resolver, language } = this.#around;
    const importing = importersOf({ host, resolver, language }, [path]).filter((file) => !isTest(file));
    const found = new Set<string>();
    const open = [path, ...importing].map((file) => this.#around.projectOf(file));
    for (let project = open.pop(); project !== undefined; project = open.pop()) {
      if (found.has(project)) continue;
      found.add(project);
      open.push(...this.#dependenciesOf(project));
    }
    this.#reached.set(path, found);
    return found;
  }

  #dependenciesOf(project: string): readonly string[] {
    const manifest = joinPath(project, 'package.json')!;
    return dependenciesIn(this.#around.host.read(manifest)).flatMap((name) => {
      const resolved = this.#around.resolver.resolve(manifest, name);
      return resolved.kind === 'file' ? [this.#around.projectOf(resolved.path)] : [];
    });
  }
}
