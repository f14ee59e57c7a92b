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
 * The file that was parsed last: a fix is checked by parsing, then scanned again. To keep more of them would make each
 * tree live long enough to wait for a full collection.
 */
let last: { readonly path: string; readonly file: ts.SourceFile } | undefined;

/**
 * Parses a file as TypeScript, JavaScript or JSON by its extension; offsets count a byte order mark as one. Its nodes
 * know their parents once `nodesOf` has seen the file. Throws RangeError for one that nests too deeply.
 */
export const parseTypeScript = (path: string, text: string): ts.SourceFile => {
  if (last?.path === path && last.file.text === text) return last.file;
  const file = ts.createSourceFile(path, text, OPTIONS, false, scriptKind(path));
  // TypeScript takes a backslash for a slash, and outside Windows it is a part of a name.
  file.fileName = path;
  last = { path, file };
  return file;
};

/** An empty file: what a file of another language is lowered into. */
export const emptyFile = (): ts.SourceFile =>
  ts.createSourceFile('lowered.js', '', ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);

/** The node classes of the parser, of which the one tree is made, with their factory and type guards. */
export { ts };
