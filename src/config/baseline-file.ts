import { resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Options } from './options.ts';

/** Default name of a baseline, in the working directory. */
export const DEFAULT_BASELINE = 'migrate-baseline.txt';

/** Absolute path of the file of known findings: the flag's, else the configuration's; `undefined` for none. */
export const baselineFileOf = (cwd: string, { baseline }: Options, config: Config): string | undefined => {
  if (baseline !== undefined) return resolve(cwd, baseline);
  return config.baseline === undefined ? undefined : resolve(config.folder, config.baseline);
};
