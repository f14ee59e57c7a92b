import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../model/index.ts';
import { readRegular } from './bytes.ts';

/** The package's root, from `dist/io` as from `src/io`. */
const ROOT = new URL('../../', import.meta.url);

/** Text of a file of this package, by its path relative to the package's root. */
export const readPackageFile = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Path of a file of this package, by its path relative to the package's root. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, ROOT));

/** Name and version of this package. */
export const toolVersion = (): { readonly name: string; readonly version: string } => {
  const { name, version } = JSON.parse(readPackageFile('package.json')) as { name: string; version: string };
  return { name, version };
};

/** A rule pack of the user. Throws UsageError when it cannot be read. */
export const readRulePack = (file: string): { readonly file: string; readonly text: string } => {
  try {
    return { file, text: readRegular(file).toString('utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(
      `cannot read the rule pack ${file} (${code}). Paths are relative to the configuration.`,
    );
  }
};
