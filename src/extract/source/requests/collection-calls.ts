import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'URLSearchParams', 'FormData']);

/** Names of tables that are filled under the keys that they are read by. */
const IS_KEPT = /^(?:(?:weak)?map|set|cache\w*|\w+cache|seen|visited|memo|inflight|pending)$/i;
const KEYED = /^(?:get|has|set|delete|del|getItem|setItem|removeItem)$/;

/** True for a name of a cache or similar: `this.cache`. */
export const isCacheName = (table: ts.Expression): boolean => {
  const name = ts.isPropertyAccessExpression(table) ? table.name : table;
  return (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && IS_KEPT.test(name.text);
};

/** `cache.get(url)`: a cache is read by a URL, whoever made it. */
export const isOfCache = ({ expression: callee }: ts.CallExpression | ts.NewExpression): boolean =>
  ts.isPropertyAccessExpression(callee) && KEYED.test(callee.name.text) && isCacheName(callee.expression);

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
