import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'URLSearchParams', 'FormData']);

/**
 * `seen.get(key)` of `const seen = new Map()`: names of client methods on a receiver that certainly is not a client.
 */
export const isOfCollection = ({ expression: callee }: ts.CallExpression | ts.NewExpression): boolean => {
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  const declared = receiver && ts.isIdentifier(receiver) ? declarationOf(receiver.text, receiver) : undefined;
  if (!declared || !ts.isVariableDeclaration(declared.parent)) return false;
  const { initializer, parent: list } = declared.parent;
  return (
    (list.flags & ts.NodeFlags.Const) !== 0 &&
    initializer !== undefined &&
    ts.isNewExpression(initializer) &&
    ts.isIdentifier(initializer.expression) &&
    COLLECTIONS.has(initializer.expression.text) &&
    declarationOf(initializer.expression.text, initializer.expression) === undefined
  );
};
