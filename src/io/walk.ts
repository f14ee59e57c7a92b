import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { SkippedFile } from '../model/index.ts';
import { gitignoreLayer, isIgnored, layerOf, layersAbove } from './ignores.ts';
import type { IgnoreLayer } from './ignores.ts';
import { errorCode, namedKindOf } from './named-path.ts';
import { walkOf } from '../extract/forms/detect.ts';
import { isMediaName } from '../extract/forms/not-analysed.ts';

export interface WalkOptions {
  /** Absolute working directory. */
  readonly cwd: string;
  /** Files and folders named by the user, relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  /** Honour `.gitignore` files. */
  readonly gitignore: boolean;
  /** More patterns in .gitignore syntax, relative to `cwd`, with the highest precedence. */
  readonly ignore: readonly string[];
  /** Patterns of the configuration for an absolute folder in which the walk starts. */
  readonly patterns: (folder: string) => Patterns;
  /** Called with each entered folder and the names in it; returns the patterns of its configuration. */
  readonly enter?: (folder: string, names: readonly string[]) => Patterns | undefined;
}

/** Patterns of a configuration for the files it applies to. */
export interface Patterns {
  /** Absolute folder that the patterns are relative to. */
  readonly folder: string;
  /** Patterns that win over `.gitignore`. */
  readonly ignore: readonly string[];
  /** Patterns; if there are any, only matching files are walked. */
  readonly include: readonly string[];
}

/** A file to read. `named`: the user named it, so it is read whatever its name. */
export interface FoundFile {
  /** Relative to the working directory, forward slashes. */
  readonly path: string;
  readonly named: boolean;
}

/** Every file of the named paths, sorted by path within each, and those that will not be read, with the reason. */
export interface Walked {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedFile[];
  /** Files of formats that are not analysed, but may contain URLs. */
  readonly others?: readonly OtherFile[];
}

/** A file of a kind that is not analysed. */
export interface OtherFile {
  readonly path: string;
  /**
   * Whether patterns ignore the file; only computed for files with a match, because it costs more than the
   * search.
   */
  readonly isIgnored: () => boolean;
}

interface Walk {
  readonly options: WalkOptions;
  readonly own: IgnoreLayer | undefined;
  readonly include: IgnoreLayer | undefined;
  readonly files: Map<string, FoundFile>;
  readonly skipped: Map<string, string>;
  /** Named paths that cannot be opened, with the reason. */
  readonly refused: Map<string, string>;
  readonly others: Map<string, OtherFile>;
}

const NEVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** A path as the report prints it: relative to the working directory, with forward slashes. */
export const shownPath = (cwd: string, absolute: string): string =>
  relative(cwd, absolute).split(sep).join('/');

/** Reason why a symbolic link is not followed: its target is either scanned at its own path, or outside the tree. */
const linkReason = (path: string, root: string): string => {
  try {
    const target = realpathSync(path);
    const real = realpathSync(dirname(path));
    if (real === target || real.startsWith(target + sep)) return 'symbolic link loop';
    const inside = target === root || target.startsWith(root + sep);
    return inside
      ? 'symbolic link (its target is scanned at its own path)'
      : 'symbolic link to outside the tree';
  } catch (error) {
    return errorCode(error) === 'ELOOP' ? 'symbolic link loop' : 'broken symbolic link';
  }
};

const isFolderLink = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return true;
  }
};

