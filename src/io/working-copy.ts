import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../model/index.ts';
import { gitOutput } from './git/process.ts';
import type { PrivateFolder } from './private-folder.ts';
import { openPrivateFolder } from './private-folder.ts';

/** Copy of the working tree, separate from the original. */
export interface WorkingCopy {
  /** Folder that corresponds to the working directory. */
  readonly folder: string;
  remove(): void;
}

const PACKAGES = 'node_modules';

const filesBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === PACKAGES || entry.name === '.git') return [];
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });

interface Tree {
  readonly root: string;
  /** Relative to the root. */
  readonly files: readonly string[];
}

/** The files of the repository that git does not ignore; outside a repository, all below the folder. */
const treeAround = async (cwd: string): Promise<Tree> => {
  try {
    const root = (await gitOutput({ cwd, args: ['rev-parse', '--show-toplevel'] }))
      .toString('utf8')
      .replace(/\n$/, '');
    const listed = await gitOutput({ cwd: root, args: ['ls-files', '-z', '-c', '-o', '--exclude-standard'] });
    const files = listed.toString('utf8').split('\0').filter(Boolean);
    return { root, files: [...new Set(files)].filter((file) => !file.split('/').includes(PACKAGES)) };
  } catch {
    return { root: cwd, files: filesBelow(cwd, '') };
  }
};

const copyFile = (from: string, to: string): void => {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { verbatimSymlinks: true, preserveTimestamps: true });
};

/** Folders that a file lies in, the root first: `''`, `packages`, `packages/a`. */
const foldersOf = (file: string): readonly string[] => {
  const parts = file.split(/[\\/]/).slice(0, -1);
  return parts.reduce<readonly string[]>((all, part) => [...all, join(all.at(-1)!, part)], ['']);
};

/** Installed packages are linked, not copied. */
const linkPackages = ({ root, files }: Tree, copy: string): void => {
  for (const folder of new Set(files.flatMap(foldersOf))) {
    const installed = join(root, folder, PACKAGES);
    if (existsSync(installed)) symlinkSync(installed, join(copy, folder, PACKAGES), 'junction');
  }
};

const fill = (folder: PrivateFolder, tree: Tree): string => {
  const copy = join(folder.path, 'tree');
  mkdirSync(copy);
  for (const file of tree.files) copyFile(join(tree.root, file), join(copy, file));
  linkPackages(tree, copy);
  return copy;
};

/** Copies the working tree, without what git ignores, into a private folder. Throws UsageError where that fails. */
export const copyWorkingTree = async (cwd: string): Promise<WorkingCopy> => {
  const tree = await treeAround(cwd);
  const folder = openPrivateFolder();
  try {
    const copy = fill(folder, tree);
    const inside = relative(tree.root, cwd).split(sep).join('/');
    mkdirSync(join(copy, inside), { recursive: true });
    return { folder: join(copy, inside), remove: () => folder.remove() };
  } catch (error) {
    folder.remove();
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`cannot copy the working tree (${code}): --fixed runs the command in a copy.`);
  }
};
