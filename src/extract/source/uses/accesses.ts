import { groupBy } from '../../../model/index.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';

const accessName = (node: ts.Node): string | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  const name = ts.isElementAccessExpression(node)
    ? node.argumentExpression
    : ts.isBindingElement(node)
      ? (node.propertyName ?? node.name)
      : undefined;
  if (!name) return undefined;
  return ts.isIdentifier(name) && !ts.isElementAccessExpression(node)
    ? name.text
    : ts.isStringLiteralLike(name)
      ? name.text
      : undefined;
};

/** Member accesses in a file, by member name. */
export const accessesIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> =>
  groupBy(nodesOf(file).accesses, (node) => accessName(node)),
);
