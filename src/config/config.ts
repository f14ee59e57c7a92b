import { validate } from '../generated/config.ts';
import { isDay, UsageError } from '../model/index.ts';
import type { ConfiguredClient, Severity } from '../model/index.ts';
import { complaint } from '../rules/load/complaint.ts';

/** A client as people write it: one callee need not be a list. */
export type WrittenClient = Omit<ConfiguredClient, 'callee' | 'appliesTo'> & {
  readonly callee: string | readonly string[];
};

/** Configuration of a project (contract §9). Paths and patterns are relative to `folder`. */
export interface Config {
  /** Absolute folder of the configuration file, or the working directory where there is none. */
  readonly folder: string;
  /** Name of the file in messages; `undefined` where there is none. */
  readonly file?: string;
  /** Data files or packages that this one builds on; resolved when it is loaded. */
  readonly extends?: string | readonly string[];
  readonly products?: readonly string[];
  readonly hosts?: readonly string[];
  readonly target?: string;
  readonly include?: readonly string[];
  readonly ignore?: readonly string[];
  readonly rules?: Readonly<Record<string, Severity | 'off'>>;
  readonly rulePacks?: readonly string[];
  readonly payloads?: Readonly<Record<string, string>>;
  readonly overrides?: readonly Override[];
  readonly clients?: readonly WrittenClient[];
  readonly baseline?: string;
  /** Cache switch, or the folder of the cache. */
  readonly cache?: boolean | string;
  readonly reportUnusedSuppressions?: boolean;
  readonly requireSuppressionReason?: boolean;
}

/** Settings for the files that match its patterns; the last matching override wins. */
export interface Override {
  /** Patterns in .gitignore syntax. */
  readonly files: string | readonly string[];
  readonly target?: string;
  readonly rules?: Readonly<Record<string, Severity | 'off'>>;
  readonly reportUnusedSuppressions?: boolean;
  readonly requireSuppressionReason?: boolean;
}

/** A configuration as it was found: `file` is its name in messages, `folder` what its paths are relative to. */
interface WrittenConfig {
  readonly value: unknown;
  readonly file: string;
  readonly folder: string;
}

const refuseNoDay = (date: string | undefined, where: string): void => {
  if (date !== undefined && !isDay(date))
    throw new UsageError(
      `${where}: there is no day ${date}. Write a resource version, such as "2023-02-01".`,
    );
};

/** Checked configuration. Throws `UsageError` with file, key and near miss for an unknown key or a wrong type. */
export const checkConfig = ({ value, file, folder }: WrittenConfig): Config => {
  if (!validate(value)) throw new UsageError(`${file}: ${complaint(validate.errors![0]!, value)}`);
  const config = { ...(value as Omit<Config, 'folder'>), folder, file };
  refuseNoDay(config.target, `${file}: target`);
  for (const [index, { target }] of (config.overrides ?? []).entries())
    refuseNoDay(target, `${file}: overrides[${index}].target`);
  return config;
};
