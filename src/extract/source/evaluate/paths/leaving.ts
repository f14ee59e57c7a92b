import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

/** True when whatever follows the statement in its block is not reached. */
export const leaves = (statement: ts.Statement | undefined): boolean => {
  if (!statement) return false;
  if (ts.isBlock(statement)) return leaves(statement.statements.at(-1));
  if (ts.isIfStatement(statement)) return leaves(statement.thenStatement) && leaves(statement.elseStatement);
  return (
    ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
  );
};

/** True when a statement may return from the function that it is in. */
export const returns = (statement: ts.Node): boolean => {
  let found = false;
  walk(statement, (node) => {
    if (ts.isReturnStatement(node)) found = true;
    return !found && !ts.isFunctionLike(node);
  });
  return found;
};

/** The function that a node is in, or its file. */
export const functionAround = (node: ts.Node): ts.Node =>
  ts.findAncestor(node.parent, (at) => ts.isFunctionLike(at) || ts.isSourceFile(at)) ?? node.getSourceFile();

/** True when a node is below another, or is the other. */
export const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  ts.findAncestor(node, (at) => at === outer) !== undefined;

/** The expressions a function body returns, its own only. */
export const returnsOf = oncePerNode((body: ts.Block): readonly ts.Expression[] => {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): boolean | void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
  };
  walk(body, visit);
  return found;
});
