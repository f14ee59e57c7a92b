import type { ReadName, Span } from '../../../model/index.ts';
import { dialectOf } from '../syntax/dialect.ts';
import { declarationOf, type Declaration } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { hasTypes } from '../syntax/has-types.ts';

/** First name of `Media.JSON`. */
const firstName = (expression: ts.Node): ts.Identifier | undefined => {
  if (ts.isPropertyAccessExpression(expression)) return firstName(expression.expression);
  return ts.isIdentifier(expression) ? expression : undefined;
};

/** True where an unused name does not compile, or its import is left out by the compiler. */
const dropsUnused = (file: ts.SourceFile): boolean =>
  dialectOf(file).refusesUnused === true || hasTypes(file.fileName);

/** The lines of a statement, if nothing else is on them. */
const linesOf = (statement: ts.Node): Span | undefined => {
  const file = statement.getSourceFile();
  if (!dropsUnused(file)) return undefined;
  const { text } = file;
  const [start, end] = [statement.getStart(), statement.getEnd()];
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^;?[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  if (!rest || !/^\s*(?:import\s+)?$/.test(text.slice(from, start))) return undefined;
  const to = end + rest[0].length;
  // An empty line before it goes with the last of a group.
  const [empty] = /^[\s)]/.test(text.slice(to)) ? (/(?<=\n)\r?\n$/.exec(text.slice(0, from)) ?? ['']) : [''];
  return { start: from - empty.length, end: to };
};

/** What is deleted of a name. */
type Removal = Omit<ReadName, 'name' | 'qualifies'>;

const whole = (removal: Span | undefined): Removal | undefined => removal && { removal };

const specifierOf = (specifier: ts.ImportSpecifier): Removal | undefined => {
  const { elements, parent: clause } = specifier.parent;
  const lines = clause.name ? undefined : linesOf(clause.parent);
  if (elements.length === 1) return whole(lines);
  const at = elements.indexOf(specifier);
  const after = elements[at + 1];
  const removal = after
    ? { start: specifier.getStart(), end: after.getStart() }
    : { start: elements[at - 1]!.getEnd(), end: specifier.getEnd() };
  const names = { start: elements[0]!.getStart(), end: elements.at(-1)!.getEnd() };
  return { removal, among: { names, removal: lines } };
};

/** Declaration of a constant with a literal that no other file can read. */
const constantOf = (name: ts.Identifier): Span | undefined => {
  const { parent } = name;
  if (!ts.isVariableDeclaration(parent) || !parent.initializer || !ts.isStringLiteralLike(parent.initializer))
    return undefined;
  const statement = parent.parent.parent;
  if (!ts.isVariableStatement(statement) || statement.modifiers?.length) return undefined;
  if (statement.declarationList.declarations.length > 1) return undefined;
  const isOwn = !ts.isSourceFile(statement.parent) || ts.isExternalModule(statement.parent);
  return isOwn ? linesOf(statement) : undefined;
};

const removalOf = (declared: Declaration): Removal | undefined => {
  if (ts.isIdentifier(declared)) return whole(constantOf(declared));
  if (ts.isImportSpecifier(declared)) return specifierOf(declared);
  if (ts.isNamespaceImport(declared))
    return declared.parent.name ? undefined : whole(linesOf(declared.parent.parent));
  return ts.isImportClause(declared) && !declared.namedBindings ? whole(linesOf(declared.parent)) : undefined;
};

/** Returns the import or constant of the same file that an expression reads, if it can be removed. */
export const readNameOf = (expression: ts.Node): ReadName | undefined => {
  const first = firstName(expression);
  const declared = first && declarationOf(first.text, first);
  const removal = declared && removalOf(declared);
  if (!removal) return undefined;
  const isPackage = ts.isNamespaceImport(declared) && dialectOf(declared).refusesUnused === true;
  return { name: first.text, ...removal, ...(isPackage && { qualifies: true }) };
};
