import { ts } from './parse.ts';

/** The token whose text or leading trivia holds the offset. */
export const tokenAt = (file: ts.SourceFile, at: number): ts.Node => {
  let node: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = node.getChildren(file).find(({ pos, end }) => pos <= at && at < end);
    if (child === undefined) return node;
    node = child;
  }
};
