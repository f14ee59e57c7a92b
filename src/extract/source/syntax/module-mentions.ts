import { dottedName } from './dialect.ts';
import { oncePerNode } from './memo.ts';
import { nodesOf } from './nodes.ts';
import { ts } from './tree.ts';

/** Reference to a module in another one. */
export type Mention =
  | { readonly kind: 'import'; readonly name: string; readonly local: ts.ImportClause | ts.ImportSpecifier }
  | {
      readonly kind: 'namespace';
      readonly local: ts.NamespaceImport | ts.ImportEqualsDeclaration | ts.ImportClause | ts.ImportSpecifier;
    }
  /** `export { name as as } from`; of `*` the name is empty. */
  | { readonly kind: 'again'; readonly name: string; readonly as: string; readonly from: string }
  /** `require('…')`, `import('…')`. */
  | { readonly kind: 'call'; readonly call: ts.CallExpression };

interface Specified {
  readonly specifier: string;
  readonly mention: Mention;
}

const inImport = (statement: ts.ImportDeclaration, specifier: string): readonly Specified[] => {
  const clause = statement.importClause;
  if (!clause) return [];
  const bindings = clause.namedBindings;
  const found: Mention[] = clause.name ? [{ kind: 'import', name: 'default', local: clause }] : [];
  if (bindings && ts.isNamespaceImport(bindings)) found.push({ kind: 'namespace', local: bindings });
  else if (bindings)
    for (const local of bindings.elements)
      found.push({ kind: 'import', name: (local.propertyName ?? local.name).text, local });
  return found.map((mention) => ({ specifier, mention }));
};

const inExport = (statement: ts.ExportDeclaration, specifier: string): readonly Specified[] => {
  const from = statement.getSourceFile().fileName;
  const clause = statement.exportClause;
  const again = (name: string, as: string): Specified => ({
    specifier,
    mention: { kind: 'again', name, as, from },
  });
  if (!clause) return [again('', '')];
  if (ts.isNamespaceExport(clause)) return [again('', clause.name.text)];
  return clause.elements.map(({ name, propertyName }) => again((propertyName ?? name).text, name.text));
};

const inStatement = (statement: ts.Statement): readonly Specified[] => {
  if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier))
    return inImport(statement, statement.moduleSpecifier.text);
  if (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier &&
    ts.isStringLiteral(statement.moduleSpecifier)
  )
    return inExport(statement, statement.moduleSpecifier.text);
  if (!ts.isImportEqualsDeclaration(statement)) return [];
  const reference = statement.moduleReference;
  return ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)
    ? [{ specifier: reference.expression.text, mention: { kind: 'namespace', local: statement } }]
    : [];
};

const inCall = (call: ts.CallExpression | ts.NewExpression): readonly Specified[] => {
  const [argument] = call.arguments ?? [];
  if (!ts.isCallExpression(call) || !argument || !ts.isStringLiteralLike(argument)) return [];
  const isLoad =
    call.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^(?:require|await|jest\.requireActual|vi\.importActual)$/.test(dottedName(call.expression));
  return isLoad ? [{ specifier: argument.text, mention: { kind: 'call', call } }] : [];
};

/** Modules that a file references, by specifier. */
export const moduleMentionsIn = oncePerNode((file: ts.SourceFile): readonly Specified[] => [
  ...file.statements.flatMap(inStatement),
  ...nodesOf(file).calls.flatMap(inCall),
]);
