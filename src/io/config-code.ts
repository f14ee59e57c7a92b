import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '#import';
import { UsageError } from '../model/index.ts';

/** What Node.js says of a module in TypeScript that it cannot run as it is. */
const NOT_RUN = new Set(['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX']);

/** What a module of a configuration exports. Throws UsageError where that is nothing. */
export const configIn = (module: unknown): unknown => {
  const { default: config } = module as { default?: unknown };
  if (config === undefined) throw new UsageError('it has no default export: write "export default { … }"');
  return config;
};

/** A configuration that is code; `undefined` where this Node.js does not run its language. */
export const importConfig = async (file: string): Promise<{ readonly value: unknown } | undefined> => {
  try {
    return { value: configIn(await importModule(pathToFileURL(file).href)) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (extname(file) === '.ts' && NOT_RUN.has(code)) return undefined;
    throw error;
  }
};

/** Runs a module that lies in no file. It may import by whole addresses only. */
export const importText = (text: string): Promise<unknown> =>
  importModule(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);

const resolved = (from: string, name: string): string | undefined => {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
};

/** The whole address of what a module imports; `undefined` where it is not there, or is TypeScript. */
export const urlOfImport = (from: string, name: string): string | undefined => {
  if (isBuiltin(name) || /^(?:file|data):/.test(name)) return name;
  const path = /^\.{1,2}\//.test(name) ? resolve(dirname(from), name) : resolved(from, name);
  if (path === undefined || /\.[cm]?tsx?$/.test(path) || !existsSync(path)) return undefined;
  return pathToFileURL(path).href;
};
