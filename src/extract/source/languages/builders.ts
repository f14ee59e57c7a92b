import type { Span } from '../../../model/index.ts';
import type { SyntaxError } from './tree-sitter.ts';
import { type Dialect, markKeywords, markLowered, markWritten, type Written } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { emptyFile } from '../typescript/parser/parse.ts';

// Builders for nodes of the common syntax tree that every language is lowered to. Each keeps the span of its source.

const { factory } = ts;

/** Gives parentheses that the factory added, `new (table(name))()`, the span of what is in them. */
const placeParentheses = (child: ts.Node): void => {
  if (child.pos < 0 && ts.isParenthesizedExpression(child)) ts.setTextRange(child, child.expression);
};

export const placed = <N extends ts.Node>(node: N, { start, end }: Span): N => {
  ts.forEachChild(node, placeParentheses);
  return ts.setTextRange(node, { pos: start, end });
};

/** Empty span at a position. */
export const nowhere = (at: number): Span => ({ start: at, end: at });

const list = <N extends ts.Node>(nodes: readonly N[], trailing = false): ts.NodeArray<N> =>
  factory.createNodeArray(nodes, trailing);

export const nameAt = (text: string, span: Span): ts.Identifier =>
  placed(factory.createIdentifier(text), span);

/** Builds a string literal; without `written` its value has no source text of its own. */
export const textAt = (value: string, span: Span, written?: Written): ts.StringLiteral =>
  markWritten(
    placed(factory.createStringLiteral(value), span),
    written ?? { span: { start: span.start, end: span.end }, spelling: 'fixed' },
  );

export const numberAt = (text: string, span: Span): ts.NumericLiteral =>
  placed(factory.createNumericLiteral(text), span);

export const nullAt = (span: Span): ts.Expression => placed(factory.createNull(), span);

export const booleanAt = (value: boolean, span: Span): ts.Expression =>
  placed(value ? factory.createTrue() : factory.createFalse(), span);

export const thisAt = (span: Span): ts.Expression => placed(factory.createThis(), span);
export const superAt = (span: Span): ts.Expression => placed(factory.createSuper(), span);

/** Builds an expression of which only the inner expressions are known. */
export const opaque = (span: Span, inner: readonly ts.Expression[] = []): ts.Expression => {
  const [first, ...others] = inner;
  if (first === undefined) return placed(factory.createOmittedExpression(), span);
  if (others.length === 0) return placed(factory.createPrefixMinus(first), span);
  return others.reduce((left, right) => binary(left, ts.SyntaxKind.BarToken, right, span), first);
};

/** Builds `yield x`, or `yield* x` where `isAll`. */
export const yielded = (inner: ts.Expression | undefined, isAll: boolean, span: Span): ts.Expression =>
  placed(
    isAll && inner
      ? factory.createYieldExpression(factory.createToken(ts.SyntaxKind.AsteriskToken), inner)
      : factory.createYieldExpression(undefined, inner),
    span,
  );

export const member = (object: ts.Expression, name: ts.Identifier, span: Span): ts.PropertyAccessExpression =>
  placed(factory.createPropertyAccessExpression(object, name), span);

export const element = (
  object: ts.Expression,
  index: ts.Expression,
  span: Span,
): ts.ElementAccessExpression => placed(factory.createElementAccessExpression(object, index), span);

export const call = (callee: ts.Expression, args: readonly ts.Expression[], span: Span): ts.CallExpression =>
  placed(factory.createCallExpression(callee, undefined, list(args)), span);

export const construct = (
  callee: ts.Expression,
  args: readonly ts.Expression[],
  span: Span,
): ts.NewExpression => placed(factory.createNewExpression(callee, undefined, list(args)), span);

export const binary = (
  left: ts.Expression,
  operator: ts.BinaryOperator,
  right: ts.Expression,
  span: Span,
): ts.BinaryExpression =>
  placed(
    factory.createBinaryExpression(
      left,
      placed(factory.createToken(operator as ts.SyntaxKind.PlusToken), nowhere(left.end)),
      right,
    ),
    span,
  );

export const assignTo = (left: ts.Expression, right: ts.Expression, span: Span): ts.BinaryExpression =>
  binary(left, ts.SyntaxKind.EqualsToken, right, span);

export const not = (operand: ts.Expression, span: Span): ts.Expression =>
  placed(factory.createLogicalNot(operand), span);

