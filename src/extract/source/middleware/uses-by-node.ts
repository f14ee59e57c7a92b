import { isAssignment } from '../evaluate/paths/access-paths.ts';
import { isPrinter } from '../syntax/mentions.ts';
import { ts } from '../syntax/tree.ts';
import { partOfRequest } from './parts.ts';
import { isUrl, addUse, markUnknown, type Examination, type PartUse } from './examination.ts';

const PASSES = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

/** `a = b`, `a ?? b`, `a === b`. */
const inBinary = (state: Examination, parent: ts.BinaryExpression, { node, part }: PartUse): void => {
  if (!isAssignment(parent)) {
    const isJoined = parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
    if (isJoined && part === 'url') addUse(state, parent, part);
    if (PASSES.has(parent.operatorToken.kind)) addUse(state, parent, part);
    return;
  }
  if (parent.left === node) {
    if (part === 'request' || part === 'headers') state.wanted.push({ node: parent.right, part });
    else markUnknown(state, parent);
    return;
  }
  const { left } = parent;
  // `error.message = `${error.config.url}: …``
  if (part === 'url' && ts.isPropertyAccessExpression(left) && !isUrl(left.name.text)) return;
  if (ts.isIdentifier(left)) {
    if (partOfRequest(state, left) !== part) markUnknown(state, parent);
  } else if (!ts.isPropertyAccessExpression(left) || partOfRequest(state, left) !== part)
    markUnknown(state, parent);
};

/** `logger.warn('retried', { config })` */
const isPrinted = ({ parent: { parent } }: ts.ObjectLiteralElementLike): boolean =>
  (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && isPrinter(parent);

const inProperty = (
  state: Examination,
  property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
  { part }: PartUse,
): void => {
  if (isPrinted(property)) return;
  // `{ ...config, headers }`: the spread object is examined with its members.
  const name = property.name.getText().replaceAll(/['"]/g, '');
  // `{ url: config.baseURL + config.url }`: options of a request to the same URL.
  if (part === 'url') return isUrl(name) ? addUse(state, property.parent, part) : undefined;
  const isOwn =
    partOfRequest(state, property.parent) !== undefined && part === 'headers' && name === 'headers';
  if (!isOwn) markUnknown(state, property);
};

type Use = (state: Examination, parent: never, partUse: PartUse) => void;

const onward: Use = (state, parent: ts.Expression, { part }) => addUse(state, parent, part);
const harmless: Use = () => {};
const whenRead: Use = (state, parent: ts.ConditionalExpression, { node, part }) => {
  if (parent.condition !== node) addUse(state, parent, part);
};

const inTemplate = (state: Examination, { parent }: ts.TemplateSpan, { part }: PartUse): void => {
  if (part === 'url') addUse(state, parent, part);
};

/** Use of a request's part by the kind of the enclosing node; any other kind is unknown. */
export const USES_BY_NODE = new Map<ts.SyntaxKind, Use>([
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
  [ts.SyntaxKind.TemplateSpan, inTemplate as Use],
  [ts.SyntaxKind.ReturnStatement, harmless],
  [ts.SyntaxKind.ArrowFunction, harmless],
  [ts.SyntaxKind.ForOfStatement, harmless],
  [ts.SyntaxKind.ForInStatement, harmless],
]);
