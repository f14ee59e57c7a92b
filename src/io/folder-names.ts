import { readdirSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';

/** Names in a folder; `undefined` where it may not be listed. */
type Names = ReadonlySet<string> | undefined;

const NONE: Names = new Set();

/** File systems may take names for the same that differ in letter case, or in how accents are written. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const namesIn = (folder: string): Names => {
  try {
    return new Set(readdirSync(folder).map(folded));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? NONE : undefined;
  }
};

/** Names in the folders of a tree, each listed once: most files that an import may name do not exist. */
export class FolderNames {
  readonly #roots: readonly string[];
  readonly #byFolder = new Map<string, Names>();

  /** Takes absolute folders; nothing outside of them is listed. */
  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** True unless the listing of a folder shows that nothing is at an absolute path. */
  mayExist(path: string): boolean {
    const folder = dirname(path);
    if (!this.#roots.some((root) => (folder + sep).startsWith(root.endsWith(sep) ? root : root + sep)))
      return true;
    if (!this.#byFolder.has(folder))
      this.#byFolder.set(folder, this.mayExist(folder) ? namesIn(folder) : NONE);
    return this.#byFolder.get(folder)?.has(folded(basename(path))) !== false;
  }
}
