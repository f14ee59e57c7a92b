import type { Workspace } from './workspace.ts';
import { joinPath } from '../languages/paths.ts';

type Json = Readonly<Record<string, unknown>>;

const parsed = (text: string | undefined): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
};

/** Maximum depth of nested conditions. */
const MAX_DEPTH = 6;

/** Files that `exports` names, under any condition. */
const targetsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => targetsIn(inner, depth + 1));
};

/** Sources of a package's build output. */
const sourcesOf = (target: string): readonly string[] => {
  const own = target.startsWith('./') ? target : `./${target}`;
  const built = /^\.\/(?:dist|lib|build|out|es|esm|cjs)\/(?:(?:esm|cjs|src)\/)?/;
  return [own, own.replace(built, './src/'), own.replace(built, './')];
};

/** Entry points of the packages of a tree. */
export class Published {
  readonly #around: Workspace;
  readonly #entries = new Map<string, ReadonlySet<string>>();

  constructor(workspace: Workspace) {
    this.#around = workspace;
  }

  /** True for a module whose exports a package publishes. */
  isEntry(path: string): boolean {
    const folder = this.#around.projectOf(path);
    const known = this.#entries.get(folder) ?? this.#read(folder);
    this.#entries.set(folder, known);
    return known.has(path);
  }

  #read(folder: string): ReadonlySet<string> {
    const manifest = joinPath(folder, 'package.json')!;
    const found = parsed(this.#around.host.read(manifest));
    if (!found || found['private'] === true) return new Set();
    const targets = [found['main'], found['module'], found['exports']].flatMap((value) => targetsIn(value));
    const files = targets.flatMap(sourcesOf).flatMap((target) => {
      const resolved = this.#around.resolver.resolve(manifest, target);
      return resolved.kind === 'file' ? [resolved.path] : [];
    });
    return new Set(files);
  }
}
