import { environmentInside } from './bound/environment-inside.ts';
import { propertyOfObject } from './objects.ts';
import { topBy } from '../syntax/climb.ts';
import { ts } from '../syntax/tree.ts';
import { constructorOfMethod, instanceOfFunction, isConstructorFunction } from './prototypes.ts';
import { fieldGiven, isGivenOutside, methodAround } from './classes/instance-fields.ts';
import { type Ctx, type Env, type InstanceValue, unknown, type Value } from './values.ts';
import { memberOfOutsideBase } from './classes/outside-base.ts';
import { withFieldChanges } from './classes/field-changes.ts';
import { grownField, growthOf } from './classes/field-growth.ts';
import {
  assignmentsOf,
  declaredConstructor,
  membersDeclaredAs,
  mergesIn,
  parameterPropertyOf,
} from './classes/members-by-name.ts';
import { partsOfClass, wholeClass } from './classes/parts.ts';

/** Project class that `extends` names, if any. */
export const superclassOf = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
): ts.ClassLikeDeclaration | undefined => {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  const val = base && ctx.evaluate(base, undefined)[0];
  return val?.kind === 'class' && val.node !== node ? val.node : undefined;
};

/** A class and its superclasses, most derived first. */
export const classChain = (ctx: Ctx, node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] => {
  const chain: ts.ClassLikeDeclaration[] = [];
  for (
    let at: ts.ClassLikeDeclaration | undefined = wholeClass(ctx, node);
    at && !chain.includes(at);
    at = superclassOf(ctx, at)
  )
    chain.push(at, ...partsOfClass(ctx, at));
  return chain;
};

const membersOfThis = (vals: readonly Value[], name: string): readonly Value[] =>
  vals.flatMap((val): readonly Value[] => {
    if (val.kind !== 'object') return [];
    return val.members.some((member) => member.name === name) ? propertyOfObject(val, name, val.node) : [];
  });

/**
 * Values of a field within its own class: assignments, initialiser, parameter property, getter, method; `undefined` where it
 * gives it none. `inherited` gives those that its superclasses give it.
 */
const ownField = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
  name: string,
  instance: InstanceValue,
  inherited: () => readonly Value[] | undefined,
): readonly Value[] | undefined => {
  const { env } = instance;
  const all = assignmentsOf(node, name);
  const growth = growthOf(node, all);
  const assigned = all.filter((one) => !one.appends && !growth.includes(one));
  const initial = fieldInitializer(ctx, node, name, instance)?.filter(
    (val) => (assigned.length === 0 && growth.length === 0) || !isTyped(val),
  );
  const before = (): readonly Value[] =>
    initial && initial.length > 0 ? initial : (inherited() ?? unknown(name));
  const grown = growth.length > 0 ? grownField(ctx, node, growth, before, env) : [];
  const merged = mergesIn(node).flatMap((source) => membersOfThis(ctx.evaluate(source, env), name));
  const vals = [
    ...grown,
    ...assigned.flatMap((assignment) => ctx.evaluate(assignment.value, env)),
    ...merged,
  ];
  if (growth.length > 0) return vals;
  // `this.base = base || this.base`: the other alternatives are more precise than an empty default.
  if (vals.length > 0)
    return initial
      ? [...vals, ...initial.filter((val) => val.kind !== 'primitive' || val.value !== null)]
      : vals;
  return initial;
};

/** Values of a field, from the first class of a chain that gives it some, after what that class changes in them. */
const fieldIn = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  name: string,
  instance: InstanceValue,
  derived: readonly Value[] = [],
): readonly Value[] | undefined => {
  for (const [at, node] of chain.entries()) {
    const inherited = (): readonly Value[] | undefined => fieldIn(ctx, chain.slice(at + 1), name, instance);
    const found = ownField(ctx, node, name, instance, inherited);
    if (found && found.length > 0)
      return withFieldChanges(ctx, node, name, [...found, ...derived], instance.env);
  }
  return undefined;
};

