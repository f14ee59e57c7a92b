const isText = (value: unknown): value is string => typeof value === 'string';

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : []);

/**
 * Fields of a `package.json` that say where its modules lie; anything of another type than it should have is not
 * said.
 */
export interface Manifest {
  readonly name: string | undefined;
  /** Patterns of the folders of its workspace; empty where it has none. */
  readonly workspaces: readonly string[];
  /** Packages that lie beside it: `"@acme/config": "file:../config"`. */
  readonly linked: readonly (readonly [name: string, folder: string])[];
  /** Files that the package's name alone may mean, the most telling first. */
  readonly entries: readonly string[];
  /** Subpath → files: `./atlas`, `./lib/*`; the whole package is `.`. */
  readonly exports: readonly Subpath[];
  /** Names of its own files: `#atlas`. */
  readonly imports: readonly Subpath[];
}

type Subpath = readonly [pattern: string, targets: readonly string[]];

/** Conditions in nested objects go at most this deep. */
const DEEPEST = 6;

/** Every file that a target of `exports` may mean, whatever the condition; sources before what is built of them. */
const targetsOf = (value: unknown, depth = 0): readonly string[] => {
  if (isText(value)) return [value];
  if (depth > DEEPEST) return [];
  const inner = Array.isArray(value) ? value : Object.values(membersOf(value));
  return inner.flatMap((target) => targetsOf(target, depth + 1));
};

const subpathsOf = (value: unknown, lead: string): readonly Subpath[] => {
  const named = Object.entries(membersOf(value)).filter(([pattern]) => pattern.startsWith(lead));
  if (named.length > 0) return named.map(([pattern, target]) => [pattern, targetsOf(target)] as const);
  const whole = lead === '.' ? targetsOf(value) : [];
  return whole.length > 0 ? [['.', whole]] : [];
};

const linkedIn = (root: Readonly<Record<string, unknown>>): Manifest['linked'] =>
  ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.entries(membersOf(root[kind])))
    .flatMap(([name, from]) => {
      const folder = isText(from) ? /^(?:file|link|portal):(.+)$/.exec(from)?.[1] : undefined;
      return folder === undefined ? [] : [[name, folder] as const];
    });

/** Reads a `package.json`; one that does not parse says nothing. */
export const readManifest = (text: string): Manifest => {
  let root: Readonly<Record<string, unknown>> = {};
  try {
    root = membersOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    // Nothing is said.
  }
  const { name, workspaces } = root;
  const listed = textsOf(workspaces);
  return {
    name: isText(name) ? name : undefined,
    workspaces: listed.length > 0 ? listed : textsOf(membersOf(workspaces)['packages']),
    linked: linkedIn(root),
    entries: ['source', 'types', 'typings', 'module', 'main'].flatMap((field) => root[field]).filter(isText),
    exports: subpathsOf(root['exports'], '.'),
    imports: subpathsOf(root['imports'], '#'),
  };
};

/** The patterns under `packages:` of a `pnpm-workspace.yaml`, which is a plain list. */
export const pnpmPackages = (text: string): readonly string[] => {
  const block = /^packages:[^\n]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(text)?.[1] ?? '';
  return [...block.matchAll(/^[ \t]*-[ \t]*(['"]?)([^'"\n#]+)\1/gm)].map(([, , pattern]) => pattern!.trim());
};
