import { resolve } from 'node:path';
import { checkConfig } from './config.ts';
import type { Config } from './config.ts';
import type { FoundConfig } from '../io/config.ts';
import { readExtended } from '../io/extended.ts';
import { UsageError } from '../model/index.ts';
import { withModulePath } from './clients.ts';
import { mergeConfigs } from './merge.ts';

/** Paths of files are relative to the file that writes them; patterns to the configuration that applies. */
const withPaths = ({ extends: _bases, ...own }: Config): Config => ({
  ...own,
  ...(own.rulePacks && { rulePacks: own.rulePacks.map((path) => resolve(own.folder, path)) }),
  ...(own.clients && { clients: own.clients.map((client) => withModulePath(client, own.folder)) }),
  ...(own.baseline && { baseline: resolve(own.folder, own.baseline) }),
});

const refuseCycle = (found: FoundConfig, trail: readonly FoundConfig[]): void => {
  const at = trail.findIndex(({ path }) => path === found.path);
  if (at === -1) return;
  const names = [...trail.slice(at), found].map(({ file }) => file).join(' → ');
  throw new UsageError(`"extends" goes in a circle: ${names}. Take one of them out.`);
};

/**
 * A configuration that was found, checked, on top of those that it extends. `within`: the absolute folder that it may
 * read others from; `undefined`: anywhere. Throws UsageError that names the file and the key.
 */
export const loadConfig = async (
  found: FoundConfig,
  within: string | undefined,
  trail: readonly FoundConfig[] = [],
): Promise<Config> => {
  refuseCycle(found, trail);
  const own = checkConfig(found);
  let config: Config | undefined;
  for (const name of [own.extends ?? []].flat()) {
    const base = await loadConfig(await readExtended(name, found, within), within, [...trail, found]);
    config = config === undefined ? base : mergeConfigs(config, base);
  }
  const written = withPaths(own);
  return config === undefined ? written : mergeConfigs(config, written);
};
