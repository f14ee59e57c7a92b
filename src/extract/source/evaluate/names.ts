import { environmentInside } from './bound/environment-inside.ts';
import type { Assigned } from './paths/assigned-values.ts';
import { assignedGlobally } from './changes.ts';
import { withMembers } from './members.ts';
import { applyMutations } from './mutations.ts';
import { withoutSettings } from './other-languages/environment.ts';
import { withReassignments } from './reassignments.ts';
import { nameText } from './objects.ts';
import { withDefault } from './defaults.ts';
import { loopedOver } from './maps/loops.ts';
import { evaluateImport } from './modules.ts';
import { restArguments } from './arguments.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { type Declaration, declarationOf } from '../syntax/scope.ts';
import type { Ctx, Env, FunctionNode, Value } from './values.ts';
import { assumedFor } from './assumed-values.ts';
import { unknown } from './values.ts';

/** True where a name is declared or exported: the value that other modules see. */
const isGivenAway = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isExportSpecifier(parent) || ts.isExportAssignment(parent)) return true;
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
};

/** Values of a name where it is used. An undeclared name is a global. */
export const evaluateName = (ctx: Ctx, node: ts.Identifier, env: Env | undefined): readonly Value[] => {
  if (node.text === 'undefined') return [{ kind: 'primitive', value: undefined, node }];
  const declaration = declarationOf(node.text, node);
  if (declaration) return evaluateDeclaration(ctx, declaration, env, isGivenAway(node) ? undefined : node);
  const starred = loweredFile(node) && ctx.program.exported(node.getSourceFile().fileName, node.text);
  if (starred)
    return ctx.property({ kind: 'module', path: node.getSourceFile().fileName }, node.text, node, false);
  if (node.text === 'globalThis' || node.text === 'window' || node.text === 'self')
    return [{ kind: 'external', module: '', path: [], made: [], typed: false }];
  const assigned = node.text === 'exports' || node.text === 'module' ? [] : assignedGlobally(node);
  if (assigned.length > 0) return assigned.flatMap((expression) => ctx.evaluate(expression, env));
  return [{ kind: 'external', module: '', path: [node.text], made: [], typed: false }];
};

/** Values of a declaration. */
export const evaluateDeclaration = (
  ctx: Ctx,
  declaration: Declaration,
  env: Env | undefined,
  use?: ts.Node,
): readonly Value[] => {
  if (ts.isIdentifier(declaration)) return evaluateBinding(ctx, declaration, env, use);
  if (ts.isFunctionDeclaration(declaration) || ts.isFunctionExpression(declaration))
    return [{ kind: 'function', node: declaration, env }];
  if (ts.isClassLike(declaration)) return [{ kind: 'class', node: declaration }];
  if (ts.isEnumDeclaration(declaration)) return evaluateEnum(ctx, declaration);
  if (ts.isModuleDeclaration(declaration)) return unknown(declaration.name.text);
  return evaluateImport(ctx, declaration);
};

