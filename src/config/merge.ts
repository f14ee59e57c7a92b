import type { Config } from './config.ts';

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
export const mergeConfigs = (base: Config, own: Config): Config => {
  const merged: Record<string, unknown> = { ...base, ...own };
  for (const key of ADDED)
    if (base[key] !== undefined && own[key] !== undefined) merged[key] = [...base[key], ...own[key]];
  for (const key of JOINED) if (base[key] && own[key]) merged[key] = joined<unknown>(base[key], own[key]);
  return merged as unknown as Config;
};