export const conditional = (
  condition: ts.Expression,
  whenTrue: ts.Expression,
  whenFalse: ts.Expression,
  span: Span,
): ts.Expression =>
  placed(
    factory.createConditionalExpression(
      condition,
      placed(factory.createToken(ts.SyntaxKind.QuestionToken), nowhere(condition.end)),
      whenTrue,
      placed(factory.createToken(ts.SyntaxKind.ColonToken), nowhere(whenTrue.end)),
      whenFalse,
    ),
    span,
  );

export const property = (name: ts.PropertyName, value: ts.Expression, span: Span): ts.PropertyAssignment =>
  placed(factory.createPropertyAssignment(name, value), span);

/** Builds a property around a value: `name: value`. */
export const namedProperty = (name: string, value: ts.Expression): ts.PropertyAssignment =>
  property(nameAt(name, nowhere(value.pos)), value, { start: value.pos, end: value.end });

/** Builds a computed property name. */
export const computed = (name: ts.Expression): ts.ComputedPropertyName =>
  placed(factory.createComputedPropertyName(name), { start: name.pos, end: name.end });

/** Builds the name of a property from its key: a literal, or a computed name. */
export const propertyKey = (key: ts.Expression): ts.PropertyName =>
  ts.isStringLiteral(key) || ts.isNumericLiteral(key) ? key : computed(key);

export const spreadMember = (value: ts.Expression, span: Span): ts.SpreadAssignment =>
  placed(factory.createSpreadAssignment(value), span);

export const spread = (value: ts.Expression, span: Span): ts.SpreadElement =>
  placed(factory.createSpreadElement(value), span);

export const object = (
  members: readonly ts.ObjectLiteralElementLike[],
  span: Span,
  trailing = false,
): ts.ObjectLiteralExpression => placed(factory.createObjectLiteralExpression(list(members, trailing)), span);

/** Builds the named arguments of a call as one object; its span covers all arguments, parentheses included. */
export const keywords = (
  members: readonly ts.ObjectLiteralElementLike[],
  span: Span,
  trailing = false,
): ts.ObjectLiteralExpression => markKeywords(object(members, span, trailing));

export const array = (
  items: readonly ts.Expression[],
  span: Span,
  trailing = false,
): ts.ArrayLiteralExpression => placed(factory.createArrayLiteralExpression(list(items, trailing)), span);

export const awaited = (operand: ts.Expression, span: Span): ts.Expression =>
  placed(factory.createAwaitExpression(operand), span);

export const parenthesized = (inner: ts.Expression, span: Span): ts.Expression =>
  placed(factory.createParenthesizedExpression(inner), span);

/** Text of a template between its holes. */
export interface TemplatePiece {
  readonly value: string;
  readonly written: Written;
}

const MARKS = { head: factory.createTemplateHead, middle: factory.createTemplateMiddle } as const;

/** Builds a template literal with at least one hole, and one piece more than holes. */
export const template = (
  pieces: readonly TemplatePiece[],
  holes: readonly ts.Expression[],
  span: Span,
): ts.TemplateExpression => {
  const pieceAt = <N extends ts.Node>(make: (value: string, raw: string) => N, at: number): N => {
    const { value, written } = pieces[at]!;
    return markWritten(placed(make(value, value), written.span), written);
  };
  const spans = holes.map((hole, at) => {
    const literal =
      at === holes.length - 1 ? pieceAt(factory.createTemplateTail, at + 1) : pieceAt(MARKS.middle, at + 1);
    return placed(factory.createTemplateSpan(hole, literal), { start: hole.pos, end: literal.end });
  });
  return placed(factory.createTemplateExpression(pieceAt(MARKS.head, 0), list(spans)), span);
};

/** Builds the syntax tree of a whole file. */
export const fileOf = (
  path: string,
  text: string,
  statements: readonly ts.Statement[],
  errors: readonly SyntaxError[],
  dialect: Dialect,
  comments: readonly Span[],
): ts.SourceFile => {
  const file = emptyFile();
  const whole = { start: 0, end: text.length };
  const diagnostics = errors.map(({ start, end, message }) => ({
    file,
    start,
    length: end - start,
    messageText: message,
    category: ts.DiagnosticCategory.Error,
    code: 0,
  }));
  Object.assign(file, {
    text,
    fileName: path,
    statements: placed(list(statements) as never, whole),
    parseDiagnostics: diagnostics,
  });
  placed(file.endOfFileToken as ts.Node, nowhere(text.length));
  markLowered(file, { dialect, comments });
  return placed(file, whole);
};
