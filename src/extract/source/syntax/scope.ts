import { topBy } from './climb.ts';
import { oncePerNode } from './memo.ts';
import { ts } from './tree.ts';

/**
 * Declaration of a name. `name` is the declaring identifier for variables and parameters (also inside
 * destructuring), else the declaration itself.
 */
export type Declaration =
  | ts.Identifier
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ClassLikeDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration
  | ts.ImportClause
  | ts.ImportSpecifier
  | ts.NamespaceImport
  | ts.ImportEqualsDeclaration;

type Scope = Map<string, Declaration>;

const addBinding = (scope: Scope, name: ts.BindingName): void => {
  if (ts.isIdentifier(name)) {
    if (!scope.has(name.text)) scope.set(name.text, name);
  } else
    for (const element of name.elements) if (ts.isBindingElement(element)) addBinding(scope, element.name);
};

const addVariables = (scope: Scope, list: ts.VariableDeclarationList): void => {
  for (const declaration of list.declarations) addBinding(scope, declaration.name);
};

const addImport = (scope: Scope, statement: ts.ImportDeclaration): void => {
  const clause = statement.importClause;
  if (!clause) return;
  if (clause.name) scope.set(clause.name.text, clause);
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) scope.set(bindings.name.text, bindings);
  else if (bindings) for (const element of bindings.elements) scope.set(element.name.text, element);
};

const addStatement = (scope: Scope, statement: ts.Node): void => {
  if (ts.isVariableStatement(statement)) addVariables(scope, statement.declarationList);
  else if (ts.isImportDeclaration(statement)) addImport(scope, statement);
  else if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement)
  ) {
    if (statement.name && ts.isIdentifier(statement.name) && !scope.has(statement.name.text))
      scope.set(statement.name.text, statement as Declaration);
  }
};

/** `var` is scoped to the function. */
const addHoistedVars = (scope: Scope, node: ts.Node): void => {
  ts.forEachChild(node, (child) => {
    if (ts.isFunctionLike(child) || ts.isClassLike(child)) return;
    if (ts.isVariableDeclarationList(child) && !(child.flags & ts.NodeFlags.BlockScoped))
      addVariables(scope, child);
    if (!ts.isExpression(child)) addHoistedVars(scope, child);
  });
};

const addFunction = (scope: Scope, node: ts.SignatureDeclaration): void => {
  for (const parameter of node.parameters) addBinding(scope, parameter.name);
  const body = (node as ts.FunctionLikeDeclaration).body;
  if (body && ts.isBlock(body)) addHoistedVars(scope, body);
  if (ts.isFunctionExpression(node) && node.name && !scope.has(node.name.text))
    scope.set(node.name.text, node);
};

const scopeOf = oncePerNode((node: ts.Node): Scope => {
  const scope: Scope = new Map();
  if (ts.isFunctionLike(node)) addFunction(scope, node);
  else if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) {
    for (const statement of node.statements) addStatement(scope, statement);
    if (ts.isSourceFile(node)) addHoistedVars(scope, node);
  } else if (ts.isCaseBlock(node))
    for (const clause of node.clauses)
      for (const statement of clause.statements) addStatement(scope, statement);
  else if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    if (node.initializer && ts.isVariableDeclarationList(node.initializer))
      addVariables(scope, node.initializer);
  } else if (ts.isCatchClause(node) && node.variableDeclaration)
    addBinding(scope, node.variableDeclaration.name);
  else if (ts.isClassExpression(node) && node.name) scope.set(node.name.text, node);
  return scope;
});

const opensScope = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) ||
  ts.isBlock(node) ||
  ts.isSourceFile(node) ||
  ts.isModuleBlock(node) ||
  ts.isCaseBlock(node) ||
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isCatchClause(node) ||
  ts.isClassExpression(node);

/** Innermost scope that contains a node, or is it; the root of its tree where there is none. */
const scopeAt = topBy((node) => (opensScope(node) ? undefined : (node.parent as ts.Node | undefined)));

const lookUp = (name: string, at: ts.Node): Declaration | undefined => {
  for (let node: ts.Node | undefined = scopeAt(at); node; node = node.parent && scopeAt(node.parent)) {
    const found = opensScope(node) ? scopeOf(node).get(name) : undefined;
    if (found) return found;
  }
  return undefined;
};

const declarationOfName = oncePerNode((at: ts.Identifier): Declaration | null => lookUp(at.text, at) ?? null);

/** Declaration that a name resolves to at a node, or `undefined` for a global. */
export const declarationOf = (name: string, at: ts.Node): Declaration | undefined => {
  return ts.isIdentifier(at) && at.text === name ? (declarationOfName(at) ?? undefined) : lookUp(name, at);
};
