import type { SourceTree } from '../languages/language.ts';
import { patternOf } from '../languages/patterns.ts';
import { type Manifest, pnpmPackages, readManifest } from './manifest.ts';
import { directoryOf, joinPath, matchPattern } from '../languages/paths.ts';

/** A package of the tree. */
interface Package extends Manifest {
  readonly folder: string;
}

/** Folders of build output. */
const BUILT = /^(?:\.\/)?(?:dist|build|lib|out|output|es|esm|cjs|umd|types)\//;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;

/** Sources of a built file come first: `src/index.ts` for `dist/index.js`. */
const sourcesOf = (target: string): readonly string[] => {
  if (!BUILT.test(target)) return [target];
  const inside = target.replace(BUILT, '').replace(EXTENSION, '');
  const flat = inside.replace(/^(?:cjs|esm|es|src|types)\//, '');
  return [...new Set([`src/${inside}`, `src/${flat}`, flat]), target];
};

/** Entry points tried for a bare package name when its manifest names no existing file. */
const USUAL_ENTRIES = ['src/index', 'index', 'src/main', 'lib/index'];

/** Compiles a workspace pattern to a test of folders: `packages/*`, `apps/**`, `{a,b}/*`. */
const folderPattern = (root: string, pattern: string): RegExp => {
  const path = joinPath(root, pattern.replace(/\/+$/, '')) ?? pattern;
  const source = patternOf(path)
    .replaceAll(String.raw`\*\*`, '.*')
    .replaceAll(String.raw`\*`, '[^/]*')
    .replaceAll(/\\\{([^{}]*)\\\}/g, (_, inner: string) => `(?:${inner.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`);
};

type FilesOf = Pick<SourceTree, 'read' | 'files'>;

/** Packages of a tree by name: npm, pnpm and yarn workspaces, `file:` links, and a package's own names. */
export class Packages {
  readonly #tree: FilesOf;
  readonly #manifests = new Map<string, Package | undefined>();
  readonly #workspaces = new Map<string, ReadonlyMap<string, string>>();
  #folders: readonly string[] | undefined;

  constructor(tree: FilesOf) {
    this.#tree = tree;
  }

  /** Paths, possibly without extension, that a specifier may resolve to from a file in `folder`. */
  candidates(folder: string, specifier: string): readonly string[] {
    const own = this.#above(folder);
    if (specifier.startsWith('#')) return own ? this.#inside(own, own.imports, specifier) : [];
    const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    if (name === undefined) return [];
    const target = this.#named(folder, name);
    return target ? this.#entries(target, rest === undefined ? '.' : `.${rest}`) : [];
  }

  /** Names by which others may import a file: that of its package, and the package's subpath imports. */
  namesOf(path: string): readonly string[] {
    const owner = this.#above(directoryOf(path));
    if (!owner) return [];
    const own = owner.imports.map(([pattern]) => pattern.split('*')[0]!);
    // A standalone package can be imported by name only through its exports.
    const isImported = owner.name !== undefined && (owner.folder !== '' || owner.exports.length > 0);
    return isImported ? [owner.name!, ...own] : own;
  }

  /** True where a package that holds this folder depends on the package of this name. */
  declares(folder: string, name: string): boolean {
    for (let at = folder; ; at = directoryOf(at)) {
      if (this.#manifest(at)?.dependencies.includes(name)) return true;
      if (at === '') return false;
    }
  }

  /** Folder of the package that holds a folder. */
  folderOf(folder: string): string {
    return this.#above(folder)?.folder ?? '';
  }

  #entries(target: Package, subpath: string): readonly string[] {
    const exported = this.#inside(target, target.exports, subpath);
    if (exported.length > 0) return exported;
    const written = subpath === '.' ? target.entries.flatMap(sourcesOf) : sourcesOf(subpath.slice(2));
    const usual = subpath === '.' ? USUAL_ENTRIES : [`src/${subpath.slice(2)}`];
    return this.#under(target, [...written, ...usual]);
  }

  #inside(owner: Package, subpaths: Manifest['exports'], subpath: string): readonly string[] {
    for (const [pattern, targets] of subpaths) {
      const rest = matchPattern(pattern, subpath);
      if (rest !== undefined)
        return this.#under(
          owner,
          targets.flatMap((target) => sourcesOf(target.replaceAll('*', rest))),
        );
    }
    return [];
  }

  #under({ folder }: Package, paths: readonly string[]): readonly string[] {
    return paths.flatMap((path) => {
      const joined = path.startsWith('/') ? undefined : joinPath(folder, path);
      return joined === undefined ? [] : [joined, joined.replace(EXTENSION, '')];
    });
  }

  #named(folder: string, name: string): Package | undefined {
    for (
      let at: string | undefined = folder;
      at !== undefined;
      at = at === '' ? undefined : directoryOf(at)
    ) {
      const here = this.#manifest(at);
      if (here?.name === name) return here;
      const link = here?.linked.find(([linked]) => linked === name);
      const linked = link && joinPath(at, link[1]);
      const found = linked ?? this.#members(at).get(name);
      if (found !== undefined) return this.#manifest(found);
    }
    return undefined;
  }

  /** Packages of the workspace with this root folder, by name; none where it is not a root. */
  #members(root: string): ReadonlyMap<string, string> {
    const known = this.#workspaces.get(root);
    if (known) return known;
    const found = new Map<string, string>();
    const pnpm = this.#tree.read(joinPath(root, 'pnpm-workspace.yaml')!);
    const patterns = [
      ...(this.#manifest(root)?.workspaces ?? []),
      ...(pnpm === undefined ? [] : pnpmPackages(pnpm)),
    ];
    const wanted = patterns
      .filter((pattern) => !pattern.startsWith('!'))
      .map((each) => folderPattern(root, each));
    for (const folder of wanted.length === 0 ? [] : this.#allFolders()) {
      const member = wanted.some((pattern) => pattern.test(folder)) ? this.#manifest(folder) : undefined;
      if (member?.name !== undefined) found.set(member.name, folder);
    }
    this.#workspaces.set(root, found);
    return found;
  }

  #above(folder: string): Package | undefined {
    for (let at = folder; ; at = directoryOf(at)) {
      const found = this.#manifest(at);
      if (found || at === '') return found;
    }
  }

  #manifest(folder: string): Package | undefined {
    if (this.#manifests.has(folder)) return this.#manifests.get(folder);
    const text = this.#tree.read(joinPath(folder, 'package.json')!);
    const found = text === undefined ? undefined : { ...readManifest(text), folder };
    this.#manifests.set(folder, found);
    return found;
  }

  #allFolders(): readonly string[] {
    if (this.#folders) return this.#folders;
    const found = new Set<string>();
    for (const path of this.#tree.files())
      for (let at = directoryOf(path); at !== '' && !found.has(at); at = directoryOf(at)) found.add(at);
    return (this.#folders = [...found]);
  }
}
