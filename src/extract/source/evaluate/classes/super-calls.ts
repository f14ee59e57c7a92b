import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

/** `super(…)` in a constructor. */
export const superCallsIn = oncePerNode((node: ts.Node): readonly ts.CallExpression[] => {
  const found: ts.CallExpression[] = [];
  walk(node, (at) => {
    if (ts.isClassLike(at)) return false;
    if (ts.isCallExpression(at) && at.expression.kind === ts.SyntaxKind.SuperKeyword) found.push(at);
  });
  return found;
});
