import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Lowering, Owner } from './lowering.ts';

const IS_TYPE = /^[A-Z]/;

const owns = (owner: Owner, name: string): boolean => owner.fields.has(name) || owner.methods.has(name);

/** Enclosing class that has a member of this name, and whether it is the innermost one. */
const ownerOf = (owner: Owner | undefined, name: string): Owner | undefined =>
  owner && (owns(owner, name) ? owner : ownerOf(owner.around, name));

/** Lowers an unqualified member of an enclosing class: `BASE`, `baseUrl`; `undefined` where no class has it. */
export const ownMember = (
  ctx: Lowering,
  name: string,
  span: Span,
  spelled: string = name,
): ts.Expression | undefined => {
  const { scope } = ctx;
  const found = ownerOf(scope.owner, name);
  const before = build.nowhere(span.start);
  if (found?.statics.has(name))
    return build.member(build.nameAt(found.name, before), build.nameAt(spelled, span), span);
  if (found !== undefined && found === scope.owner)
    return build.member(build.thisAt(before), build.nameAt(spelled, span), span);
  const inherits = found === undefined && scope.owner?.extends === true && !IS_TYPE.test(name);
  return inherits ? build.member(build.thisAt(before), build.nameAt(spelled, span), span) : undefined;
};

/** Lowers a name: a variable, a member of an enclosing class, or a type. */
export const nameOf = (ctx: Lowering, name: string, span: Span): ts.Expression => {
  if (ctx.scope.locals.has(name)) return build.nameAt(name, span);
  const own = ownMember(ctx, name, span);
  if (own) return own;
  const type = ctx.outside.members.get(name);
  if (type !== undefined)
    return build.member(build.nameAt(type, build.nowhere(span.start)), build.nameAt(name, span), span);
  if (IS_TYPE.test(name) && !ctx.outside.declared.has(name) && !ctx.outside.named.has(name))
    ctx.outside.free.add(name);
  return build.nameAt(name, span);
};

/** Reference to a library by its package, with an empty span. */
export const library = (ctx: Lowering, name: string, at: number): ts.Expression => {
  ctx.outside.libraries.add(name);
  return build.nameAt(libraryName(name), build.nowhere(at));
};

/** Name that refers to a library in a lowered file. */
export const libraryName = (name: string): string => `$${name.replaceAll(/\W/g, '_')}`;

/** Call of a library function. */
export const callLibrary = (
  ctx: Lowering,
  name: string,
  path: string,
  args: readonly ts.Expression[],
  span: Span,
): ts.Expression => {
  const at = build.nowhere(span.start);
  return build.call(build.member(library(ctx, name, span.start), build.nameAt(path, at), at), args, span);
};

/** Call `method(a, b)` of an enclosing class; among overloads, the one with that many parameters. */
export const callOwn = (
  ctx: Lowering,
  name: string,
  at: Span,
  args: readonly ts.Expression[],
  span: Span,
): ts.Expression => {
  const owner = ownerOf(ctx.scope.owner, name);
  const overloads = owner?.methods.get(name) ?? [];
  const fitting = overloads.flatMap((count, index) => (count === args.length ? [index] : []));
  const spelled = overloads.length > 1 && fitting.length === 1 ? overloadName(name, fitting[0]!) : name;
  return build.call(ownMember(ctx, name, at, spelled) ?? nameOf(ctx, name, at), args, span);
};

/** Name of one overload of a method. */
export const overloadName = (name: string, index: number): string => `${name}$${index}`;

/** `new Client(a, b)`. */
export const newObject = (
  ctx: Lowering,
  type: string,
  at: Span,
  args: readonly ts.Expression[],
  span: Span,
): ts.Expression => {
  const [first = type, ...others] = type.split('.');
  const callee = others.reduce<ts.Expression>(
    (owner, name) => build.member(owner, build.nameAt(name, at), at),
    nameOf(ctx, first, at),
  );
  return build.construct(callee, args, span);
};
