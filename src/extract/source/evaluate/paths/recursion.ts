import { strip } from '../arguments.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import type { FunctionNode, Value } from '../values.ts';

const withoutAwait = (node: ts.Expression): ts.Expression => {
  const at = strip(node);
  return ts.isAwaitExpression(at) ? withoutAwait(at.expression) : at;
};

/** True for a call of the function that contains it: `return this.request(path, attempt + 1)`. */
const isCallOf = (fn: FunctionNode, node: ts.Expression): boolean => {
  const at = withoutAwait(node);
  if (!ts.isCallExpression(at)) return false;
  const callee = strip(at.expression);
  if (ts.isPropertyAccessExpression(callee))
    return (
      callee.expression.kind === ts.SyntaxKind.ThisKeyword &&
      ts.isMethodDeclaration(fn) &&
      fn.name.getText() === callee.name.text
    );
  const declared = ts.isIdentifier(callee) ? declarationOf(callee.text, callee) : undefined;
  if (!declared) return false;
  const variable = ts.findAncestor(declared as ts.Node, ts.isVariableDeclaration);
  return declared === fn || (declared as ts.Node).parent === fn || variable?.initializer === fn;
};

/** Values that a function returns: a repeated attempt returns a response to the same request. */
export const resultsOf = (
  fn: FunctionNode,
  returned: readonly ts.Expression[],
  evaluate: (expression: ts.Expression) => readonly Value[],
): readonly Value[] => {
  const again = returned.filter((expression) => isCallOf(fn, expression));
  if (again.length === 0) return returned.flatMap(evaluate);
  const own = returned.filter((expression) => !again.includes(expression)).flatMap(evaluate);
  const isResponse = own.length > 0 && own.every(({ kind }) => kind === 'response');
  return isResponse ? own : [...own, ...again.flatMap(evaluate)];
};
