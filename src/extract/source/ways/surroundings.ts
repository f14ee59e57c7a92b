import { isAssignment } from '../evaluate/changes.ts';
import { isPrinter } from '../requests/mentions.ts';
import { ts } from '../syntax/tree.ts';
import { partOfRequest } from './parts.ts';
import { lead, lose, type Passage, type Stand } from './passage.ts';

const PASSES = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

/** `a = b`, `a ?? b`, `a === b`. */
const inBinary = (passage: Passage, parent: ts.BinaryExpression, { node, part }: Stand): void => {
  if (!isAssignment(parent)) {
    if (PASSES.has(parent.operatorToken.kind)) lead(passage, parent, part);
    return;
  }
  if (parent.left === node) {
    if (part === 'request' || part === 'headers') passage.wanted.push({ node: parent.right, part });
    else lose(passage, parent);
    return;
  }
  const { left } = parent;
  if (ts.isIdentifier(left)) {
    if (partOfRequest(passage, left) !== part) lose(passage, parent);
  } else if (!ts.isPropertyAccessExpression(left) || partOfRequest(passage, left) !== part)
    lose(passage, parent);
};

/** `logger.warn('retried', { config })` */
const isPrinted = ({ parent: { parent } }: ts.ObjectLiteralElementLike): boolean =>
  (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && isPrinter(parent);

const inProperty = (
  passage: Passage,
  property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
  { part }: Stand,
): void => {
  if (isPrinted(property)) return;
  // `{ ...config, headers }`: the spread object is examined with its members.
  const name = property.name.getText().replaceAll(/['"]/g, '');
  const isOwn =
    partOfRequest(passage, property.parent) !== undefined && part === 'headers' && name === 'headers';
  if (!isOwn && part !== 'url') lose(passage, property);
};

type Use = (passage: Passage, parent: never, stand: Stand) => void;

const onward: Use = (passage, parent: ts.Expression, { part }) => lead(passage, parent, part);
const harmless: Use = () => {};
const whenRead: Use = (passage, parent: ts.ConditionalExpression, { node, part }) => {
  if (parent.condition !== node) lead(passage, parent, part);
};

/** Use of a request's part by the kind of the enclosing node; any other kind is unknown. */
export const USES = new Map<ts.SyntaxKind, Use>([
  [ts.SyntaxKind.ParenthesizedExpression, onward],
  [ts.SyntaxKind.AsExpression, onward],
  [ts.SyntaxKind.NonNullExpression, onward],
  [ts.SyntaxKind.SatisfiesExpression, onward],
  [ts.SyntaxKind.AwaitExpression, onward],
  [ts.SyntaxKind.ConditionalExpression, whenRead],
  [ts.SyntaxKind.BinaryExpression, inBinary as Use],
  [ts.SyntaxKind.PropertyAssignment, inProperty as Use],
  [ts.SyntaxKind.ShorthandPropertyAssignment, inProperty as Use],
  [ts.SyntaxKind.ExpressionStatement, harmless],
  [ts.SyntaxKind.IfStatement, harmless],
  [ts.SyntaxKind.PrefixUnaryExpression, harmless],
  [ts.SyntaxKind.TypeOfExpression, harmless],
  [ts.SyntaxKind.TemplateSpan, harmless],
  [ts.SyntaxKind.ReturnStatement, harmless],
  [ts.SyntaxKind.ArrowFunction, harmless],
  [ts.SyntaxKind.ForOfStatement, harmless],
  [ts.SyntaxKind.ForInStatement, harmless],
]);
