import { firstWhere } from '../../../model/index.ts';
import { loweredFile } from './dialect.ts';
import { oncePerNode } from './memo.ts';
import { nodesOf } from './nodes.ts';
import { ts } from './tree.ts';

/** Token found last in a file: the next one is often near it. */
const lastIn = oncePerNode<ts.SourceFile, { node: ts.Node }>((file) => ({ node: file }));

const holds = ({ pos, end }: ts.Node, at: number): boolean => pos <= at && at < end;

/** Child that contains an offset; children are in order. */
const childAmong = (children: readonly ts.Node[], at: number): ts.Node | undefined => {
  const found = children[firstWhere(children, ({ end }) => end > at)];
  return found !== undefined && holds(found, at) ? found : undefined;
};

/** Children of a node of a lowered tree, and whether each ends before the next begins. */
const loweredChildren = oncePerNode((node: ts.Node) => {
  const all: ts.Node[] = [];
  ts.forEachChild(node, (child) => void all.push(child));
  return { all, inOrder: all.every(({ pos }, index) => index === 0 || all[index - 1]!.end <= pos) };
});

const loweredChildAt = (node: ts.Node, at: number): ts.Node | undefined => {
  const { all, inOrder } = loweredChildren(node);
  return inOrder ? childAmong(all, at) : all.find((child) => holds(child, at));
};

/** Child that the parser made; listing tokens as well reads the text of the node again. */
const parsedChildAt = (node: ts.Node, at: number): ts.Node | undefined =>
  ts.forEachChild(
    node,
    (child) => (holds(child, at) ? child : undefined),
    (children) => childAmong(children, at),
  );

/** Child that contains the offset; a lowered tree has no tokens besides its nodes, which may be in any order. */
const childAt = (file: ts.SourceFile, node: ts.Node, at: number): ts.Node | undefined =>
  loweredFile(file)
    ? loweredChildAt(node, at)
    : (parsedChildAt(node, at) ?? childAmong(node.getChildren(file), at));

const holdsText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateHead(node);

const textAt = (file: ts.SourceFile, at: number): ts.Node | undefined => {
  const text = nodesOf(file).texts.find((each) => holds(each, at));
  const pieces =
    text && ts.isTemplateExpression(text)
      ? [text.head, ...text.templateSpans.map(({ literal }) => literal)]
      : [];
  return pieces.find((piece) => holds(piece, at)) ?? text;
};

/** Token whose text or leading trivia contains the offset. The file's nodes have parents. */
export const tokenAt = (file: ts.SourceFile, at: number): ts.Node => {
  const last = lastIn(file);
  let node: ts.Node = loweredFile(file) ? file : last.node;
  while (node !== file && !holds(node, at)) node = node.parent;
  for (;;) {
    const child = childAt(file, node, at);
    if (child === undefined) break;
    node = child;
  }
  last.node = node;
  // Methods of Go are outside of the class that they belong to.
  const outside = loweredFile(file) && !holdsText(node) ? textAt(file, at) : undefined;
  return outside ?? node;
};
