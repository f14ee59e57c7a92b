import { dirname, resolve } from 'node:path';
import type { Config } from './config.ts';

/** The configurations of a run. */
export interface Configs {
  /** The one of the working directory, or of `--config`; it has the keys that count once for a run. */
  readonly run: Config;
  /** Every one that may apply to a file, `run` first. */
  readonly all: readonly Config[];
  /** The one nearest to a file or folder; relative to the working directory, or absolute. */
  readonly of: (path: string) => Config;
}

/** Configurations by folder; `undefined` for folders known to have none. */
export type ConfigsByFolder = ReadonlyMap<string, Config | undefined>;

/** The nearest configuration wins as a whole; files that none lies above have that of the run. */
export const configsOf = (cwd: string, run: Config, byFolder: ConfigsByFolder): Configs => {
  const others = [...byFolder.values()].filter(
    (config): config is Config => config !== undefined && config !== run,
  );
  if (others.length === 0) return { run, all: [run], of: () => run };
  const nearest = new Map<string, Config>();
  const find = (folder: string): Config => {
    const known = byFolder.get(folder) ?? nearest.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const found = above === folder ? run : find(above);
    nearest.set(folder, found);
    return found;
  };
  return { run, all: [run, ...others], of: (path) => find(resolve(cwd, path)) };
};
