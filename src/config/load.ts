import { resolve } from 'node:path';
import { checkConfig } from './config.ts';
import type { Config } from './config.ts';
import type { FoundConfig } from '../io/config.ts';
import { readExtended } from '../io/extended-config.ts';
import { UsageError } from '../model/index.ts';
import { withModulePath } from './clients.ts';

/** Lists that add up along `extends`; any other list is replaced as a whole. */
const ADDED = ['hosts', 'ignore', 'rulePacks', 'overrides', 'clients'] as const;

/** Objects that are joined key by key; the later one's keys come last, since the last pattern that matches counts. */
const JOINED = ['rules', 'payloads'] as const;

const joined = <T>(
  base: Readonly<Record<string, T>>,
  own: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> =>
  Object.fromEntries([
    ...Object.entries(base).filter(([key]) => !Object.hasOwn(own, key)),
    ...Object.entries(own),
  ]);

/** A configuration on top of one that it extends. The folder, which patterns are relative to, is its own. */
const mergeConfigs = (base: Config, own: Config): Config => {
  const merged: Record<string, unknown> = { ...base, ...own };
  for (const key of ADDED)
    if (base[key] !== undefined && own[key] !== undefined) merged[key] = [...base[key], ...own[key]];
  for (const key of JOINED) if (base[key] && own[key]) merged[key] = joined<unknown>(base[key], own[key]);
  return merged as unknown as Config;
};

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
  throw new UsageError(`"extends" is circular: ${names}. Remove one of them.`);
};

/**
 * Validated configuration, merged with those it extends. `within`: absolute path of the only folder that it
 * may read others from, if restricted. Throws UsageError that names the file and the key.
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
