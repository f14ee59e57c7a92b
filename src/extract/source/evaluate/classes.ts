import { propertyOfObject } from './objects.ts';
import { ts } from '../syntax/tree.ts';
import { fieldGiven, isGivenOutside } from './classes/instance-fields.ts';
import { changesByCalls, isByChain } from './classes/method-calls.ts';
import { isPlain } from './paths/reached.ts';
import { concatenate } from './texts.ts';
import { type Ctx, type InstanceValue, unknown, type Value } from './values.ts';
import { memberOfOutsideBase } from './classes/outside-base.ts';
import { isChangedInChains, withFieldChanges } from './classes/field-changes.ts';
import { grownField, growthOf } from './classes/field-growth.ts';
import {
  assignmentsOf,
  declaredConstructor,
  type FieldAssignment,
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
  const all = assignmentsOf(node, name);
  const { anyTime, inCalls } = changesByCalls(node, instance, all, (one) => one.node);
  const before = ownFieldAtAnyTime(ctx, node, name, instance, anyTime, inherited);
  return inCalls.reduce((vals, { of, call, branches }) => {
    const next = of.appends
      ? concatenate([vals ?? inherited() ?? unknown(name), ctx.evaluate(of.value, call.env)], of.node)
      : ctx.evaluate(of.value, call.env);
    const isCertain = branches.length === 0 && (of.appends || isPlain(of.node));
    return isCertain ? next : [...(vals ?? inherited() ?? []), ...next];
  }, before);
};

const ownFieldAtAnyTime = (
  ctx: Ctx,
  node: ts.ClassLikeDeclaration,
  name: string,
  instance: InstanceValue,
  all: readonly FieldAssignment[],
  inherited: () => readonly Value[] | undefined,
): readonly Value[] | undefined => {
  const { env } = instance;
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
    if (found && found.length > 0) return withFieldChanges(ctx, node, name, [...found, ...derived], instance);
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

/** True for a field that methods set which return their object: their calls before determine it. */
const isSetInChains = (owner: ts.ClassLikeDeclaration, name: string): boolean =>
  isChangedInChains(owner, name) || assignmentsOf(owner, name).some(({ node }) => isByChain(owner, node));

/** `instance.name`: the value from the most derived class that defines it. */
export const fieldValues = (ctx: Ctx, instance: InstanceValue, name: string): readonly Value[] => {
  // The callers of the method determine its receiver.
  const isByCaller = (): boolean =>
    isGivenOutside(ctx, name) ||
    isMadeVariously(ctx, instance.node) ||
    classChain(ctx, instance.node).some((owner) => isSetInChains(owner, name));
  if (instance.inside && isByCaller()) ctx.touch(instance.inside);
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
  if (outside.length > 0) return outside;
  const unset = instance.calls && chain.flatMap((owner) => assignmentsOf(owner, name))[0];
  return unset ? [{ kind: 'primitive', value: undefined, node: unset.node }] : [{ kind: 'unknown', name }];
};

/** A static member of a class. */
export const staticOf = (ctx: Ctx, node: ts.ClassLikeDeclaration, name: string): readonly Value[] => {
  for (const owner of classChain(ctx, node))
    for (const member of membersDeclaredAs(owner, name)) {
      if (ts.isPropertyDeclaration(member) && member.initializer)
        return withFieldChanges(ctx, owner, name, ctx.evaluate(member.initializer, undefined), {});
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
