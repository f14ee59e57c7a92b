import { topBy } from '../syntax/climb.ts';
import { ts } from '../syntax/tree.ts';

/** True where a node is a piece of the text that its parent makes. */
const isPiece = (parent: ts.Node): boolean =>
  ts.isTemplateSpan(parent) ||
  ts.isTemplateExpression(parent) ||
  ts.isParenthesizedExpression(parent) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);

/** The whole expression that a literal is a piece of. */
export const wholeOf = topBy(({ parent }) => (isPiece(parent) ? parent : undefined));
