import { ts } from '../typescript/parser/parse.ts';

/** Common syntax tree that every language is lowered to. Its nodes are those of TypeScript; nothing here parses. */
export { ts };

/** Syntax errors of a file of any language, in order. The property is internal to TypeScript, and stable. */
export const syntaxErrors = (file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] =>
  (file as unknown as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];

/** Parses a file and lowers it to the common syntax tree. Throws RangeError if it nests too deeply. */
export type ParseFile = (path: string, text: string) => ts.SourceFile;
