import { ts } from '#typescript';

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  mts: ts.ScriptKind.TS,
  cts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JSX,
  mjs: ts.ScriptKind.JSX,
  cjs: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
  json: ts.ScriptKind.JSON,
};

const scriptKind = (path: string): ts.ScriptKind =>
  KINDS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? ts.ScriptKind.TS;

const OPTIONS = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
} as const;

/**
 * Cache of the last parsed file: a fix is checked by parsing, then scanned again. Keeping more would make
 * trees live long enough to wait for a full garbage collection.
 */
let last: { readonly path: string; readonly file: ts.SourceFile } | undefined;

/**
 * Parses a file as TypeScript, JavaScript or JSON by its extension; offsets count a byte order mark as one.
 * Its nodes have parents once `nodesOf` has visited the file. Throws RangeError if it nests too deeply.
 */
export const parseTypeScript = (path: string, text: string): ts.SourceFile => {
  if (last?.path === path && last.file.text === text) return last.file;
  const file = ts.createSourceFile(path, text, OPTIONS, false, scriptKind(path));
  // TypeScript treats a backslash as a slash; outside Windows it is part of a name.
  file.fileName = path;
  last = { path, file };
  return file;
};

/** Empty file that a file of another language is lowered into. */
export const emptyFile = (): ts.SourceFile =>
  ts.createSourceFile('lowered.js', '', ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);

/** Node classes, factory and type guards of the common syntax tree. */
export { ts };
