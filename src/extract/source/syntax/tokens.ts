import { loweredFile } from './dialect.ts';
import { ts } from './parse.ts';

/** The first child in which the offset lies; a lowered tree has no tokens besides its nodes. */
const childAt = (file: ts.SourceFile, node: ts.Node, at: number): ts.Node | undefined => {
  const holds = (child: ts.Node): boolean => child.pos <= at && at < child.end;
  return loweredFile(file)
    ? ts.forEachChild(node, (child) => (holds(child) ? child : undefined))
    : node.getChildren(file).find(holds);
};

/** The token whose text or leading trivia holds the offset. */
export const tokenAt = (file: ts.SourceFile, at: number): ts.Node => {
  let node: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = childAt(file, node, at);
    if (child === undefined) return node;
    node = child;
  }
};
