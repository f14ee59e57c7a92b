import type { Span } from '../../../model/index.ts';
import { ts } from '../syntax/tree.ts';
import { nowhere, placed, textAt } from './builders.ts';

// Imports and exports of the one tree that all languages are lowered to.

const { factory } = ts;

const from = (specifier: string, span: Span, clause: ts.ImportClause | undefined): ts.Statement =>
  placed(factory.createImportDeclaration(undefined, clause, textAt(specifier, span)), span);

const clauseOf = (bindings: ts.NamedImportBindings, span: Span): ts.ImportClause =>
  placed(factory.createImportClause(undefined, undefined, placed(bindings, span)), span);

/** A module as a whole under a name. */
export const importWhole = (specifier: string, name: ts.Identifier, span: Span): ts.Statement =>
  from(specifier, span, clauseOf(factory.createNamespaceImport(name), span));

export interface NamedImport {
  readonly name: ts.Identifier;
  /** What the name is in the module, where that differs. */
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

/** Everything that a module exports is exported here as well. */
export const exportAll = (specifier: string, span: Span): ts.Statement =>
  placed(factory.createExportDeclaration(undefined, false, undefined, textAt(specifier, span)), span);

/** Names of this file that others may import. */
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
