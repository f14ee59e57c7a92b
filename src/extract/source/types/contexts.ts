import type { Type } from './named-types.ts';
import { strip } from '../evaluate/arguments.ts';
import type { Ctx } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { ANY, MAX_PATH_LENGTH, type Path, propertyName } from './member-path.ts';
import { oncePerNode } from '../syntax/memo.ts';

/** Declared type that an expression has to match, and the path of members to the expression. */
export interface WrittenType {
  readonly type: Type;
  readonly path: Path;
}

const isConst = (type: ts.TypeNode): boolean =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const';

const isPlain = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isConditionalExpression(node);

const givesThrough = (node: ts.Node, parent: ts.Node): boolean => {
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  if (isPlain(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    (parent.operatorToken.kind === ts.SyntaxKind.BarBarToken ||
      parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ||
      (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === node))
  );
};

/** Types of the parameter that an argument is bound to, in functions of the project. */
const ofArgument = (
  ctx: Ctx,
  call: ts.CallExpression | ts.NewExpression,
  node: ts.Node,
): readonly ts.TypeNode[] => {
  const index = call.arguments?.findIndex((argument) => argument === node) ?? -1;
  if (index < 0) return [];
  return ctx.evaluate(call.expression, undefined).flatMap((val): readonly ts.TypeNode[] => {
    const made = val.kind === 'class' ? val.node.members.find(ts.isConstructorDeclaration) : undefined;
    const type = (val.kind === 'function' ? val.node : made)?.parameters[index]?.type;
    return type ? [type] : [];
  });
};

/** Declared type of what is assigned to: of the variable or field itself, or of the object whose member it is. */
const ofAssignment = (target: ts.Expression, path: Path = []): WrittenType | undefined => {
  const left = strip(target);
  const type = ts.isPropertyAccessExpression(left) ? fieldType(left) : ofVariable(left);
  if (type) return { type, path };
  const isMember = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left);
  if (!isMember || path.length === MAX_PATH_LENGTH) return undefined;
  const name = ts.isPropertyAccessExpression(left) ? left.name : left.argumentExpression;
  return ofAssignment(left.expression, [propertyName(name) ?? ANY, ...path]);
};

const ofVariable = (left: ts.Expression): ts.TypeNode | undefined => {
  const declared = ts.isIdentifier(left) ? declarationOf(left.text, left) : undefined;
  return declared && ts.isIdentifier(declared) ? writtenTypeOf(declared) : undefined;
};

/** Declared type of `this.field`. */
const fieldType = ({ expression, name }: ts.PropertyAccessExpression): ts.TypeNode | undefined => {
  const owner =
    expression.kind === ts.SyntaxKind.ThisKeyword ? ts.findAncestor(expression, ts.isClassLike) : undefined;
  return owner && fieldTypeIn(owner, name.text);
};

/** Declared type of a class's field. */
export const fieldTypeIn = (owner: ts.ClassLikeDeclaration, name: string): ts.TypeNode | undefined => {
  for (const member of owner.members) {
    if (ts.isPropertyDeclaration(member) && propertyName(member.name) === name) return member.type;
    if (!ts.isConstructorDeclaration(member)) continue;
    const parameter = member.parameters.find(
      (at) =>
        ts.isParameterPropertyDeclaration(at, member) && ts.isIdentifier(at.name) && at.name.text === name,
    );
    if (parameter?.type) return parameter.type;
  }
  return undefined;
};

/** Type annotation of a variable or parameter. */
export const writtenTypeOf = (name: ts.Identifier): ts.TypeNode | undefined =>
  ts.isVariableDeclaration(name.parent) || ts.isParameter(name.parent) ? name.parent.type : undefined;

/** Types that an expression has to match: annotations, assertions, parameters, results. */
export const writtenFor = (ctx: Ctx, start: ts.Node): readonly WrittenType[] => {
  const found: WrittenType[] = [];
  let path: Path = [];
  for (let node = start; node.parent; node = node.parent) {
    const { parent } = node;
    const add = (type: Type | undefined): void => {
      if (type) found.push({ type, path });
    };
    if (
      ts.isSatisfiesExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isTypeAssertionExpression(parent)
    ) {
      if (!isConst(parent.type)) add(parent.type);
    } else if (ts.isPropertyAssignment(parent) && parent.initializer === node)
      path = [propertyName(parent.name) ?? ANY, ...path];
    else if (ts.isArrayLiteralExpression(parent)) path = [ANY, ...path];
    else if (ts.isObjectLiteralExpression(parent) || givesThrough(node, parent)) continue;
    else {
      for (const type of typesAbove(ctx, node, parent)) add(type);
      const assigned =
        ts.isBinaryExpression(parent) && parent.right === node ? ofAssignment(parent.left) : undefined;
      return assigned ? [...found, { type: assigned.type, path: [...assigned.path, ...path] }] : found;
    }
  }
  return found;
};

const typesAbove = (ctx: Ctx, node: ts.Node, parent: ts.Node): readonly (Type | undefined)[] => {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node ? [parent.type] : [];
  if (ts.isReturnStatement(parent)) return [ts.findAncestor(parent, ts.isFunctionLike)?.type];
  if (ts.isArrowFunction(parent)) return [parent.type];
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) ? ofArgument(ctx, parent, node) : [];
};

const named = (literal: ts.Node): ts.Identifier | undefined => {
  let node = literal;
  while (ts.isAsExpression(node.parent) || ts.isSatisfiesExpression(node.parent)) node = node.parent;
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && !parent.type
    ? parent.name
    : undefined;
};

const typeQueryOf = oncePerNode(
  (name: ts.Identifier): ts.Node | null =>
    nameReferences(name).find(({ parent }) => ts.isTypeQueryNode(parent))?.parent ?? null,
);

/** `typeof DEFAULTS`: a type derived from the object, which also applies to others. */
export const typeMadeOf = (literal: ts.Node): ts.Node | undefined => {
  const name = named(literal);
  return name && (typeQueryOf(name) ?? undefined);
};

/** Types of parameters that an object is passed to by name: `create(body)`. */
export const typesGivenTo = (ctx: Ctx, literal: ts.Node): readonly WrittenType[] => {
  const name = named(literal);
  return (name ? nameReferences(name) : []).flatMap((reference) =>
    ts.isCallExpression(reference.parent) || ts.isNewExpression(reference.parent)
      ? ofArgument(ctx, reference.parent, reference).map((type) => ({ type, path: [] }))
      : [],
  );
};
