import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Type expression, or the declaration of one. */
export type Type = ts.TypeNode | ts.InterfaceDeclaration | ts.ClassLikeDeclaration;

type Named = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;

/** Built-in types that have the members of their argument. */
export const TRANSPARENT_TYPES: ReadonlySet<string> = new Set([
  'Partial',
  'Required',
  'Readonly',
  'NonNullable',
  'Awaited',
  'Promise',
  'Omit',
  'Pick',
]);

/** Names of files that one search for a type looks up at most; each is looked up once. */
const MAX_ASKED = 100;

/** True when a part of a type is met for the first time: types may be made of each other in any number of ways. */
export const isFirstPart = (asked: Set<ts.Node>, part: ts.Node): boolean => {
  if (asked.has(part)) return false;
  asked.add(part);
  return true;
};

const isNamed = (node: ts.Node): node is Named =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

const isDefault = (node: Named): boolean =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;

/** Type that a declaration names. */
export const stated = (node: Named): Type => (ts.isTypeAliasDeclaration(node) ? node.type : node);

/** Declaration of a type by its name, in the file or where it is imported from. */
export const namedType = (ctx: Ctx, name: string, at: ts.Node): Named | 'unseen' | undefined => {
  for (let scope: ts.Node | undefined = at; scope; scope = scope.parent) {
    if (!ts.isSourceFile(scope) && !ts.isBlock(scope) && !ts.isModuleBlock(scope)) continue;
    const own = scope.statements.find((node): node is Named => isNamed(node) && node.name?.text === name);
    if (own) return own;
  }
  return imported(ctx, name, at.getSourceFile(), new Set());
};

const imported = (
  ctx: Ctx,
  name: string,
  file: ts.SourceFile,
  asked: Set<string>,
): Named | 'unseen' | undefined => {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause: clause, moduleSpecifier } = statement;
    const bindings = clause?.namedBindings;
    const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const element = elements.find((one) => one.name.text === name);
    if (!element && clause?.name?.text !== name) continue;
    return exported(
      ctx,
      statement,
      moduleSpecifier.text,
      (element?.propertyName ?? element?.name)?.text,
      asked,
    );
  }
  return undefined;
};

/** Type that a module exports by a name (its default without one), through re-exports. */
const exported = (
  ctx: Ctx,
  from: ts.Node,
  specifier: string,
  name: string | undefined,
  asked: Set<string>,
): Named | 'unseen' | undefined => {
  const resolved = ctx.program.resolve(from, specifier);
  if (resolved.kind !== 'file') return 'unseen';
  const file = ctx.program.module(resolved.path)?.file;
  const question = `${resolved.path}\n${name ?? ''}`;
  if (!file || asked.has(question) || asked.size > MAX_ASKED) return undefined;
  asked.add(question);
  // Sets the parents of its nodes.
  nodesOf(file);
  const own = file.statements.find(
    (node): node is Named =>
      isNamed(node) && (name === undefined ? isDefault(node) : node.name?.text === name),
  );
  if (own || name === undefined) return own;
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const clause = statement.exportClause;
    const element =
      clause && ts.isNamedExports(clause) ? clause.elements.find((one) => one.name.text === name) : undefined;
    if (clause && !element) continue;
    const local = (element?.propertyName ?? element?.name)?.text ?? name;
    const target = statement.moduleSpecifier;
    const found =
      target && ts.isStringLiteral(target)
        ? exported(ctx, statement, target.text, local, asked)
        : imported(ctx, local, file, asked);
    if (found && found !== 'unseen') return found;
  }
  return undefined;
};

/** Constraint of a type parameter, by its name: `Path` of `<P extends Path>`. */
export const constraintOf = (name: ts.Identifier): ts.TypeNode | undefined => {
  for (let at: ts.Node | undefined = name; at; at = at.parent) {
    const parameters = 'typeParameters' in at ? (at as ts.SignatureDeclaration).typeParameters : undefined;
    const own = parameters?.find((one) => one.name.text === name.text);
    if (own) return own.constraint;
  }
  return undefined;
};

/** True for a type of texts that names no part of a path, such as `/${string}`. */
export const namesNoPath = ({ head, templateSpans }: ts.TemplateLiteralTypeNode): boolean =>
  [head, ...templateSpans.map(({ literal }) => literal)].every(({ text }) => /^(?:https?:)?\W*$/.test(text));

/** Module that a name is imported from. */
export const specifierOfImport = (name: ts.Identifier): string | undefined => {
  for (const statement of name.getSourceFile().statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const clause = statement.importClause;
    const bindings = clause?.namedBindings;
    const named =
      bindings &&
      (ts.isNamedImports(bindings)
        ? bindings.elements.some((one) => one.name.text === name.text)
        : bindings.name.text === name.text);
    if (clause?.name?.text === name.text || named) return statement.moduleSpecifier.text;
  }
  return undefined;
};
