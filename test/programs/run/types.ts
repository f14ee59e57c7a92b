import { ts } from 'ts-morph';
import { resolveRelative, resolveWorkspace } from './modules.ts';
import { PLATFORM } from './platform.ts';
import type { Files } from './run.ts';

const LIBRARY = 'platform.d.ts';
const library = ts.createSourceFile(LIBRARY, PLATFORM, ts.ScriptTarget.ES2022);

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noImplicitAny: false,
  noLib: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** What a compiler says of the TypeScript files of a program, a line each. */
export const typeErrors = (files: Files): readonly string[] => {
  const names = [...files.keys()].filter((path) => path.endsWith('.ts'));
  if (names.length === 0) return [];
  const resolve = (name: string, from: string) => {
    const path = name.startsWith('.') ? resolveRelative(files, from, name) : resolveWorkspace(files, name);
    const found =
      path?.endsWith('.ts') === true ? { resolvedFileName: path, extension: ts.Extension.Ts } : undefined;
    return { resolvedModule: found };
  };
  const host: ts.CompilerHost = {
    getSourceFile: (path) => {
      if (path === LIBRARY) return library;
      const text = files.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    },
    getDefaultLibFileName: () => LIBRARY,
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    resolveModuleNameLiterals: (literals, from) => literals.map(({ text }) => resolve(text, from)),
  };
  const program = ts.createProgram({ rootNames: [LIBRARY, ...names], options: OPTIONS, host });
  return names.flatMap((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
};
