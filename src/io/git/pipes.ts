import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegular } from '../bytes.ts';

/** Files of a repository that git opens for every command. */
const OPENED: readonly string[] = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'index',
  'packed-refs',
  'shallow',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'info/sparse-checkout',
  'objects/info/alternates',
  'objects/info/commit-graph',
  'objects/info/packs',
];
/** Files that it opens beside the repository. */
const BESIDE: readonly string[] = ['.git', '.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/** Maximum length of a file that names another folder. */
const MAX_NAME = 4096;

/** True for a pipe, socket or device: to read it may take forever. */
export const isEndless = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
};

/** Text behind a label in a short file; `undefined` where there is none. */
const named = (path: string, label: RegExp): string | undefined => {
  try {
    return label.exec(readRegular(path, MAX_NAME).toString('utf8'))?.[1];
  } catch {
    return undefined;
  }
};

const rootOf = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : rootOf(above);
};

const pathsIn = function* (root: string): Generator<string> {
  for (const name of BESIDE) yield join(root, name);
  const entry = join(root, '.git');
  const own = resolve(root, named(entry, /^gitdir: (.+?)\s*$/) ?? '.git');
  const common = resolve(own, named(join(own, 'commondir'), /^(.+?)\s*$/) ?? '.');
  for (const folder of new Set([own, common])) for (const name of OPENED) yield join(folder, name);
  const ref = named(join(own, 'HEAD'), /^ref: (refs\/\S+)\s*$/);
  if (ref !== undefined) yield join(common, ref);
};

/** A pipe, socket or device in place of a file that git would open for a folder, and wait for without end. */
export const pipeInRepositoryOf = (folder: string): string | undefined => {
  try {
    const root = rootOf(resolve(folder));
    return root === undefined ? undefined : [...pathsIn(root)].find(isEndless);
  } catch {
    // A loop of links, or a folder that may not be read: git says what is wrong.
    return undefined;
  }
};
