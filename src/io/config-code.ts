import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '#import';
import { UsageError } from '../model/index.ts';

/** Error codes of Node.js for a TypeScript module that it cannot run directly. */
const NOT_RUN = new Set(['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX']);

/** Configuration that a module exports. Throws UsageError if there is none. */
export const configIn = (module: unknown): unknown => {
  const { default: config } = module as { default?: unknown };
  if (config === undefined) throw new UsageError('it has no default export: write "export default { … }"');
  return config;
};

/** Lines of a stack that name a file: `at file:///a/b.mjs:3:7`. */
const lineIn = (stack: string, file: string): string | undefined => {
  const names = file.startsWith('data:') ? [file] : [pathToFileURL(file).href, file];
  const at = names
    .map((name) => stack.indexOf(`${name}:`) + name.length)
    .find((end, index) => end >= names[index]!.length);
  return at === undefined ? undefined : /^:(\d+)/.exec(stack.slice(at))?.[1];
};

/** Kind and line of an error in code. Its message is left out: it may quote a credential that the code read. */
const failureOf = (error: unknown, file: string): string => {
  if (!(error instanceof Error)) return 'its code threw a value that is not an Error';
  const { code } = error as NodeJS.ErrnoException;
  const line = lineIn(error.stack ?? '', file);
  const kind = typeof code === 'string' ? code : error.name;
  return `its code failed (${kind})${line === undefined ? '' : ` in line ${line}`}; run it with node to see why`;
};

/** A configuration that is code; `undefined` where this Node.js does not run its language. */
export const importConfig = async (file: string): Promise<{ readonly value: unknown } | undefined> => {
  try {
    return { value: configIn(await importModule(pathToFileURL(file).href)) };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (extname(file) === '.ts' && NOT_RUN.has(code)) return undefined;
    throw error instanceof UsageError ? error : new UsageError(failureOf(error, file));
  }
};

/** Runs a module that lies in no file. It may import by whole URLs only. */
export const importText = async (text: string): Promise<unknown> => {
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  try {
    return await importModule(url);
  } catch (error) {
    throw new UsageError(failureOf(error, url));
  }
};

const resolved = (from: string, name: string): string | undefined => {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
};

/** The whole URL of what a module imports; `undefined` where it is not there, or is TypeScript. */
export const urlOfImport = (from: string, name: string): string | undefined => {
  if (isBuiltin(name) || /^(?:file|data):/.test(name)) return name;
  const path = /^\.{1,2}\//.test(name) ? resolve(dirname(from), name) : resolved(from, name);
  if (path === undefined || /\.[cm]?tsx?$/.test(path) || !existsSync(path)) return undefined;
  return pathToFileURL(path).href;
};
