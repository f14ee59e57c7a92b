import { argumentValues, strip } from '../arguments.ts';
import { environmentInside } from '../bound/environment-inside.ts';
import type { Branch } from '../paths/branches.ts';
import { branchesTo } from '../paths/conditions.ts';
import { functionAround } from '../paths/leaving.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Ctx, Env, FunctionNode, InstanceValue, MethodCall, Value } from '../values.ts';
import { declaredConstructor, membersDeclaredAs } from './members-by-name.ts';

// Objects whose methods change them and return them: `to(BASE).header('Accept', type).path('/orgs').send()`.

/** Expressions whose value no variable, field or list holds as well: other code has not called its methods. */
const HELD_BY_NONE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.ThisKeyword,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.TypeAssertionExpression,
]);

/** Values with unknown calls of their methods. */
export const forgetCalls = (vals: readonly Value[]): readonly Value[] =>
  vals.some((val) => val.kind === 'instance' && val.calls)
    ? vals.map((val) => (val.kind === 'instance' ? { ...val, calls: undefined } : val))
    : vals;

/** Values of an expression: which methods of an object were called is known only where nothing else holds the object. */
export const forgetCallsIfHeld = (node: ts.Node, vals: readonly Value[]): readonly Value[] =>
  HELD_BY_NONE.has(node.kind) ? vals : forgetCalls(vals);

/** What a class does with `this`: methods that it may call at any time, and whether it passes itself on. */
interface OwnUses {
  readonly called: ReadonlySet<string>;
  readonly passesOn: boolean;
}

const isReturned = (node: ts.Node): boolean =>
  ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && node.parent.body === node);

const isSuperCall = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;

const isCallee = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node;

const ownUses = oncePerNode((owner: ts.ClassLikeDeclaration): OwnUses => {
  const called = new Set<string>();
  let passesOn = false;
  walk(owner, (node) => {
    if (ts.isClassLike(node) && node !== owner) return false;
    const isSuper = node.kind === ts.SyntaxKind.SuperKeyword;
    if (node.kind !== ts.SyntaxKind.ThisKeyword && !isSuper) return;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent)) {
      const isOwn = !isSuper && isCallee(parent) && ts.isClassLike(functionAround(node).parent);
      if (!isOwn) called.add(parent.name.text);
    } else if (!isReturned(node) && !isSuperCall(parent)) passesOn = true;
  });
  return { called, passesOn };
});

/** True for a class that may call methods of its superclasses or subclasses at any time: `super.header(…)`. */
const callsOthers = (owner: ts.ClassLikeDeclaration, classes: Classes): boolean =>
  classes.length > 1 &&
  [...ownUses(owner).called].some((name) =>
    classes.some((other) => other !== owner && membersDeclaredAs(other, name).some(ts.isMethodDeclaration)),
  );

/** Maximum nesting of methods of one object that call each other. */
const MAX_NESTED = 4;

type Classes = readonly ts.ClassLikeDeclaration[];

const methodNamed = (classes: Classes, name: string): ts.MethodDeclaration | undefined =>
  classes.flatMap((owner) => membersDeclaredAs(owner, name)).find(ts.isMethodDeclaration);

/** Calls of methods on `this` in a method, in order: `this.a().b()` calls both. */
const callsOnItself = oncePerNode((fn: ts.Node): readonly ts.CallExpression[] => {
  const found: ts.CallExpression[] = [];
  walk(fn, (node) => {
    if (ts.isFunctionLike(node) && node !== fn) return false;
    const isOn = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
    if (isOn && rootOfChain(node).kind === ts.SyntaxKind.ThisKeyword) found.push(node);
  });
  return found.toSorted((a, b) => a.getEnd() - b.getEnd());
});

/** A call, and the calls on the same object in it, in the order in which they change it; `undefined` where they are too many. */
const withNested = (
  ctx: Ctx,
  self: InstanceValue,
  call: MethodCall,
  classes: Classes,
  depth = 0,
): readonly MethodCall[] | undefined => {
  const made: MethodCall[] = [];
  let from = 0;
  for (const node of callsOnItself(call.fn)) {
    const branches = branchesTo(node, call.at, call.fn);
    const fn = methodNamed(classes, (node.expression as ts.PropertyAccessExpression).name.text);
    if (!fn || branches === 'never' || (call.at && node.getEnd() > call.at.getStart())) continue;
    if (depth === MAX_NESTED) return undefined;
    made.push({ ...call, part: [from, node.getStart()] });
    from = node.getEnd();
    const env: Env = {
      fn,
      call: node,
      argument: argumentValues(ctx, node, call.env),
      self: { ...self, calls: [...(self.calls ?? []), ...made] },
      next: self.env,
    };
    const under = [...call.under, ...branches];
    const nested = withNested(ctx, self, { fn, env, at: undefined, under }, classes, depth + 1);
    if (!nested) return undefined;
    made.push(...nested);
  }
  return [...made, { ...call, part: [from, Infinity] }];
};

