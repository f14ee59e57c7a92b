import { ts } from '#transpiler';

/** Module name in a text, with its quotes. */
export interface ImportedName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** JavaScript of a module, or why there is none: the line and the error there. */
export type ModuleText =
  | { readonly kind: 'text'; readonly text: string; readonly imports: readonly ImportedName[] }
  | { readonly kind: 'broken'; readonly line: number; readonly message: string };

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
} as const;

const importsOf = (text: string): readonly ImportedName[] =>
  ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const start = text.slice(pos).search(/['"`]/) + pos;
    const end = start + fileName.length + 2;
    return text.slice(start + 1, end - 1) === fileName ? [{ name: fileName, start, end }] : [];
  });

/** TypeScript module with its types removed, and its remaining imports. */
export const moduleText = (path: string, text: string): ModuleText => {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    compilerOptions: OPTIONS,
    fileName: path,
    reportDiagnostics: true,
  });
  const [first] = diagnostics;
  if (first === undefined) return { kind: 'text', text: outputText, imports: importsOf(outputText) };
  const line = text.slice(0, first.start ?? 0).split('\n').length;
  return { kind: 'broken', line, message: ts.flattenDiagnosticMessageText(first.messageText, ' ') };
};
