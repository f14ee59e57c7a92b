const isText = (value: unknown): value is string => typeof value === 'string';

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** Fields of a `package.json` that locate its modules; fields of a wrong type are ignored. */
export interface Manifest {
  readonly name: string | undefined;
  /** Glob patterns of its workspace folders; empty where it has none. */
  readonly workspaces: readonly string[];
  /** Names of the packages that it depends on. */
  readonly dependencies: readonly string[];
  /** Packages that it links: `"@acme/config": "file:../config"`. */
  readonly linked: readonly (readonly [name: string, folder: string])[];
  /** Files that the bare package name may resolve to, the best candidates first. */
  readonly entries: readonly string[];
  /** Subpath → files: `./atlas`, `./lib/*`; the whole package is `.`. */
  readonly exports: readonly Subpath[];
  /** Subpath imports: `#atlas`. */
  readonly imports: readonly Subpath[];
}

type Subpath = readonly [pattern: string, targets: readonly string[]];

/** Maximum depth of conditions in nested objects. */
const MAX_DEPTH = 6;

/** Every file that a target of `exports` may resolve to, under any condition; sources before build output. */
const targetsOf = (value: unknown, depth = 0): readonly string[] => {
  if (isText(value)) return [value];
  if (depth > MAX_DEPTH) return [];
  const inner = Array.isArray(value) ? value : Object.values(membersOf(value));
  return inner.flatMap((target) => targetsOf(target, depth + 1));
};

const subpathsOf = (value: unknown, lead: string): readonly Subpath[] => {
  const named = Object.entries(membersOf(value)).filter(([pattern]) => pattern.startsWith(lead));
  if (named.length > 0) return named.map(([pattern, target]) => [pattern, targetsOf(target)] as const);
  const whole = lead === '.' ? targetsOf(value) : [];
  return whole.length > 0 ? [['.', whole]] : [];
};

type Dependency = readonly [name: string, from: unknown];

const dependenciesIn = (root: Readonly<Record<string, unknown>>): readonly Dependency[] =>
  ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(membersOf(root[kind])),
  );

const linkedIn = (dependencies: readonly Dependency[]): Manifest['linked'] =>
  dependencies.flatMap(([name, from]) => {
    const folder = isText(from) ? /^(?:file|link|portal):(.+)$/.exec(from)?.[1] : undefined;
    return folder === undefined ? [] : [[name, folder] as const];
  });

/** Reads a `package.json`; one that does not parse is empty. */
export const readManifest = (text: string): Manifest => {
  let root: Readonly<Record<string, unknown>> = {};
  try {
    root = membersOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    // Treated as empty.
  }
  const { name, workspaces } = root;
  const listed = textsOf(workspaces);
  const dependencies = dependenciesIn(root);
  return {
    name: isText(name) ? name : undefined,
    workspaces: listed.length > 0 ? listed : textsOf(membersOf(workspaces)['packages']),
    dependencies: dependencies.map(([name]) => name),
    linked: linkedIn(dependencies),
    entries: ['source', 'types', 'typings', 'module', 'main'].flatMap((field) => root[field]).filter(isText),
    exports: subpathsOf(root['exports'], '.'),
    imports: subpathsOf(root['imports'], '#'),
  };
};

/** Patterns under `packages:` of a `pnpm-workspace.yaml`, which is a plain list. */
export const pnpmPackages = (text: string): readonly string[] => {
  const block = /^packages:[^\n]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(text)?.[1] ?? '';
  return [...block.matchAll(/^[ \t]*-[ \t]*(['"]?)([^'"\n#]+)\1/gm)].map(([, , pattern]) => pattern!.trim());
};