/** The calls of methods in the constructors of a new object; `undefined` where they are unknown. */
const duringConstruction = (
  ctx: Ctx,
  self: InstanceValue,
  classes: Classes,
): readonly MethodCall[] | undefined => {
  const calls: MethodCall[] = [];
  for (const fn of classes.flatMap((owner) => declaredConstructor(owner) ?? []).toReversed()) {
    if (callsOnItself(fn).length === 0) continue;
    const env = environmentInside(self.env, fn);
    const nested = env && withNested(ctx, self, { fn, env, at: undefined, under: [] }, classes);
    if (!nested) return undefined;
    calls.push(...nested);
  }
  return calls;
};

/** Object as its method `fn` sees it at a `this`: after the calls before, and what `fn` has done until then. */
export const duringCall = (
  ctx: Ctx,
  self: InstanceValue,
  { fn, env, at }: Pick<MethodCall, 'fn' | 'env' | 'at'>,
  classes: Classes,
): InstanceValue => {
  if (!self.calls) return self;
  const isKnown = !classes.some((owner) => ownUses(owner).passesOn || callsOthers(owner, classes));
  const before = self.calls.length > 0 || !isKnown ? self.calls : duringConstruction(ctx, self, classes);
  const calls = before && isKnown ? withNested(ctx, self, { fn, env, at, under: [] }, classes) : undefined;
  return { ...self, calls: before && calls && [...before, ...calls] };
};

const rootOfChain = (node: ts.Expression): ts.Node => {
  let at: ts.Expression = strip(node);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = strip(at.expression);
  return at;
};

const returnsItself = oncePerNode((fn: ts.Node): boolean => {
  let found = false;
  walk(fn, (node) => {
    if (ts.isFunctionLike(node) && node !== fn) return false;
    if (ts.isReturnStatement(node) && node.expression)
      found ||= rootOfChain(node.expression).kind === ts.SyntaxKind.ThisKeyword;
  });
  return found;
});

/** Method with a node in it that takes effect by a call alone; `undefined` for the constructor, and inner functions. */
const methodOf = (owner: ts.ClassLikeDeclaration, node: ts.Node): FunctionNode | undefined => {
  const fn = functionAround(node);
  return ts.isMethodDeclaration(fn) &&
    fn.parent === owner &&
    ts.isIdentifier(fn.name) &&
    !ownUses(owner).called.has(fn.name.text)
    ? fn
    : undefined;
};

/** True for a change of a field in a method that returns its object: who calls it determines the field. */
export const isByChain = (owner: ts.ClassLikeDeclaration, change: ts.Node): boolean => {
  const fn = methodOf(owner, change);
  return fn !== undefined && returnsItself(fn);
};

/** Change of a field, in one call of the method that contains it. */
export interface ChangeInCall<T> {
  readonly of: T;
  readonly call: MethodCall;
  readonly branches: readonly Branch[];
}

/** Changes of a field that the known calls of methods make, in order, and those that may happen at any time. */
export const changesByCalls = <T>(
  owner: ts.ClassLikeDeclaration,
  { calls }: Pick<InstanceValue, 'calls'>,
  all: readonly T[],
  nodeOf: (change: T) => ts.Node,
): { readonly anyTime: readonly T[]; readonly inCalls: readonly ChangeInCall<T>[] } => {
  if (!calls) return { anyTime: all, inCalls: [] };
  const anyTime = all.filter((change) => methodOf(owner, nodeOf(change)) === undefined);
  const inCalls = calls.flatMap((call) =>
    all.flatMap((change): readonly ChangeInCall<T>[] => {
      const node = nodeOf(change);
      const [from, to] = call.part ?? [0, Infinity];
      const isIn = node.getStart() >= from && node.getEnd() <= to;
      if (!isIn || methodOf(owner, node) !== call.fn) return [];
      const branches = branchesTo(node, call.at, call.fn);
      return branches === 'never' ? [] : [{ of: change, call, branches: [...call.under, ...branches] }];
    }),
  );
  return { anyTime, inCalls };
};
