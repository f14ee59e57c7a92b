import { EQUALITY } from '../syntax/operators.ts';
import { ts } from '../syntax/tree.ts';
import { isAsserted } from '../requests/test-addresses.ts';
import type { At } from './flow.ts';
import { intoTarget, parameterWritten } from './targets.ts';
import { asWritten } from '../types/member-path.ts';
import { both, compared, inert, NOTHING, other, type StateStep, to, value } from './state.ts';

const ASSIGNMENTS = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
]);
const CHOICES = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarToken,
]);

/** `BASE === undefined`, `typeof BASE === 'string'`, `BASE !== ''`: the same result for any base. */
const isPresence = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  (ts.isStringLiteralLike(node) && node.text === '');

/** True for a text that is not part of a base in any version. */
const saysNoVersion = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) && !/api|atlas|\bv\d|^[\W\d]*$/.test(node.text);

/** `uri.scheme == 'https'`: no text that a fix edits is a scheme alone. */
const isScheme = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) && /^https?(?::(?:\/\/)?)?$/i.test(node.text);

/** `a + b`, `a || b`, `a = b`, `a === b` */
export const inBinary = ({ flow, node, parent, path }: At<ts.BinaryExpression>): StateStep => {
  const operator = parent.operatorToken.kind;
  const isLeft = parent.left === node;
  if (ASSIGNMENTS.has(operator)) {
    if (isLeft) return NOTHING;
    const lost = flow.sentBy(node).length > 0 ? undefined : parameterWritten(parent.left);
    if (lost) return other(lost, `in an object that is given to the function as \`${lost.text}\``);
    const isStatement = ts.isExpressionStatement(parent.parent);
    return both(intoTarget(parent.left, path), isStatement ? NOTHING : to(value(parent, path)));
  }
  if (operator === ts.SyntaxKind.PlusToken) return to(value(parent, asWritten(path)));
  if (CHOICES.has(operator)) return to(value(parent, path));
  // `'%s/groups' % base`, `'%(base)s/groups' % {'base': base}`
  if (operator === ts.SyntaxKind.PercentToken) return to(value(parent, []));
  if (operator === ts.SyntaxKind.CommaToken) return isLeft ? NOTHING : to(value(parent, path));
  // Objects are compared by identity, whatever they contain.
  if (path.length > 0) return NOTHING;
  const otherSide = isLeft ? parent.right : parent.left;
  // `'pageNum' in url`: independent of the version.
  if (operator === ts.SyntaxKind.InKeyword && !isLeft && saysNoVersion(otherSide)) return NOTHING;
  if (EQUALITY.has(operator) && (isPresence(otherSide) || isScheme(otherSide))) return NOTHING;
  return isAsserted(node) ? inert(parent, 'in a test') : compared(parent, 'in a comparison');
};
