import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readRegular } from './bytes.ts';
import { patternsOf } from './ignore-patterns.ts';
import type { IgnoreTest } from './ignore-patterns.ts';

/** Ignore patterns of one folder, on top of those of the folders above it. */
export interface IgnoreLayer {
  readonly above: IgnoreLayer | undefined;
  /** Absolute folder that the patterns are relative to. */
  readonly folder: string;
  readonly test: IgnoreTest;
}

/** A layer of patterns in .gitignore syntax; `above` itself when there are none. */
export const layerOf = (
  folder: string,
  patterns: string | readonly string[],
  above: IgnoreLayer | undefined,
): IgnoreLayer | undefined => {
  const lines = typeof patterns === 'string' ? patterns.split(/\r?\n/) : patterns;
  return patternsOf(lines).reduce((layer, test): IgnoreLayer => ({ above: layer, folder, test }), above);
};

/** Matches a line with a pattern: git writes an exclude file of comments into every repository. */
const PATTERN_LINE = /^(?!#)[^\r\n]*\S/m;

/** Larger files hold no patterns that a person wrote. */
const MAX_SIZE = 4 * 1024 * 1024;

const layerFromFile = (folder: string, file: string, above: IgnoreLayer | undefined) => {
  try {
    const patterns = readRegular(file, MAX_SIZE).toString('utf8');
    return PATTERN_LINE.test(patterns) ? layerOf(folder, patterns, above) : above;
  } catch {
    return above;
  }
};

/** The layer of a folder's own `.gitignore`, on top of `above`. */
export const gitignoreLayer = (folder: string, above: IgnoreLayer | undefined): IgnoreLayer | undefined =>
  layerFromFile(folder, join(folder, '.gitignore'), above);

/** Folders from the repository root down to the parent of `folder`; none outside a repository. */
const foldersAbove = (folder: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [];
    folders.unshift(dirname(at));
  }
  return folders;
};

/** Rules that `.gitignore` files above `folder`, up to its repository's root, and `.git/info/exclude` say of it. */
export const layersAbove = (folder: string): IgnoreLayer | undefined => {
  const above = foldersAbove(folder);
  const root = above[0] ?? folder;
  let layer = layerFromFile(root, join(root, '.git', 'info', 'exclude'), undefined);
  for (const parent of above) {
    if (existsSync(join(parent, '.gitignore'))) layer = gitignoreLayer(parent, layer);
  }
  return layer;
};

/**
 * Returns whether the layers ignore an absolute path; the innermost layer with a matching pattern decides.
 * Parent folders are not checked: the walk does not enter ignored folders.
 */
export const isIgnored = (layer: IgnoreLayer | undefined, path: string, isFolder: boolean): boolean => {
  for (let at = layer; at !== undefined; at = at.above) {
    const prefix = at.folder.endsWith(sep) ? at.folder : at.folder + sep;
    if (!path.startsWith(prefix)) continue;
    const relative = path.slice(prefix.length);
    const verdict = at.test(isFolder ? relative + '/' : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
};

/** A test of absolute paths against one pattern in .gitignore syntax, relative to `folder`. */
export const patternMatcher = (folder: string, pattern: string): ((path: string) => boolean) => {
  const layer = layerOf(folder, [pattern], undefined);
  return (path) => isIgnored(layer, path, false);
};
