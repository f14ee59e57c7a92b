import type { Config } from '../config/config.ts';
import type { Contents } from '../io/contents.ts';
import type { Walked } from '../io/walk.ts';
import type { Options } from '../config/options.ts';

/** A few files, and texts that lie nowhere, are scanned each time. */
const keepsResults = ({ cache, changes, stdin, fix }: Options, config: Config): boolean =>
  (cache ?? (config.cache ?? false) !== false) && changes === undefined && stdin === undefined && !fix;

/** Takes note of everything that the run reads, where its result is to be kept; `undefined` where it is not. */
export const contentsFor = async (
  options: Options,
  config: Config,
  { skipped }: Walked,
): Promise<Contents | undefined> => {
  if (!keepsResults(options, config)) return undefined;
  const contents = new (await import('../io/contents.ts')).Contents();
  for (const { file, reason } of skipped) contents.add(file, Buffer.from(reason));
  return contents;
};
