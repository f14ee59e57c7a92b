import { resolve } from 'node:path';
import { patternMatcher } from '../io/ignores.ts';
import type { Config } from './config.ts';
import type { Configs } from './configs.ts';
import { splitIgnores } from './ignore.ts';
import type { Options } from './options.ts';

/** Looks up the configuration of a file, with matchers created once per configuration. */
const perConfig = <T>(
  cwd: string,
  configs: Configs,
  make: (config: Config) => (path: string) => T,
): ((file: string) => T) => {
  const made = new Map(configs.all.map((config) => [config, make(config)]));
  return (file) => made.get(configs.of(file))!(resolve(cwd, file));
};

/** Operation that the configuration gives to a payload file; the last pattern that matches wins. */
export const operationsByFile = (cwd: string, configs: Configs): ((file: string) => string | undefined) => {
  if (configs.all.every(({ payloads }) => payloads === undefined)) return () => undefined;
  return perConfig(cwd, configs, ({ folder, payloads = {} }) => {
    const matchers = Object.entries(payloads).map(
      ([pattern, operation]) => [patternMatcher(folder, pattern), operation] as const,
    );
    return (path) => matchers.findLast(([matches]) => matches(path))?.[1];
  });
};

/** Pointers of a document that the configuration silences; `--no-ignore` lifts them too. */
export const silencedPointers = (
  cwd: string,
  configs: Configs,
  { ignore }: Options,
): ((file: string) => readonly string[]) => {
  const none = configs.all.every((config) => splitIgnores(config).places.length === 0);
  if (none || !ignore) return () => [];
  return perConfig(cwd, configs, (config) => {
    const matchers = splitIgnores(config).places.map(({ pattern, pointer }) => ({
      matches: patternMatcher(config.folder, pattern),
      pointer,
    }));
    return (path) => matchers.filter(({ matches }) => matches(path)).map(({ pointer }) => pointer);
  });
};
