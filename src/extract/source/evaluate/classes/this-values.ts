import { environmentInside } from '../bound/environment-inside.ts';
import { classChain } from '../classes.ts';
import { constructorOfMethod, instanceOfFunction, isConstructorFunction } from '../prototypes.ts';
import { topBy } from '../../syntax/climb.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, InstanceValue, Value } from '../values.ts';
import { methodAround } from './instance-fields.ts';
import { duringCall } from './method-calls.ts';
import { wholeClass } from './parts.ts';

/** `this` in a method of a prototype or of an object literal, and in a function that is called with `new`. */
const thisInFunction = (
  ctx: Ctx,
  fn: ts.FunctionExpression | ts.FunctionDeclaration,
  env: Env | undefined,
): readonly Value[] => {
  const owner = constructorOfMethod(fn) ?? (isConstructorFunction(fn) ? fn : undefined);
  if (owner) return [instanceOfFunction(ctx, owner, env)];
  return ts.isPropertyAssignment(fn.parent)
    ? ctx.evaluate(fn.parent.parent, env)
    : [{ kind: 'unknown', name: 'this' }];
};

/** Receiver of a method, where it is known; any instance of its class otherwise. */
const selfIn = (
  ctx: Ctx,
  owner: ts.ClassLikeDeclaration,
  node: ts.Node,
  env: Env | undefined,
): InstanceValue => {
  const inside = methodAround(node);
  const around = inside && environmentInside(env, inside);
  const self = around?.self;
  const chain = self ? classChain(ctx, self.node) : [];
  return self && chain.includes(owner)
    ? duringCall(ctx, self, { fn: inside!, env: around, at: node }, chain)
    : {
        kind: 'instance',
        node: wholeClass(ctx, owner),
        env,
        open: true,
        inside,
      };
};

const isStaticMember = (node: ts.Node): boolean =>
  ts.isClassElement(node) &&
  ts.isClassLike(node.parent) &&
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;

const isMethodOfLiteral = (node: ts.Node): boolean =>
  (ts.isMethodDeclaration(node) || ts.isGetAccessor(node)) && ts.isObjectLiteralExpression(node.parent);

/** What gives `this` its value at a node: a class, a static member, a method of a literal, or a function. */
const givingThis = topBy((node) =>
  ts.isClassLike(node) ||
  ts.isFunctionExpression(node) ||
  ts.isFunctionDeclaration(node) ||
  isStaticMember(node) ||
  isMethodOfLiteral(node)
    ? undefined
    : (node.parent as ts.Node | undefined),
);

/** Values of `this` at a node: an instance of the enclosing class, or the object literal whose method it is. */
export const thisValues = (ctx: Ctx, node: ts.Node, env: Env | undefined): readonly Value[] => {
  const at = givingThis(node.parent);
  if (ts.isClassLike(at)) return [selfIn(ctx, at, node, env)];
  if (isStaticMember(at)) return [{ kind: 'class', node: at.parent as ts.ClassLikeDeclaration }];
  if (isMethodOfLiteral(at)) {
    const owner = constructorOfMethod(at as ts.MethodDeclaration);
    return owner ? [instanceOfFunction(ctx, owner, env)] : ctx.evaluate(at.parent, env);
  }
  return ts.isFunctionExpression(at) || ts.isFunctionDeclaration(at)
    ? thisInFunction(ctx, at, env)
    : [{ kind: 'unknown', name: 'this' }];
};