const byPath = (a: Dirent, b: Dirent): number => {
  const left = a.isDirectory() ? a.name + '/' : a.name;
  const right = b.isDirectory() ? b.name + '/' : b.name;
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Replaces the patterns of the folders above from here on. */
const withPatterns = (walk: Walk, { folder, ignore, include }: Patterns): Walk => ({
  ...walk,
  own: layerOf(walk.options.cwd, walk.options.ignore, layerOf(folder, ignore, undefined)),
  include: layerOf(folder, include, undefined),
});

const ignored = (walk: Walk, layer: IgnoreLayer | undefined, path: string, isFolder: boolean): boolean =>
  isIgnored(walk.own, path, isFolder) || isIgnored(layer, path, isFolder);

const included = (walk: Walk, path: string): boolean =>
  walk.include === undefined || isIgnored(walk.include, path, false);

const visitFile = (walk: Walk, entry: Dirent, path: string, shown: string, root: string): void => {
  if (!included(walk, path)) return;
  if (entry.isFile()) walk.files.set(shown, walk.files.get(shown) ?? { path: shown, named: false });
  else if (!entry.isSymbolicLink()) walk.skipped.set(shown, 'not a regular file');
  else walk.skipped.set(shown, linkReason(path, root));
};

const noteOther = (walk: Walk, path: string, shown: string, layer: IgnoreLayer | undefined): void => {
  const isOut = (): boolean => !included(walk, path) || ignored(walk, layer, path, false);
  walk.others.set(shown, { path: shown, isIgnored: isOut });
};

const visit = (
  walk: Walk,
  entry: Dirent,
  path: string,
  shown: string,
  layer: IgnoreLayer | undefined,
  root: string,
) => {
  if (entry.isDirectory()) {
    if (!NEVER.has(entry.name) && !ignored(walk, layer, path, true))
      walkFolder(walk, path, shown + '/', layer, root);
    return;
  }
  const isLink = entry.isSymbolicLink();
  const isAlone = walkOf(entry.name) === 'no' || (walkOf(entry.name) === 'script' && !entry.isFile());
  if (isAlone && !(isLink && isFolderLink(path))) {
    if (entry.isFile() && !isMediaName(entry.name)) noteOther(walk, path, shown, layer);
    return;
  }
  if (NEVER.has(entry.name) || ignored(walk, layer, path, false)) return;
  visitFile(walk, entry, path, shown, root);
};

const walkFolder = (
  walk: Walk,
  folder: string,
  shown: string,
  above: IgnoreLayer | undefined,
  root: string,
): void => {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true }).sort(byPath);
  } catch (error) {
    walk.skipped.set(shown, `unreadable folder (${errorCode(error)})`);
    return;
  }
  const names = entries.map(({ name }) => name);
  const layer =
    walk.options.gitignore && names.includes('.gitignore') ? gitignoreLayer(folder, above) : above;
  const patterns = walk.options.enter?.(folder, names);
  const here = patterns === undefined ? walk : withPatterns(walk, patterns);
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries) visit(here, entry, prefix + entry.name, shown + entry.name, layer, root);
};

/** A folder that the user names is walked even where patterns ignore it; those patterns then do not apply. */
const startFolder = (walk: Walk, folder: string): void => {
  const shown = shownPath(walk.options.cwd, folder);
  const above = walk.options.gitignore ? layersAbove(folder) : undefined;
  const unless = (layer: IgnoreLayer | undefined) => (isIgnored(layer, folder, true) ? undefined : layer);
  const configured = withPatterns(walk, walk.options.patterns(folder));
  const named = { ...configured, own: unless(configured.own) };
  walkFolder(named, folder, shown === '' ? '' : shown + '/', unless(above), realpathSync(folder));
};

const startPath = (walk: Walk, path: string): void => {
  const absolute = resolve(walk.options.cwd, path);
  const kind = namedKindOf(walk.options.cwd, path);
  const shown = shownPath(walk.options.cwd, absolute);
  if (kind === 'folder') startFolder(walk, absolute);
  else if (kind === 'file') walk.files.set(shown, { path: shown, named: true });
  else
    walk.refused.set(
      shown,
      lstatSync(absolute).isSymbolicLink() ? 'symbolic link loop' : 'unreadable (EACCES)',
    );
};

/**
 * Finds the files to scan, in a stable order. Links are accounted for, never followed, except where the user names
 * one. Throws UsageError for a named path that does not exist.
 */
export const walkFiles = (options: WalkOptions): Walked => {
  const state: Walk = {
    options,
    own: undefined,
    include: undefined,
    files: new Map(),
    skipped: new Map(),
    refused: new Map(),
    others: new Map(),
  };
  for (const path of options.paths) startPath(state, path);
  const skipped = [...state.skipped].filter(([file]) => !state.files.has(file) && !state.refused.has(file));
  return {
    files: [...state.files.values()],
    skipped: [
      ...skipped.map(([file, reason]) => ({ file, reason })),
      ...Array.from(state.refused, ([file, reason]) => ({ file, reason, isRefused: true })),
    ],
    others: [...state.others.values()].filter(({ path }) => !state.files.has(path)),
  };
};
