import { topBy } from '../../syntax/climb.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

/** True when the rest of the block after the statement is unreachable. */
export const leaves = (statement: ts.Statement | undefined): boolean => {
  if (!statement) return false;
  if (ts.isBlock(statement)) return leaves(statement.statements.at(-1));
  if (ts.isIfStatement(statement)) return leaves(statement.thenStatement) && leaves(statement.elseStatement);
  return (
    ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
  );
};

/** True when a statement may return from its function. */
export const returns = oncePerNode((statement: ts.Node): boolean => {
  let found = false;
  walk(statement, (node) => {
    if (ts.isReturnStatement(node)) found = true;
    return !found && !ts.isFunctionLike(node);
  });
  return found;
});

const functionAt = topBy((node) =>
  ts.isFunctionLike(node) ? undefined : (node.parent as ts.Node | undefined),
);

/** Enclosing function of a node, or its file. */
export const functionAround = (node: ts.Node): ts.Node =>
  functionAt((node.parent as ts.Node | undefined) ?? node);

/** True when a node is below another, or is the other. */
export const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  ts.findAncestor(node, (at) => at === outer) !== undefined;

/** Expressions that a function body returns, without nested functions. */
export const returnsOf = oncePerNode((body: ts.Block): readonly ts.Expression[] => {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): boolean | void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
  };
  walk(body, visit);
  return found;
});
