import type { Member } from '../../../model/index.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';

/** Field that a constructor sets to a value that it writes: `this.providerSettings = { … }`. */
interface SetField {
  readonly name: ts.Identifier;
  readonly value: ts.Expression;
  readonly node: ts.Node;
}

const isWritten = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) ||
  ts.isArrayLiteralExpression(node) ||
  ts.isLiteralExpression(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword;

const fieldSetBy = (node: ts.Statement): readonly SetField[] => {
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return [];
  const { left, operatorToken, right } = node.expression;
  const isField =
    operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(left) &&
    left.expression.kind === ts.SyntaxKind.ThisKeyword &&
    ts.isIdentifier(left.name);
  return isField && isWritten(right)
    ? [{ name: left.name as ts.Identifier, value: right, node: node.expression }]
    : [];
};

/** Fields that a class of JavaScript sets in its constructor, and does not declare. */
export const fieldsSet = (node: ts.Node): readonly SetField[] => {
  if (!ts.isClassLike(node) || loweredFile(node)) return [];
  const declared = new Set(node.members.map(({ name }) => name?.getText()));
  const statements = node.members.find(ts.isConstructorDeclaration)?.body?.statements ?? [];
  return statements.flatMap(fieldSetBy).filter(({ name }) => !declared.has(name.text));
};

/** Member of the shape of a class for a field that its constructor sets. */
export const setMember = ({ name, value, node }: SetField): Member => ({
  key: slotOfName(name),
  value: { kind: 'opaque', ...placeOf(value), pure: true },
  place: placeOf(node),
  removal: undefined,
  certain: true,
});
