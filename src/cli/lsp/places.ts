import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { entryNamed } from '../../model/index.ts';

/** File that a document represents, and the folder from which it is scanned. */
export interface DocumentPlace {
  /** Absolute working directory: the workspace folder, or the document's own folder outside of any. */
  readonly cwd: string;
  /** Relative to `cwd`, forward slashes. */
  readonly file: string;
  readonly inWorkspace: boolean;
}

/** Extensions for documents that no file has yet. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: '.ts',
  typescriptreact: '.tsx',
  javascript: '.js',
  javascriptreact: '.jsx',
  json: '.json',
  jsonc: '.jsonc',
  yaml: '.yaml',
  http: '.http',
  shellscript: '.sh',
};

/** The path of a file URI; `undefined` for other URIs and for broken ones. */
export const pathOfUri = (uri: string): string | undefined => {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
};

const pathOf = (uri: string, languageId: string, folder: string): string | undefined => {
  if (!uri.startsWith('untitled:')) return pathOfUri(uri);
  const name = uri.slice('untitled:'.length).replaceAll(/[^\w.-]+/g, '-');
  const extension = entryNamed(EXTENSIONS, languageId);
  if (extension === undefined) return undefined;
  return join(folder, extname(name) === '' ? `${name}${extension}` : name);
};

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** File and folder of a document; `undefined` for one that is not a file and not in a supported language. */
export const documentPlaceOf = (
  uri: string,
  languageId: string,
  folders: readonly string[],
): DocumentPlace | undefined => {
  const path = pathOf(uri, languageId, folders[0] ?? process.cwd());
  if (path === undefined) return undefined;
  const workspace = folders.filter((folder) => isBelow(path, folder)).sort((a, b) => b.length - a.length)[0];
  const cwd = workspace ?? dirname(path);
  return { cwd, file: relative(cwd, path).split(sep).join('/'), inWorkspace: workspace !== undefined };
};

export const uriOf = (cwd: string, file: string): string => pathToFileURL(resolve(cwd, file)).href;
