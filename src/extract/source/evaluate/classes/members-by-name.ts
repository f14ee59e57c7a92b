import { groupBy } from '../../../../model/index.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

const memberName = (member: ts.ClassElement): string | undefined =>
  member.name &&
  (ts.isIdentifier(member.name) || ts.isPrivateIdentifier(member.name) || ts.isStringLiteral(member.name))
    ? member.name.text
    : undefined;

/** Assignment to a field of a class, in the class. */
export interface FieldAssignment {
  readonly name: string;
  readonly node: ts.BinaryExpression;
  readonly value: ts.Expression;
  readonly appends: boolean;
}

const ASSIGNS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** `this.x = …`, `this.x ??= …` anywhere in the class. */
const assignmentsIn = oncePerNode((node: ts.ClassLikeDeclaration) => {
  const found: FieldAssignment[] = [];
  const visit = (at: ts.Node): boolean | void => {
    if (ts.isClassLike(at) && at !== node) return false;
    if (
      ts.isBinaryExpression(at) &&
      ts.isPropertyAccessExpression(at.left) &&
      at.left.expression.kind === ts.SyntaxKind.ThisKeyword &&
      ASSIGNS.has(at.operatorToken.kind)
    ) {
      const appends = at.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
      found.push({ name: at.left.name.text, node: at, value: at.right, appends });
    }
  };
  walk(node, visit);
  return groupBy(found, ({ name }) => name);
});

/** Values that the class gives to a field of its own. */
export const assignmentsOf = (node: ts.ClassLikeDeclaration, name: string): readonly FieldAssignment[] =>
  assignmentsIn(node).get(name) ?? [];

const membersIn = oncePerNode((node: ts.ClassLikeDeclaration) => groupBy(node.members, memberName));

/** Members that a class declares under a name, in order. */
export const membersDeclaredAs = (node: ts.ClassLikeDeclaration, name: string): readonly ts.ClassElement[] =>
  membersIn(node).get(name) ?? [];

const constructorIn = oncePerNode(
  (node: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | null =>
    node.members.find(
      (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && !!member.body,
    ) ?? null,
);

/** Constructor that a class declares with a body. */
export const declaredConstructor = (node: ts.ClassLikeDeclaration): ts.ConstructorDeclaration | undefined =>
  constructorIn(node) ?? undefined;

const parameterPropertiesIn = oncePerNode((made: ts.ConstructorDeclaration) =>
  groupBy(made.parameters, (at) =>
    ts.isParameterPropertyDeclaration(at, made) && ts.isIdentifier(at.name) ? at.name.text : undefined,
  ),
);

/** Parameter of a constructor that is a field: `constructor(private base: string)`. */
export const parameterPropertyOf = (
  made: ts.ConstructorDeclaration,
  name: string,
): ts.ParameterDeclaration | undefined => parameterPropertiesIn(made).get(name)?.[0];

/** `Object.assign(this, { base, … })` in a constructor. */
export const mergesIn = oncePerNode((node: ts.ClassLikeDeclaration): readonly ts.Expression[] => {
  const found: ts.Expression[] = [];
  const visit = (at: ts.Node): void => {
    if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return;
    const { expression: owner, name } = at.expression;
    const [target, ...sources] = at.arguments;
    const isMerge = name.text === 'assign' && ts.isIdentifier(owner) && owner.text === 'Object';
    if (isMerge && target?.kind === ts.SyntaxKind.ThisKeyword) found.push(...sources);
  };
  const made = declaredConstructor(node);
  if (made) walk(made, visit);
  return found;
});
