import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, isAbsolute, join, resolve, sep } from 'node:path';
import { UsageError } from '../model/index.ts';
import { readConfig } from './config.ts';
import type { FoundConfig } from './config.ts';

const DATA = new Set(['.json', '.jsonc', '.yaml', '.yml']);

const isPath = (name: string): boolean => /^\.{1,2}(?:[/\\]|$)/.test(name) || isAbsolute(name);

/** `@team/config` means its migrate.config.json; a longer name is a file of the package. */
const inPackage = (name: string, folder: string): string | undefined => {
  const { resolve: find } = createRequire(join(folder, 'package.json'));
  for (const candidate of DATA.has(extname(name)) ? [name] : [`${name}/migrate.config.json`]) {
    try {
      return find(candidate);
    } catch {
      continue;
    }
  }
  return undefined;
};

const isInside = (path: string, folder: string): boolean =>
  realpathSync(path).startsWith(realpathSync(folder) + sep);

/**
 * Configuration named by `extends`: a relative file, or one of a package. Data only, because it may come from
 * anywhere. Throws UsageError if it is missing, is code, or is outside `within`.
 */
export const readExtended = async (
  name: string,
  from: FoundConfig,
  within: string | undefined,
): Promise<FoundConfig> => {
  const refuse = (why: string): never => {
    throw new UsageError(`${from.file}: cannot extend ${JSON.stringify(name.slice(0, 200))}: ${why}`);
  };
  const path = isPath(name) ? resolve(from.folder, name) : inPackage(name, from.folder);
  if (path === undefined || !existsSync(path))
    return refuse(
      isPath(name)
        ? 'there is no such file. Paths are relative to the file that extends.'
        : 'no installed package contains it. A file is written "./name.json", a package "name" or "name/file.json".',
    );
  if (!DATA.has(extname(path))) return refuse('only .json, .jsonc and .yaml can be extended.');
  if (within !== undefined && !isInside(path, within))
    return refuse('it is outside the repository; a configuration in a nested folder must not read it.');
  return readConfig(path, from.cwd);
};
