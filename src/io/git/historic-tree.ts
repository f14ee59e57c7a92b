import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walkOf } from '../../extract/forms/detect.ts';
import type { GitHistory, HistoricFile } from './history.ts';
import { openPrivateFolder } from '../private-folder.ts';

/** Larger files are not written by people. */
const MAX_SIZE = 2 * 1024 * 1024;

/** Source files and ignore files; recordings of earlier commits are not read. */
export const isHistoricCode = ({ path, size }: HistoricFile): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    size <= MAX_SIZE && !path.includes('node_modules/') && (walkOf(name) === 'read' || name === '.gitignore')
  );
};

/** A private folder that holds the files of one commit after the other. State: which content each file has now. */
export class HistoricTree {
  readonly #history: GitHistory;
  readonly #folder = openPrivateFolder();
  #now = new Map<string, string>();

  constructor(history: GitHistory) {
    this.#history = history;
  }

  get folder(): string {
    return this.#folder.path;
  }

  /** Makes the folder hold the files of a commit; whether that changed it, and how many files git does not have. */
  show(commit: string): { readonly isChanged: boolean; readonly missing: number } {
    const files = this.#history.files(commit).filter(isHistoricCode);
    const fresh = files.filter(({ path, blob }) => this.#now.get(path) !== blob);
    const paths = new Set(files.map(({ path }) => path));
    const gone = [...this.#now.keys()].filter((path) => !paths.has(path));
    for (const path of gone) rmSync(join(this.folder, path), { recursive: true, force: true });
    const contents = this.#history.contents(fresh);
    let missing = 0;
    for (const { path, blob } of fresh) {
      const content = contents.get(blob);
      if (content === undefined) missing += 1;
      else this.#write(path, content);
    }
    this.#now = new Map(files.map(({ path, blob }) => [path, blob]));
    return { isChanged: gone.length + fresh.length > 0, missing };
  }

  /** True where the commit that is shown has this file or folder. */
  has(path: string): boolean {
    const folder = path === '' ? '' : `${path}/`;
    for (const file of this.#now.keys()) if (file === path || file.startsWith(folder)) return true;
    return false;
  }

  #write(path: string, content: Buffer): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, content, { flag: 'wx' });
  }

  remove(): void {
    this.#folder.remove();
  }
}
