import { nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/parse.ts';
import { declarationOf } from '../syntax/scope.ts';

/** A member that code takes from a variable; `*` where its name cannot be known. */
interface MemberRead {
  readonly variable: ts.Identifier;
  readonly name: string;
}

const ANY = '*';

const isWritten = (access: ts.Expression): boolean => {
  let at: ts.Node = access;
  while (ts.isPropertyAccessExpression(at.parent) || ts.isElementAccessExpression(at.parent)) {
    if (at.parent.expression !== at) return false;
    at = at.parent;
  }
  const { parent } = at;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === at &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
};

const boundName = ({ propertyName, name, dotDotDotToken }: ts.BindingElement): string => {
  const written = propertyName ?? name;
  const known = ts.isIdentifier(written) || ts.isStringLiteralLike(written);
  return dotDotDotToken === undefined && known ? written.text : ANY;
};

const readsAt = (node: ts.Node): readonly MemberRead[] => {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
    return isWritten(node) ? [] : [{ variable: node.expression, name: node.name.text }];
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const { argumentExpression: key } = node;
    const name = ts.isStringLiteralLike(key) ? key.text : ANY;
    return isWritten(node) ? [] : [{ variable: node.expression, name }];
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return [];
  const owner = node.parent.parent;
  const variable = ts.isVariableDeclaration(owner) ? owner.initializer : undefined;
  return variable && ts.isIdentifier(variable) ? [{ variable, name: boundName(node) }] : [];
};

const readsIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly MemberRead[]> => {
  const found = new Map<string, MemberRead[]>();
  for (const node of nodesOf(file).accesses)
    for (const read of readsAt(node)) {
      const list = found.get(read.variable.text);
      if (list) list.push(read);
      else found.set(read.variable.text, [read]);
    }
  return found;
});

/** The variable that holds the value of an expression. */
const variableOf = (node: ts.Node): ts.Identifier | undefined => {
  let at = node.parent;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at))
    at = at.parent;
  return ts.isVariableDeclaration(at) && ts.isIdentifier(at.name) ? at.name : undefined;
};

/**
 * Names of the members that code of the same file takes from the variable which holds a literal; `*` stands for one
 * that cannot be known. Assignments to members are none.
 */
export const memberReadsOf = (literal: ts.Node): readonly string[] => {
  const variable = variableOf(literal);
  if (!variable) return [];
  const reads = readsIn(literal.getSourceFile()).get(variable.text) ?? [];
  const own = reads.filter((read) => declarationOf(variable.text, read.variable) === variable);
  return [...new Set(own.map(({ name }) => name))];
};
