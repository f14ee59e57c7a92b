import type { ReadFact } from '../../../model/index.ts';
import { assignedProperty } from '../evaluate/assignment-patterns.ts';
import { ts } from '../syntax/tree.ts';

type Form = ReadFact['form'];

const isWritten = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** A node that reads a property by a written name. */
export interface ReadSite {
  readonly node: ts.Node;
  /** Literal name, which must be that of the last step. */
  readonly name: ts.Node;
  readonly form: Form;
}

/** True for `a.b.c` in `delete a.b.c`. */
const isDeleted = (node: ts.Node): boolean => {
  let at = node.parent;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.parent;
  return ts.isDeleteExpression(at);
};

/** `x.get('name')` of a language with dictionaries; of `x.dig('a', 'b')` the last name. */
export const siteOfCall = (node: ts.CallExpression | ts.NewExpression): ReadSite | undefined => {
  const { expression: callee, arguments: given = [] } = node;
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:get|pop|fetch|dig)$/.test(callee.name.text))
    return undefined;
  const name = callee.name.text === 'dig' ? given.at(-1) : given[0];
  return name && ts.isStringLiteral(name) ? { node, name, form: 'entry' } : undefined;
};

/** The node as a property that is read by name. */
export const siteOf = (node: ts.Node): ReadSite | undefined => {
  // A method call on a response does not read a property.
  if (node.parent && ts.isCallExpression(node.parent) && node.parent.expression === node) return undefined;
  if ((ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && isDeleted(node))
    return undefined;
  if (ts.isPropertyAccessExpression(node))
    return { node, name: node.name, form: isWritten(node) ? 'write' : 'member' };
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return { node, name: node.argumentExpression, form: isWritten(node) ? 'write' : 'element' };
  const assigned = assignedProperty(node);
  if (assigned)
    return {
      node: assigned.name,
      name: assigned.name,
      form: ts.isPropertyAssignment(assigned) ? 'binding' : 'binding-shorthand',
    };
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken)
    return undefined;
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  return { node: name, name, form: node.propertyName ? 'binding' : 'binding-shorthand' };
};