/** An enum's members as an object. */
export const evaluateEnum = (ctx: Ctx, node: ts.EnumDeclaration): readonly Value[] => [
  {
    kind: 'object',
    node,
    literal: undefined,
    complete: true,
    members: node.members.map((member) => ({
      name: member.name.getText().replaceAll(/['"]/g, ''),
      nameNode: member.name,
      expression: member.initializer,
      node: member,
      certain: true,
      value: () => (member.initializer ? ctx.evaluate(member.initializer, undefined) : unknown()),
    })),
  },
];

const evaluateBinding = (
  ctx: Ctx,
  name: ts.Identifier,
  env: Env | undefined,
  use: ts.Node | undefined,
): readonly Value[] => {
  const { parent } = name;
  const assumed = assumedFor(env, name);
  if (assumed) return assumed;
  if (ts.isVariableDeclaration(parent)) return evaluateVariable(ctx, parent, name, env, use);
  if (ts.isParameter(parent)) return evaluateChangedParameter(ctx, parent, name, env, use);
  if (ts.isBindingElement(parent)) return evaluateElement(ctx, parent, env);
  return unknown(name.text);
};

const evaluateVariable = (
  ctx: Ctx,
  node: ts.VariableDeclaration,
  name: ts.Identifier,
  env: Env | undefined,
  use: ts.Node | undefined,
): readonly Value[] => {
  const initial = initialValue(ctx, node, env);
  const assigned: Assigned = new Map();
  const vals = withReassignments(ctx, name, initial, env, use, assigned) ?? unknown(name.text);
  return applyMutations(ctx, name, withoutSettings(vals, node), env, use, assigned);
};

/** Parameter after the assignments in its function: `path = base + path`. */
const evaluateChangedParameter = (
  ctx: Ctx,
  parameter: ts.ParameterDeclaration,
  name: ts.Identifier,
  env: Env | undefined,
  use: ts.Node | undefined,
): readonly Value[] => {
  const given = evaluateParameter(ctx, parameter, env);
  const assigned: Assigned = new Map();
  const vals = withReassignments(ctx, name, given, env, use, assigned) ?? given;
  return applyMutations(ctx, name, vals, env, use, assigned);
};

/** Value of a variable declaration, before any assignment; also of loop variables. */
const initialValue = (
  ctx: Ctx,
  node: ts.VariableDeclaration,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const loop = node.parent.parent;
  if (ts.isForOfStatement(loop)) return loopedOver(ctx, ctx.evaluate(loop.expression, env), node);
  if (ts.isForInStatement(loop)) return unknown();
  if (node.initializer) return ctx.evaluate(node.initializer, env);
  return undefined;
};

/** `{ name }`, `{ name: local = default }`, `[first]` of a declaration or parameter. */
export const evaluateElement = (
  ctx: Ctx,
  element: ts.BindingElement,
  env: Env | undefined,
): readonly Value[] => {
  const pattern = element.parent;
  const source = evaluatePatternSource(ctx, pattern, env);
  const vals = ts.isObjectBindingPattern(pattern)
    ? pickMember(ctx, element, pattern, source, env)
    : source.flatMap((val) => pickItem(ctx, val, element, pattern));
  return withDefault(ctx, vals, element.initializer, env);
};

const pickMember = (
  ctx: Ctx,
  element: ts.BindingElement,
  pattern: ts.ObjectBindingPattern,
  source: readonly Value[],
  env: Env | undefined,
): readonly Value[] => {
  if (element.dotDotDotToken) return source.flatMap((val) => restOf(ctx, val, pattern, env));
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return unknown();
  return source.flatMap((val) => ctx.property(val, name.text, name, false));
};

const restOf = (
  ctx: Ctx,
  val: Value,
  pattern: ts.ObjectBindingPattern,
  env: Env | undefined,
): readonly Value[] => {
  if (val.kind === 'response') return [val];
  if (val.kind !== 'object') return unknown();
  const others = pattern.elements.filter(({ dotDotDotToken }) => !dotDotDotToken);
  const taken = new Set(others.map(({ propertyName, name }) => nameText(ctx, propertyName ?? name, env)));
  const members = val.members.filter((member) => !taken.has(member.name));
  // An unknown name may be that of any member.
  return [withMembers({ ...val, members, literal: undefined }, [], !taken.has(undefined))];
};

/** An item of a list by its position; of a response each item may be any, and the rest is a list as the whole. */
const pickItem = (
  ctx: Ctx,
  val: Value,
  element: ts.BindingElement,
  pattern: ts.ArrayBindingPattern,
): readonly Value[] => {
  if (val.kind === 'response') return element.dotDotDotToken ? [val] : ctx.property(val, '*', element, false);
  const index = pattern.elements.indexOf(element);
  if (val.kind === 'object' && !element.dotDotDotToken)
    return ctx.property(val, String(index), element, false);
  return val.kind === 'list' && val.items[index] && !element.dotDotDotToken ? val.items[index]() : unknown();
};

const evaluatePatternSource = (
  ctx: Ctx,
  pattern: ts.BindingPattern,
  env: Env | undefined,
): readonly Value[] => {
  const owner = pattern.parent;
  if (ts.isVariableDeclaration(owner)) return initialValue(ctx, owner, env) ?? unknown();
  return ts.isParameter(owner) ? evaluateParameter(ctx, owner, env) : evaluateElement(ctx, owner, env);
};

/** Parameters that take an argument, each with its number. */
const parametersOf = oncePerNode((fn: FunctionNode): ReadonlyMap<ts.Node, number> => {
  const taking = fn.parameters.filter((at) => !(ts.isIdentifier(at.name) && at.name.text === 'this'));
  return new Map(taking.map((parameter, index) => [parameter, index]));
});

/** Parameter: the argument of the bound call, the known argument of a callback, its type, its default. */
const evaluateParameter = (
  ctx: Ctx,
  parameter: ts.ParameterDeclaration,
  env: Env | undefined,
): readonly Value[] => {
  const fn = parameter.parent as FunctionNode;
  const index = parametersOf(fn).get(parameter) ?? -1;
  const binding = environmentInside(env, fn);
  if (binding && parameter.dotDotDotToken) return restArguments(parameter, binding, index);
  if (binding) {
    const bound = binding.argument(index) ?? [{ kind: 'primitive', value: undefined, node: parameter }];
    return withDefault(ctx, bound, parameter.initializer, env);
  }
  const received = ctx.callbackArgument(fn, index, env);
  if (received) return received;
  const instance = ctx.typed(parameter.type);
  // Callers may be more precise than the type of a package's client.
  if (instance?.[0]?.kind === 'external') ctx.touch(fn);
  // The call path may bind the constructor of that class.
  if (instance) return instance.map((val) => (val.kind === 'instance' ? { ...val, env } : val));
  ctx.touch(fn);
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  return withDefault(ctx, unknown(name), parameter.initializer, env);
};
