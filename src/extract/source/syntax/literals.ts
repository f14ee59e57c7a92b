import { topBy } from './climb.ts';
import { ts } from './tree.ts';

const isWrapper = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSatisfiesExpression(node);

/** Whole string expression that a literal is a piece of. */
export const wholeExpression = topBy(({ parent }) => {
  if (ts.isTemplateSpan(parent)) return parent.parent;
  const isPiece =
    ts.isTemplateExpression(parent) ||
    isWrapper(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);
  return isPiece ? parent : undefined;
});

/** Source text of an expression without type assertions: `(init.headers)` of `(init.headers as Headers)`. */
export const untypedText = (node: ts.Node): string => node.getText().replaceAll(/ as [^()]+(?=\)|$)/g, '');

/** Source text of a literal; a zero character replaces each hole. */
export const rawText = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('\0')
    : node.text;
