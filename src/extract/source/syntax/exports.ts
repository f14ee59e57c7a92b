import { addAssignment, type ExportTableDraft } from './commonjs.ts';
import type { Export, ExportTable } from './export-table.ts';
import { ts } from './tree.ts';

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);

const bindingNames = (name: ts.BindingName): readonly (readonly [string, ts.Node])[] =>
  ts.isIdentifier(name)
    ? [[name.text, name]]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []));

const addDeclaration = (draft: ExportTableDraft, statement: ts.Statement): void => {
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return;
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations)
      for (const [text, node] of bindingNames(name)) draft.named.set(text, { kind: 'node', node });
  } else if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    const byDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
    const name = byDefault ? 'default' : statement.name?.text;
    if (name) draft.named.set(name, { kind: 'node', node: statement });
  }
};

const addExportDeclaration = (draft: ExportTableDraft, statement: ts.ExportDeclaration): void => {
  const from = statement.moduleSpecifier;
  const specifier = from && ts.isStringLiteral(from) ? from.text : undefined;
  const clause = statement.exportClause;
  if (!clause) {
    if (specifier) draft.stars.push(specifier);
  } else if (ts.isNamespaceExport(clause)) {
    if (specifier) draft.named.set(clause.name.text, { kind: 'namespace', specifier });
  } else
    for (const element of clause.elements) {
      const local = element.propertyName ?? element.name;
      const target: Export = specifier
        ? { kind: 'from', specifier, name: local.text }
        : { kind: 'node', node: local };
      draft.named.set(element.name.text, target);
    }
};

const addStatement = (draft: ExportTableDraft, statement: ts.Statement): void => {
  if (ts.isExportDeclaration(statement)) addExportDeclaration(draft, statement);
  else if (ts.isExportAssignment(statement)) {
    if (statement.isExportEquals) draft.whole = statement.expression;
    else draft.named.set('default', { kind: 'node', node: statement.expression });
  } else if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) {
    if (statement.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      addAssignment(draft, statement.expression);
  } else addDeclaration(draft, statement);
};

/** The exports of a module, ES and CommonJS. */
export const exportsOf = (file: ts.SourceFile): ExportTable => {
  const draft: ExportTableDraft = { named: new Map(), stars: [], whole: undefined };
  for (const statement of file.statements) addStatement(draft, statement);
  return draft;
};
