import { untypedText } from '../syntax/literals.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { walk } from '../syntax/walk.ts';

/** Header whose comparisons are searched. */
export const HEADER = 'content-type';
const TAKES = new Set(['get', 'header', 'getHeader', 'headerValue']);

const isHeaderName = (node: ts.Node | undefined, header: string): boolean =>
  node !== undefined && ts.isStringLiteralLike(node) && node.text.toLowerCase() === header;

/**
 * Object that a header is read from: `x.headers` of `x.headers['content-type']`,
 * `x.headers.get('content-type')` and `x.headers.accept`.
 */
export const takenFrom = (node: ts.Node, header = HEADER): ts.Expression | undefined => {
  if (ts.isElementAccessExpression(node) && isHeaderName(node.argumentExpression, header))
    return node.expression;
  if (ts.isPropertyAccessExpression(node) && node.name.text.toLowerCase() === header)
    return /headers\W*$/i.test(untypedText(node.expression).slice(-20)) ? node.expression : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  return TAKES.has(name.text) && node.arguments.length === 1 && isHeaderName(node.arguments[0], header)
    ? expression
    : undefined;
};

/** Methods that preserve the media type of a header. */
const KEEPS = new Set(['toLowerCase', 'trim', 'toString', 'split']);

/** Outermost expression that is still the header's value: `(x ?? '').toLowerCase()`, `x.split(';')[0]`. */
const wholeValue = (node: ts.Expression): ts.Expression => {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
    return wholeValue(parent);
  if (
    ts.isElementAccessExpression(parent) &&
    parent.expression === node &&
    ts.isNumericLiteral(parent.argumentExpression)
  )
    return wholeValue(parent);
  if (ts.isBinaryExpression(parent) && parent.left === node && isFallback(parent)) return wholeValue(parent);
  const called = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent : undefined;
  const isKept = called && KEEPS.has(called.name.text) && ts.isCallExpression(called.parent);
  return isKept ? wholeValue(called.parent as ts.CallExpression) : node;
};

const isFallback = ({ operatorToken, right }: ts.BinaryExpression): boolean =>
  (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ||
    operatorToken.kind === ts.SyntaxKind.BarBarToken) &&
  ts.isStringLiteralLike(right);

/** Expressions that inspect the value: its own, or those of the variable that it is assigned to. */
export const inspections = (value: ts.Expression): readonly ts.Expression[] => {
  const whole = wholeValue(value);
  const { parent } = whole;
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return [whole];
  const { name } = parent;
  const found: ts.Expression[] = [];
  walk(value.getSourceFile(), (node) => {
    const isUse = ts.isIdentifier(node) && node !== name && node.text === name.text;
    if (isUse && declarationOf(name.text, node) === name) found.push(wholeValue(node));
  });
  return found;
};
