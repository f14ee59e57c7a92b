import type { Span } from '../../../model/index.ts';
import { ts } from '../syntax/tree.ts';
import { nowhere, placed, textAt } from './builders.ts';

// Builders for imports and exports of the common syntax tree.

const { factory } = ts;

const from = (specifier: string, span: Span, clause: ts.ImportClause | undefined): ts.Statement =>
  placed(factory.createImportDeclaration(undefined, clause, textAt(specifier, span)), span);

const clauseOf = (bindings: ts.NamedImportBindings, span: Span): ts.ImportClause =>
  placed(factory.createImportClause(undefined, undefined, placed(bindings, span)), span);

/** Imports a whole module under a name. */
export const importWhole = (specifier: string, name: ts.Identifier, span: Span): ts.Statement =>
  from(specifier, span, clauseOf(factory.createNamespaceImport(name), span));

export interface NamedImport {
  readonly name: ts.Identifier;
  /** Name inside the module, where it differs. */
  readonly original?: ts.Identifier | undefined;
}

export const importNames = (specifier: string, names: readonly NamedImport[], span: Span): ts.Statement => {
  const elements = names.map(({ name, original }) =>
    placed(factory.createImportSpecifier(false, original, name), {
      start: original?.pos ?? name.pos,
      end: name.end,
    }),
  );
  return from(specifier, span, clauseOf(factory.createNamedImports(elements), span));
};

/** Re-exports everything that a module exports. */
export const exportAll = (specifier: string, span: Span): ts.Statement =>
  placed(factory.createExportDeclaration(undefined, false, undefined, textAt(specifier, span)), span);

/** Exports a value as the whole module: `return M` at the end of a file of Lua. */
export const exportDefault = (value: ts.Expression, span: Span): ts.Statement =>
  placed(factory.createExportAssignment(undefined, false, value), span);

/** Exports names of this file. */
export const exportNames = (names: readonly string[], at: number): ts.Statement => {
  const elements = names.map((name) =>
    placed(
      factory.createExportSpecifier(false, undefined, placed(factory.createIdentifier(name), nowhere(at))),
      nowhere(at),
    ),
  );
  const clause = placed(factory.createNamedExports(elements), nowhere(at));
  return placed(factory.createExportDeclaration(undefined, false, clause), nowhere(at));
};