const isTyped = (val: Value): boolean =>
  (val.kind === 'external' && val.typed) || (val.kind === 'instance' && val.open);

const fieldInitializer = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
  name: string,
  instance: InstanceValue,
): readonly Value[] | undefined => {
  const { env } = instance;
  const self = instance.open ? undefined : instance;
  for (const member of membersDeclaredAs(node, name)) {
    if (ts.isPropertyDeclaration(member))
      return member.initializer ? ctx.evaluate(member.initializer, env) : ctx.typed(member.type);
    if (ts.isMethodDeclaration(member) && member.body) return [{ kind: 'function', node: member, env, self }];
    if (ts.isGetAccessor(member) && member.body)
      return ctx.call({ kind: 'function', node: member, env, self }, undefined, () => undefined, env);
  }
  const made = declaredConstructor(node);
  const parameter = made && parameterPropertyOf(made, name);
  return parameter && ctx.evaluate(parameter.name, env);
};

/** `instance.name`: the value from the most derived class that defines it. */
export const fieldValues = (ctx: Ctx, instance: InstanceValue, name: string): readonly Value[] => {
  // The callers of the method determine its receiver.
  if (instance.inside && (isGivenOutside(ctx, name) || isMadeVariously(ctx, instance.node)))
    ctx.touch(instance.inside);
  const given = fieldGiven(instance, name, (of) => classChain(ctx, of).includes(instance.node));
  return given.certain ? given.vals : [...given.vals, ...fieldOfClass(ctx, asMade(ctx, instance), name)];
};

/** Some object of a class, with what its constructor writes for those of its superclasses: `super('https://…')`. */
const asMade = (ctx: Ctx, instance: InstanceValue): InstanceValue => {
  const made = instance.open
    ? ctx.constructed(instance.node, undefined, () => undefined, instance.env)
    : undefined;
  return made ? { ...instance, env: made } : instance;
};

/** True for a class whose objects may differ: by constructor arguments, or by subclasses. */
const isMadeVariously = (ctx: Ctx, node: ts.ClassLikeDeclaration): boolean =>
  ctx.subclasses(node).length > 0 ||
  classChain(ctx, node).some((at) => (declaredConstructor(at)?.parameters.length ?? 0) > 0);

const fieldOfClass = (ctx: Ctx, instance: InstanceValue, name: string): readonly Value[] => {
  const chain = classChain(ctx, instance.node);
  const derived = instance.open
    ? ctx.subclasses(instance.node).flatMap((node) => {
        const inherited = (): readonly Value[] | undefined =>
          fieldIn(ctx, classChain(ctx, node).slice(1), name, instance);
        return ownField(ctx, node, name, instance, inherited) ?? [];
      })
    : [];
  const found = fieldIn(ctx, chain, name, instance, derived);
  if (found) return found;
  if (derived.length > 0) return derived;
  const outside = memberOfOutsideBase(ctx, chain, instance, name);
  return outside.length > 0 ? outside : [{ kind: 'unknown', name }];
};

/** A static member of a class. */
export const staticOf = (ctx: Ctx, node: ts.ClassLikeDeclaration, name: string): readonly Value[] => {
  for (const owner of classChain(ctx, node))
    for (const member of membersDeclaredAs(owner, name)) {
      if (ts.isPropertyDeclaration(member) && member.initializer)
        return withFieldChanges(ctx, owner, name, ctx.evaluate(member.initializer, undefined), undefined);
      if (ts.isMethodDeclaration(member) && member.body)
        return [{ kind: 'function', node: member, env: undefined }];
      if (ts.isGetAccessor(member))
        return ctx.call(
          { kind: 'function', node: member, env: undefined },
          undefined,
          () => undefined,
          undefined,
        );
    }
  return [{ kind: 'unknown', name }];
};

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
  const self = inside && environmentInside(env, inside)?.self;
  return self && classChain(ctx, self.node).includes(owner)
    ? self
    : { kind: 'instance', node: wholeClass(ctx, owner), env, open: true, inside };
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
