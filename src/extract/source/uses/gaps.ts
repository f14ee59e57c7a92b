import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, NEW, type Path } from './state.ts';

const ADDED: Path = [NEW];

interface Container {
  readonly node: ts.Node;
  readonly path: Path;
}

const asContainer = (node: ts.Node): Container | undefined => {
  if (ts.isObjectLiteralExpression(node)) return { node, path: ADDED };
  if (ts.isArrayLiteralExpression(node)) return { node, path: [ANY] };
  if (ts.isNewExpression(node) && dottedName(node.expression) === 'Headers') return { node, path: ADDED };
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? { node, path: [CLIENT] } : undefined;
};

/** The innermost object or call that one more member would be written into. */
export const containerAt = (file: ts.SourceFile, at: number): Container | undefined => {
  let found: Container | undefined;
  let node: ts.Node | undefined = file;
  while (node) {
    node = ts.forEachChild(node, (child) =>
      child.pos <= at && at <= child.end && child.getStart(file) < at ? child : undefined,
    );
    if (node && at < node.end) found = asContainer(node) ?? found;
  }
  return found;
};
