import { dottedName } from '../syntax/dialect.ts';
import { type Nodes, nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx, Env, FunctionNode, ObjMember, ObjectValue } from './values.ts';
import { walk } from '../syntax/walk.ts';

/** Constructor function: called with `new`, from before classes. */
export type ConstructorFunction = ts.FunctionDeclaration | ts.FunctionExpression;

const isPlainFunction = (node: ts.Node | undefined): node is ConstructorFunction =>
  node !== undefined && (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node));

/** Function that a name declares. */
const functionNamed = (name: ts.Identifier): ConstructorFunction | undefined => {
  const declaration = declarationOf(name.text, name);
  if (isPlainFunction(declaration)) return declaration;
  const value =
    declaration && ts.isIdentifier(declaration) && ts.isVariableDeclaration(declaration.parent)
      ? declaration.parent.initializer
      : undefined;
  return isPlainFunction(value) ? value : undefined;
};

const prototypeOwner = (node: ts.Expression): ConstructorFunction | undefined =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'prototype' && ts.isIdentifier(node.expression)
    ? functionNamed(node.expression)
    : undefined;

interface Written {
  readonly owner: ConstructorFunction;
  readonly name: ts.PropertyName | ts.MemberName;
  readonly value: ts.Expression | ts.MethodDeclaration;
}

const inLiteral = (owner: ConstructorFunction, literal: ts.Expression): readonly Written[] =>
  ts.isObjectLiteralExpression(literal)
    ? literal.properties.flatMap((property): readonly Written[] => {
        if (ts.isPropertyAssignment(property))
          return [{ owner, name: property.name, value: property.initializer }];
        return ts.isMethodDeclaration(property) ? [{ owner, name: property.name, value: property }] : [];
      })
    : [];

const writtenAt = (node: Nodes['changing'][number]): readonly Written[] => {
  if (ts.isCallExpression(node)) {
    const [target, source] = node.arguments;
    const owner =
      target && source && dottedName(node.expression) === 'Object.assign' && prototypeOwner(target);
    return owner ? inLiteral(owner, source) : [];
  }
  if (ts.isDeleteExpression(node)) return [];
  const { left, right } = node;
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left))
    return [];
  const whole = prototypeOwner(left);
  if (whole) return inLiteral(whole, right);
  const owner = prototypeOwner(left.expression);
  return owner ? [{ owner, name: left.name, value: right }] : [];
};

/** Members that a file assigns to the prototypes of its functions. */
const writtenIn = oncePerNode((file: ts.SourceFile): readonly Written[] =>
  file.text.includes('.prototype') ? nodesOf(file).changing.flatMap(writtenAt) : [],
);

interface Assigned {
  readonly name: ts.MemberName;
  readonly value: ts.Expression;
  readonly node: ts.Node;
}

/** `this.x = …` in a function itself, arrow functions included. */
const assignedIn = oncePerNode((fn: ts.Node): readonly Assigned[] => {
  const found: Assigned[] = [];
  walk(fn, (node) => {
    if (node !== fn && (isPlainFunction(node) || ts.isClassLike(node))) return false;
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.expression.kind === ts.SyntaxKind.ThisKeyword
    )
      found.push({ name: node.left.name, value: node.right, node });
    return undefined;
  });
  return found;
});

const nameOf = (name: ts.PropertyName | ts.MemberName): string | undefined =>
  ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)
    ? name.text
    : undefined;

const assignedMember = (
  ctx: Ctx,
  { name, value, node }: Assigned,
  env: Env | undefined,
  certain: boolean,
): ObjMember => ({
  name: name.text,
  nameNode: name,
  expression: value,
  node,
  certain,
  value: () => ctx.evaluate(value, env),
});

const writtenMember = (ctx: Ctx, { name, value }: Written): readonly ObjMember[] => {
  const text = nameOf(name);
  if (text === undefined) return [];
  const vals = (): ReturnType<ObjMember['value']> =>
    ts.isMethodDeclaration(value)
      ? [{ kind: 'function', node: value, env: undefined }]
      : ctx.evaluate(value, undefined);
  return [
    {
      name: text,
      nameNode: name,
      expression: ts.isMethodDeclaration(value) ? undefined : value,
      node: value,
      certain: true,
      value: vals,
    },
  ];
};

/** True for a function that assigns to `this` and whose prototype has methods. */
export const isConstructorFunction = (fn: ts.Node): fn is ConstructorFunction =>
  isPlainFunction(fn) && (assignedIn(fn).length > 0 || methodsOf(fn).length > 0);

const methodsOf = (fn: ConstructorFunction): readonly Written[] =>
  writtenIn(fn.getSourceFile()).filter(({ owner }) => owner === fn);

/**
 * Instance that `new` creates from a function: members of its prototype, then assignments to `this` in it and
 * its methods.
 */
export const instanceOfFunction = (ctx: Ctx, fn: ConstructorFunction, env: Env | undefined): ObjectValue => {
  const methods = methodsOf(fn);
  const later = methods.flatMap(({ value }) => assignedIn(value));
  return {
    kind: 'object',
    node: fn,
    complete: false,
    literal: undefined,
    members: [
      ...methods.flatMap((method) => writtenMember(ctx, method)),
      ...assignedIn(fn).map((member) => assignedMember(ctx, member, env, true)),
      ...later.map((member) => assignedMember(ctx, member, undefined, false)),
    ],
  };
};

/** Constructor function that a method belongs to. */
export const constructorOfMethod = (method: FunctionNode): ConstructorFunction | undefined =>
  writtenIn(method.getSourceFile()).find(({ value }) => value === method)?.owner;
