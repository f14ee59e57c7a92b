import { addTo } from '../../../model/index.ts';
import { oncePerNode } from './memo.ts';
import { ts } from './tree.ts';
import { type Declaration, declarationOf } from './scope.ts';
import { walk } from './walk.ts';

/** Identifiers of a file by text, in source order. */
const identifiersIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Identifier[]> => {
  const found = new Map<string, ts.Identifier[]>();
  walk(file, (node) => {
    if (!ts.isIdentifier(node)) return;
    addTo(found, node.text, node);
  });
  return found;
});

/** True for nodes whose `name` is the name of a member or an import, and does not refer to a binding. */
const namesMember = (parent: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isClassElement(parent) ||
  ts.isTypeElement(parent) ||
  ts.isEnumMember(parent) ||
  ts.isMethodDeclaration(parent) ||
  ts.isGetAccessor(parent) ||
  ts.isSetAccessor(parent) ||
  ts.isJsxAttribute(parent) ||
  ts.isQualifiedName(parent);

const isName = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return true;
  if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return namesMember(parent) && (parent as { name?: ts.Node }).name === node;
};

/** Name that a declaration binds. */
export const nameOfDeclaration = (declaration: Declaration): string | undefined => {
  const name = ts.isIdentifier(declaration) ? declaration : declaration.name;
  return name && ts.isIdentifier(name) ? name.text : undefined;
};

const isDeclaring = (node: ts.Identifier, declaration: Declaration): boolean =>
  node === declaration || (node.parent === declaration && (declaration as { name?: ts.Node }).name === node);

/** Bindings of a file's identifiers, resolved for one name at a time. */
const known = oncePerNode<ts.SourceFile, Map<string, ReadonlyMap<Declaration, readonly ts.Identifier[]>>>(
  () => new Map(),
);

const byDeclaration = (
  file: ts.SourceFile,
  name: string,
): ReadonlyMap<Declaration, readonly ts.Identifier[]> => {
  const found = new Map<Declaration, ts.Identifier[]>();
  for (const node of identifiersIn(file).get(name) ?? []) {
    const declared = isName(node) ? undefined : declarationOf(name, node);
    if (declared === undefined || isDeclaring(node, declared)) continue;
    addTo(found, declared, node);
  }
  return found;
};

/** References to a declared name in its file, without the declaration. */
export const nameReferences = (declaration: Declaration): readonly ts.Identifier[] => {
  const name = nameOfDeclaration(declaration);
  if (name === undefined) return [];
  const file = declaration.getSourceFile();
  const names = known(file);
  const all = names.get(name) ?? byDeclaration(file, name);
  names.set(name, all);
  return all.get(declaration) ?? [];
};

/** References in a file to a name that it does not declare. */
export const undeclaredIn = (file: ts.SourceFile, name: string): readonly ts.Identifier[] =>
  (identifiersIn(file).get(name) ?? []).filter((node) => !isName(node) && !declarationOf(name, node));
